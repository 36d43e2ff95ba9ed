#!/usr/bin/env python3
"""Writes the cases of JAX's primitive test harnesses that Brigade's interpreter can run.

    jax_cases.py --operations FILE --output DIR [--x64] [--every N]
    jax_cases.py --operations FILE --output DIR --parallel      the programs of jax_parallel.py instead

FILE lists the operations that have a rule, one a line. For each case, DIR gets NNNN.mlir (what JAX lowers it to for the CPU),
NNNN.inK.npy and NNNN.outK.npy (arguments and the values that JAX computes); bf16 is stored as u16. DIR/index.json, written last,
lists the cases and counts those left out by reason.
"""

import argparse
import collections
import json
import os
import pathlib
import re

# Before JAX is imported: the list of harnesses depends on it.
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--operations", type=pathlib.Path, required=True)
parser.add_argument("--output", type=pathlib.Path, required=True)
parser.add_argument("--x64", action="store_true", help="with 64-bit types")
parser.add_argument("--every", type=int, default=1, help="only every Nth case")
parser.add_argument("--parallel", action="store_true", help="programs over a mesh")
options = parser.parse_args()
os.environ["JAX_ENABLE_X64"] = "1" if options.x64 else "0"
os.environ.setdefault("JAX_PLATFORMS", "cpu")
if options.parallel:
    os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import jax
import numpy as np

OPERATION = re.compile(r"\b(?:stablehlo|chlo|sdy)\.[a-z_0-9]+\b")
# Terminators, the mesh, and names of attributes.
NO_VALUE = {"stablehlo.return", "stablehlo.mesh", "sdy.return", "sdy.mesh", "sdy.sharding",
            "sdy.sharding_rule"}
CUSTOM_CALL = re.compile(r"custom_call (@\w+)")
OTHER_TYPES = re.compile(r"complex<|tensor<(?:[0-9]+x)*(?:u?i[24]|f8\w+|f4\w+|f6\w+)>|!stablehlo")


class Left(Exception):
    """A case that is left out, and why."""


def operations_of(text: str) -> set[str]:
    # Attributes are written #stablehlo.name or #stablehlo<name ...>.
    names = set(OPERATION.findall(re.sub(r"#\w+\.\w+", "", text)))
    return names - NO_VALUE


def stored(value) -> np.ndarray:
    if jax.dtypes.issubdtype(value.dtype, jax.dtypes.extended):
        raise Left("a random key as a value")
    array = np.asarray(value)
    return array.view(np.uint16) if array.dtype.name == "bfloat16" else array


def make_case(function, arguments, known: set[str]):
    try:
        jitted = function if hasattr(function, "lower") else jax.jit(function, keep_unused=True)
        lowered = jitted.lower(*arguments)
        text = lowered.as_text()
    except Exception as error:
        raise Left(f"does not lower: {type(error).__name__}")
    unknown = sorted(operations_of(text) - known) + CUSTOM_CALL.findall(text)
    if unknown:
        raise Left(unknown[0])
    if OTHER_TYPES.search(text):
        raise Left("an element type that Brigade lacks")
    inputs = [stored(jax.numpy.asarray(leaf)) for leaf in jax.tree.leaves(arguments)]
    try:
        outputs = lowered.compile()(*arguments)
    except Exception as error:
        raise Left(f"JAX does not run it: {type(error).__name__}")
    return text, inputs, [stored(leaf) for leaf in jax.tree.leaves(outputs)]


def harness_cases():
    """(name, function, maker of the arguments) of each of JAX's harnesses for the CPU."""
    from jax._src.internal_test_util import test_harnesses

    for harness in [h for h in test_harnesses.all_harnesses if h.filter("cpu")][:: options.every]:
        yield harness.fullname, harness.dyn_fun, lambda: harness.dyn_args_maker(np.random.RandomState(0))


def parallel_cases():
    import jax_parallel

    for name, function, arguments in jax_parallel.cases():
        yield name, function, lambda: arguments


def main():
    known = set(options.operations.read_text().split())
    options.output.mkdir(parents=True, exist_ok=True)
    cases, left_out = [], collections.Counter()
    for name, function, make_arguments in parallel_cases() if options.parallel else harness_cases():
        try:
            text, inputs, outputs = make_case(function, make_arguments(), known)
        except Left as reason:
            left_out[str(reason)] += 1
            continue
        stem = f"{len(cases):04d}"
        (options.output / f"{stem}.mlir").write_text(text)
        for kind, arrays in (("in", inputs), ("out", outputs)):
            for k, array in enumerate(arrays):
                np.save(options.output / f"{stem}.{kind}{k}.npy", array)
        cases.append({"name": name, "stem": stem, "inputs": len(inputs), "outputs": len(outputs)})
        if len(cases) % 500 == 0:
            jax.clear_caches()
            print(f"{len(cases)} cases", flush=True)
    index = {"jax": jax.__version__, "x64": options.x64, "cases": cases, "left_out": dict(left_out.most_common())}
    (options.output / "index.json").write_text(json.dumps(index, indent=1))
    print(f"{len(cases)} cases, {left_out.total()} left out")


if __name__ == "__main__":
    main()
