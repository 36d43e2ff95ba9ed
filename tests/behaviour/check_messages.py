"""The brigade program refuses bad modules with exit code 2 and one line that names file and line.

check_messages.py BRIGADE
"""

import pathlib
import subprocess
import sys
import tempfile

brigade = sys.argv[1]

# Name: text of the body of @main, with its type, and what the line says after "NAME.mlir".
VECTOR = "(%arg0: tensor<4xf32>) -> tensor<4xf32>"
MODULES = {
    "undeclared": (
        VECTOR,
        """
    %0 = stablehlo.add %arg0, %arg1 : tensor<4xf32>
    return %0 : tensor<4xf32>""",
        ":3: use of undeclared SSA value name",
    ),
    "unknown_operation": (
        VECTOR,
        """
    %0 = stablehlo.frobnicate %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>""",
        ":3: operation 'stablehlo.frobnicate' is not one that Brigade knows",
    ),
    "case": (
        "(%arg0: tensor<i32>, %arg1: tensor<4xf32>) -> tensor<4xf32>",
        """
    %0 = "stablehlo.case"(%arg0) ({
      stablehlo.return %arg1 : tensor<4xf32>
    }) : (tensor<i32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>""",
        ":3: operation 'stablehlo.case' is not one that Brigade knows",
    ),
    "sort": (
        VECTOR,
        """
    %0 = "stablehlo.sort"(%arg0) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>""",
        ":3: operation 'stablehlo.sort' is not one that Brigade knows",
    ),
    "sizes": (
        "(%arg0: tensor<2x3xf32>, %arg1: tensor<4x5xf32>) -> tensor<2x5xf32>",
        """
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : \
(tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x5xf32>
    return %0 : tensor<2x5xf32>""",
        ":3: 'stablehlo.dot_general' op pairs contracting dimension 1 of lhs, of size 3, with "
        "dimension 0 of rhs, of size 4",
    ),
    "complex": (
        "(%arg0: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>",
        """
    %0 = stablehlo.add %arg0, %arg0 : tensor<4xcomplex<f32>>
    return %0 : tensor<4xcomplex<f32>>""",
        ":3: 'stablehlo.add' op operand #0 must be a tensor of static shape with elements of "
        "bool, integer or float type, but got 'tensor<4xcomplex<f32>>'",
    ),
    "dynamic": (
        "(%arg0: tensor<?xf32>) -> tensor<?xf32>",
        """
    return %arg0 : tensor<?xf32>""",
        ": argument 0 of @main is no tensor of static shape with bool, integer or float elements",
    ),
    "too_large": (
        VECTOR,
        """
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4xf32>) -> \
tensor<9223372036854775807x4xf32>
    return %arg0 : tensor<4xf32>""",
        ":3: 'stablehlo.broadcast_in_dim' op has a value of type "
        "'tensor<9223372036854775807x4xf32>', which takes more than 128 TiB",
    ),
    "rounded_product": (
        "(%arg0: tensor<4xf32>) -> tensor<f32>",
        """
    %0 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], algorithm = \
<lhs_precision_type = bf16, rhs_precision_type = bf16, accumulation_type = f32, \
lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, \
allow_imprecise_accumulation = false> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return %0 : tensor<f32>""",
        ":3: 'stablehlo.dot_general' op rounds its operands of 'f32' to 'bf16'; operands are "
        "multiplied as they are, as 'f32' asks",
    ),
    "accuracy": (
        VECTOR,
        """
    %0 = stablehlo.tanh %arg0 {result_accuracy = #stablehlo.result_accuracy<ulps = 1, mode = \
#stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
    return %0 : tensor<4xf32>""",
        ":3: 'stablehlo.tanh' op asks for a result within 1.0 units in the last place; functions "
        "are within 16",
    ),
    "group_of_a_stranger": (
        VECTOR,
        """
    %0 = "stablehlo.collective_broadcast"(%arg0) <{replica_groups = \
dense<[[0, 9223372036854775807]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>""",
        ":3: 'stablehlo.collective_broadcast' op has device 9223372036854775807 in "
        "replica_groups; ids are below 65536",
    ),
}
SUM = """ ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>"""


def all_reduce(groups):
    return f"""
    %0 = "stablehlo.all_reduce"(%arg0) <{{replica_groups = {groups}, use_global_device_ids}}>{SUM}"""


# What can be interpreted and not compiled, for 4 devices without a mesh or with one.
COMPILED = {
    "no_mesh": (
        "module attributes {mhlo.num_partitions = 4 : i32} {\n  func.func @main" + VECTOR
        + " {\n    return %arg0 : tensor<4xf32>\n  }\n}\n",
        ":1: is for 4 devices and has no sdy.mesh of them; it can be interpreted",
    ),
    "fewer_rows_than_devices": (
        'sdy.mesh @mesh = <["x"=4]>\nfunc.func @main(%arg0: tensor<3xf32> {sdy.sharding = '
        '#sdy.sharding<@mesh, [{"x"}]>}) -> tensor<3xf32> {\n  return %arg0 : tensor<3xf32>\n}\n',
        ":2: 'func.func' op argument 0, dimension 0 has size 3, which axes \"x\" of size 4 do not "
        "divide; 4 does",
    ),
    "uneven_groups": (
        'sdy.mesh @mesh = <["x"=4]>\nfunc.func @main' + VECTOR + " {"
        + all_reduce("dense<[[0, 1, 2], [3, -1, -1]]> : tensor<2x3xi64>") + "\n}\n",
        ":3: 'stablehlo.all_reduce' op has groups of 3 and of 1 devices; programs are compiled "
        "with groups of one size",
    ),
    "device_in_no_group": (
        'sdy.mesh @mesh = <["x"=4]>\nfunc.func @main' + VECTOR + " {"
        + all_reduce("dense<[[0, 1]]> : tensor<1x2xi64>") + "\n}\n",
        ":3: 'stablehlo.all_reduce' op has device 2 in no group; each must be in one",
    ),
    "device_beyond_the_mesh": (
        'sdy.mesh @mesh = <["x"=4]>\nfunc.func @main' + VECTOR + " {"
        + all_reduce("dense<[[0, 1, 2, 7]]> : tensor<1x4xi64>") + "\n}\n",
        ":3: 'stablehlo.all_reduce' op names process 7 where there are 4",
    ),
}
WHOLE = {
    "too_many_devices": (
        'sdy.mesh @mesh = <["x"=9223372036854775807]>\nfunc.func @main' + VECTOR
        + " {\n  return %arg0 : tensor<4xf32>\n}\n",
        ":1: custom op 'sdy.mesh' mesh axis \"x\" of size 9223372036854775807 makes more than 65536 "
        "devices",
    ),
    "too_many_partitions": (
        "module attributes {mhlo.num_partitions = 1000000007 : i32} {\n  func.func @main" + VECTOR
        + " {\n    return %arg0 : tensor<4xf32>\n  }\n}\n",
        ":1: is for 1 replicas of 1000000007 partitions; both are at least 1, and together at most "
        "65536 devices",
    ),
    "without_location": (
        "func.func @main(%a: tensor<4xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.reshape %a : "
        "(tensor<4xf32>) -> tensor<2xf32> loc(unknown)\n  return %0 : tensor<2xf32>\n}\n",
        ": 'stablehlo.reshape' op cannot reshape 4 (4 elements) to 2 (2 elements)",
    ),
    "nested": ("module {\n" * 50_000, ":2001: more than 2000 brackets are open at once"),
    "unreduced": (
        'sdy.mesh @mesh = <["x"=2]>\nfunc.func @main(%arg0: tensor<4xf32> {sdy.sharding = '
        '#sdy.sharding<@mesh, [{}], unreduced={"x"}>}) -> tensor<4xf32> {\n'
        "  return %arg0 : tensor<4xf32>\n}\n",
        ":2: 'func.func' op leaves a value unreduced over axis \"x\"; sums are complete where they "
        "are made",
    ),
    "mesh_axis": (
        """module {
  sdy.mesh @mesh = <["data"=8]>
  func.func @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}) \
-> tensor<16xf32> {
    return %arg0 : tensor<16xf32>
  }
}
""",
        ":3: 'func.func' op argument 0 names axis \"model\", which mesh @mesh lacks",
    ),
    "cut_short": (
        "module {\n  func.func @main(%arg0: tensor<4xf32>)",
        ":2: expected operation name in quotes",
    ),
    "no_main": (
        "module {\n  func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "    return %x : tensor<4xf32>\n  }\n}\n",
        ": has no function @main",
    ),
    "empty": ("", ": has no function @main"),
}


def main():
    texts = dict(WHOLE)
    for name, (kind, body, line) in MODULES.items():
        texts[name] = (f"module {{\n  func.func public @main{kind} {{{body}\n  }}\n}}\n", line)
    wrong = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        for name, (text, line) in (texts | COMPILED).items():
            (folder / f"{name}.mlir").write_text(text)
            commands = [["compile"], ["run", "--random-inputs", "0", "--output", "out"],
                        ["interpret", "--random-inputs", "0", "--output", "out"]]
            for command in commands[:2] if name in COMPILED else commands:
                done = subprocess.run([brigade, command[0], f"{name}.mlir", *command[1:]],
                                      cwd=folder, capture_output=True, text=True)
                expected = f"{name}.mlir{line}\n"
                if (done.returncode, done.stdout, done.stderr) != (2, "", expected):
                    wrong.append(f"{command[0]} {name}: exit code {done.returncode}, printed\n"
                                 f"{done.stdout}{done.stderr}expected\n{expected}")
        done = subprocess.run([brigade, "run", "absent.mlir"], cwd=folder, capture_output=True,
                              text=True)
        if (done.returncode, done.stderr) != (
                2, "absent.mlir: cannot be read: No such file or directory\n"):
            wrong.append(f"run absent.mlir: {done.returncode} {done.stderr}")
        if (folder / "out").exists():
            wrong.append("a refused program wrote results")
    sys.exit("\n".join(wrong) or 0)


main()
