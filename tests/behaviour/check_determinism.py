"""Two processes print the same programs and compile them to the same modules, phase by phase, and
to the same object code, wherever the loader puts them.

check_determinism.py BRIGADE PRINT_PROGRAMS
"""

import filecmp
import pathlib
import subprocess
import sys
import tempfile

brigade, print_programs = sys.argv[1:]


def compare(first, second):
    names = sorted(path.name for path in first.iterdir())
    if not names or names != sorted(path.name for path in second.iterdir()):
        sys.exit(f"{first} and {second} hold other files")
    _, different, failed = filecmp.cmpfiles(first, second, names, shallow=False)
    if different or failed:
        sys.exit(f"{different + failed} differ between two processes in {first}")
    return names


with tempfile.TemporaryDirectory() as scratch:
    folders = [pathlib.Path(scratch) / name for name in ("first", "second")]
    for folder in folders:
        folder.mkdir()
        subprocess.run([print_programs, folder], check=True)
    for name in compare(*folders):
        dumps = [pathlib.Path(scratch) / f"{name}.{which}" for which in ("first", "second")]
        for dump in dumps:
            command = [brigade, "compile", folders[0] / name, "--dump", dump]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        compare(*dumps)
