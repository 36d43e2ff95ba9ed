"""Softmax and layer norm are one kernel each, as JAX prints them and as nn.h writes them.

check_kernels.py BRIGADE FOLDER PRINT_PROGRAMS
"""

import pathlib
import re
import subprocess
import sys
import tempfile

brigade, folder, print_programs = sys.argv[1:]


def check(path):
    command = [brigade, "compile", "--report", path]
    report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    count = re.search(r"^(\d+) kernels?$", report, re.MULTILINE)
    if not count or count.group(1) != "1":
        sys.exit(f"{path} is not one kernel:\n{report}")
    steps = subprocess.run(command[:2] + command[3:], check=True, capture_output=True, text=True)
    if not re.search(r": 1 kernels?, 1 steps?,", steps.stdout):
        sys.exit(f"{path} is not one step: {steps.stdout}")


with tempfile.TemporaryDirectory() as traced:
    subprocess.run([print_programs, traced], check=True)
    for name in ("softmax.mlir", "layer_norm.mlir"):
        check(pathlib.Path(folder) / name)
        check(pathlib.Path(traced) / name)
