// RUN: brigade run --forbid-fallback %s
// RUN: brigade interpret %s
// RUN: sed 's/= 2.0/= 3.0/; s/dense<2.0>/dense<3.0>/' %s > %t.mlir
// RUN: not brigade run --forbid-fallback %t.mlir > %t.out 2> %t.err
// RUN: FileCheck %s < %t.err
// RUN: FileCheck --check-prefix=NOTHING --allow-empty %s < %t.out
// RUN: not brigade interpret %t.mlir 2>&1 | FileCheck %s
// RUN: sh -c 'brigade run --forbid-fallback %t.mlir 2> /dev/null; test $? = 1'
// RUN: sh -c 'brigade interpret %t.mlir 2> /dev/null; test $? = 1'

// A failed check is exit code 1, one line, and no result.
// CHECK: checks.mlir.tmp.mlir:{{[0-9]+}}: check.expect_close failed: element
// NOTHING-NOT: out0
func.func public @main() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<4.0> : tensor<2xf32>
  %1 = stablehlo.sqrt %0 : tensor<2xf32>
  %2 = stablehlo.constant dense<2.0> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%1, %2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%0, %0) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return %1 : tensor<2xf32>
}
