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
}
WHOLE = {
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
        for name, (text, line) in texts.items():
            (folder / f"{name}.mlir").write_text(text)
            for command in (["compile"], ["run", "--random-inputs", "0", "--output", "out"],
                            ["interpret", "--random-inputs", "0", "--output", "out"]):
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
