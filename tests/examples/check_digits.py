#!/usr/bin/env python3
"""Runs examples/digits as a user would.

Usage: check_digits.py PROGRAM CASE

losses    every arrangement of devices and pmap give one device's losses, epoch by epoch, to 1e-4
accuracy  the defaults reach 0.97 on the held-out images
many      64 devices train
json      the report has what it promises, and no traffic on one device
errors    each mistake: one line, exit status 2, no file written
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

program = sys.argv[1]
folder = pathlib.Path(tempfile.mkdtemp(prefix="digits_"))


def digits(*arguments, timeout=240):
    return subprocess.run([program, *arguments], capture_output=True, text=True, timeout=timeout)


def report(*arguments):
    path = folder / "report.json"
    path.unlink(missing_ok=True)
    done = digits(*arguments, "--json", str(path))
    assert done.returncode == 0, f"digits {' '.join(arguments)}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    return json.loads(path.read_text())


def losses():
    arrangements = [["--devices", "8", "--mesh", mesh] for mesh in
                    ("data=8,model=1", "data=4,model=2", "data=2,model=4", "data=1,model=8")]
    arrangements.append(["--devices", "8", "--mode", "pmap"])
    one = report("--epochs", "5", "--devices", "1", "--mesh", "data=1,model=1")
    assert len(one["losses"]) == 5 and one["losses"][-1] < one["losses"][0] / 2, one["losses"]
    for arguments in arrangements:
        many = report("--epochs", "5", *arguments)
        for epoch, (a, b) in enumerate(zip(one["losses"], many["losses"], strict=True)):
            assert abs(a - b) <= 1e-4 * abs(a), f"{arguments} epoch {epoch}: {b} where one device has {a}"
        assert many["traffic"], f"{arguments}: no traffic on 8 devices"
        print(" ".join(arguments), many["losses"])


def accuracy():
    default = report()
    assert default["accuracy"] >= 0.97, default["accuracy"]


def many():
    result = report("--devices", "64", "--mesh", "data=64,model=1", "--epochs", "2")
    assert result["losses"][1] < result["losses"][0]


def json_report():
    one = report("--devices", "1", "--mesh", "data=1,model=1", "--epochs", "1")
    assert one["traffic"] == [] and one["devices"] == 1 and one["mesh"] == {"data": 1, "model": 1}
    for key in ("losses", "accuracy", "step_seconds", "compile_seconds", "peak_bytes", "physical_bytes"):
        assert key in one, key
    assert one["step_seconds"] > 0 and one["compile_seconds"] > 0 and one["physical_bytes"] > 0
    assert sum(one["peak_bytes"].values()) > 0
    two = report("--devices", "8", "--mesh", "data=4,model=2", "--epochs", "1")
    for move in two["traffic"]:
        assert move["op"] == "all_reduce" or move["op"] in ("all_gather", "reduce_scatter", "all_to_all",
                                                            "collective_permute"), move
        assert move["bytes"] > 0 and move["group"] in (2, 4, 8) and ":" in move["line"], move


def errors():
    target = folder / "never.json"
    cut = folder / "cut"
    shutil.copytree(pathlib.Path(__file__).parents[2] / "examples/digits/data", cut)
    whole = (cut / "digits.npy").read_bytes()
    (cut / "digits.npy").write_bytes(whole[:-100])
    cases = [
        (["--batch", "30"], ["30", "28", "32"]),
        (["--width", "99"], ["99", "model", "98", "100"]),
        (["--mesh", "data=4,rows=2"], ["rows", "data", "model"]),
        (["--mesh", "data=4,model=4"], ["16", "8"]),
        (["--devices", "3", "--mesh", "data=8,model=1"], ["8", "3"]),
        (["--batch", "0"], ["batch", "0"]),
        (["--mode", "threads"], ["threads", "jit", "pmap"]),
        (["--data", str(cut)], ["digits.npy", str(1797 * 65), str(1797 * 65 - 100)]),
        (["--data", str(folder / "nowhere")], ["nowhere/digits.npy"]),
        (["--mode", "pmap", "--batch", "30"], ["30", "24", "32"]),
    ]
    for arguments, words in cases:
        done = digits("--epochs", "1", *arguments, "--json", str(target))
        lines = done.stderr.strip().splitlines()
        assert done.returncode == 2, f"{arguments}: exit {done.returncode}: {done.stderr}"
        assert len(lines) == 1, f"{arguments}: {done.stderr}"
        for word in words:
            assert word in lines[0], f"{arguments}: no {word} in: {lines[0]}"
        assert not list(folder.glob("never*")), f"{arguments}: left a file"
        print(lines[0])


try:
    {"losses": losses, "accuracy": accuracy, "many": many, "json": json_report, "errors": errors}[sys.argv[2]]()
finally:
    shutil.rmtree(folder)
