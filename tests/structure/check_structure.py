#!/usr/bin/env python3
"""Checks what the folder names promise: who may include whom, where MLIR may be seen, that the generic parts of the
compiler name no operation, and that no file grows past 1,000 lines.

Usage: check_structure.py ROOT    Prints each violation as file:line: text; exit status 1 where there is one.
"""
import pathlib
import re
import sys

# A layer may include itself and the layers before it.
LAYERS = ["base", "sharding", "schedule", "runtime", "ir", "reference", "transforms", "compiler", "core", "ops", "api",
          "data"]
MLIR_LAYERS = {"ir", "reference", "transforms", "compiler"}
MLIR_FOLDERS = ["src/core/tracer"]
# Folders and files that must work for an operation they have never heard of. The rest of partition/ writes operations
# (emitter, pieces) or holds rules of families (split_*, varying).
GENERIC = ["src/compiler/propagate/"] + [f"src/compiler/partition/{name}" for name in (
    "choose.", "partial_results.", "partition.", "reshard.", "splitter.")]
# Who may call the interpreter: constants are folded by it, nothing that runs is.
FOLDING = {"src/compiler/simplify/fold.cpp", "src/compiler/partition/varying.cpp"}

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
OPERATION = re.compile(r'\b(?:stablehlo|chlo)::|"(?:stablehlo|chlo)\.|using namespace stablehlo')


def sources(root):
    for top in ("include", "src", "tools", "examples", "benchmarks"):
        for path in sorted((root / top).rglob("*")):
            if path.suffix in (".h", ".cpp", ".td"):
                yield path


def violations(root):
    names = [path.relative_to(root).as_posix() for path in sources(root)]
    for listed in (*GENERIC, *MLIR_FOLDERS, *FOLDING):
        if not any(name.startswith(listed) for name in names):
            yield listed, 0, "is named in this check and does not exist"
    for path in sources(root):
        name = path.relative_to(root).as_posix()
        parts = name.split("/")
        public = parts[0] in ("include", "examples", "benchmarks")
        layer = parts[1] if parts[0] == "src" else None
        mlir_allowed = layer in MLIR_LAYERS or parts[0] == "tools" or any(name.startswith(f) for f in MLIR_FOLDERS)
        lines = path.read_text().splitlines()
        if len(lines) > 1000:
            yield name, len(lines), "over 1,000 lines: split it by family or by phase"
        for number, line in enumerate(lines, 1):
            if any(name.startswith(g) for g in GENERIC) and OPERATION.search(line.split("//")[0]):
                yield name, number, "an operation is named where only its factor rule may be used"
            match = INCLUDE.match(line)
            if not match:
                continue
            target = match[1].split("/")[0]
            if target in ("mlir", "llvm", "mlir-c") and not mlir_allowed:
                yield name, number, f"{match[1]}: MLIR and LLVM are not visible here"
            if target not in LAYERS or "/" not in match[1]:
                continue
            if public and parts[0] != "benchmarks":
                yield name, number, f"{match[1]}: public code sees brigade/ headers alone"
            elif layer and LAYERS.index(target) > LAYERS.index(layer):
                yield name, number, f"{match[1]}: {layer} is below {target}"
            elif target == "reference" and layer not in (None, "reference") and name not in FOLDING:
                yield name, number, f"{match[1]}: what runs does not reach the interpreter"
            elif target in MLIR_LAYERS - {"compiler", "transforms"} and not mlir_allowed:
                yield name, number, f"{match[1]}: MLIR is not visible here"


found = list(violations(pathlib.Path(sys.argv[1])))
for name, number, text in found:
    print(f"{name}:{number}: {text}")
print(f"{len(found)} violations")
sys.exit(1 if found else 0)
