"""Softmax and layer norm, as JAX prints them, are one kernel each.

check_kernels.py BRIGADE FOLDER
"""

import re
import subprocess
import sys

brigade, folder = sys.argv[1:]
for name in ("softmax", "layer_norm"):
    command = [brigade, "compile", "--report", f"{folder}/{name}.mlir"]
    report = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    count = re.search(r"^(\d+) kernels?$", report, re.MULTILINE)
    if not count or count.group(1) != "1":
        sys.exit(f"{name} is not one kernel:\n{report}")
    steps = subprocess.run(command[:2] + command[3:], check=True, capture_output=True, text=True)
    if not re.search(r": 1 kernels?, 1 steps?,", steps.stdout):
        sys.exit(f"{name} is not one step: {steps.stdout}")
