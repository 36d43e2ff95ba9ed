// RUN: brigade run %s
// RUN: brigade interpret %s
// RUN: sed 's/dense<7>/dense<2>/' %s > %t.mlir
// RUN: sh -c 'brigade run %t.mlir 2> %t.err; test $? = 1' && FileCheck %s < %t.err
// RUN: sh -c 'brigade interpret %t.mlir 2> %t.err; test $? = 1' && FileCheck %s < %t.err
// RUN: sed 's/check.expect_close(%%v/check.expect_close(%%w/' %s > %t.mlir
// RUN: sh -c 'brigade run %t.mlir 2> %t.err; test $? = 1' && FileCheck --check-prefix=CLOSE %s < %t.err

// What a check in a loop, or in a loop in a loop, compares first without success is what is
// reported. A loop that takes no turn has nothing to report.
// CHECK: checks_in_loops.mlir.tmp.mlir:{{[0-9]+}}: check.expect_eq failed: element (1,) is 1, expected 2; 1 of 3 differ
// CLOSE: checks_in_loops.mlir.tmp.mlir:{{[0-9]+}}: check.expect_close failed: element (0,) is {{.*}}; 3 of 3 differ
func.func public @main() -> tensor<i32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %never = stablehlo.constant dense<7> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %x = stablehlo.constant dense<[0, 1, 2]> : tensor<3xi32>
  %r:2 = stablehlo.while(%i = %zero, %n = %zero) : tensor<i32>, tensor<i32>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %s:2 = stablehlo.while(%j = %zero, %m = %n) : tensor<i32>, tensor<i32>
    cond {
      %p = stablehlo.compare LT, %j, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      // Element 1 is one more where i is %never.
      %at = stablehlo.compare EQ, %i, %never : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %more = stablehlo.convert %at : (tensor<i1>) -> tensor<i32>
      %wide = stablehlo.broadcast_in_dim %more, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %is_one = stablehlo.compare EQ, %x, %ones : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
      %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<i32>) -> tensor<3xi32>
      %add = stablehlo.select %is_one, %wide, %zeros : tensor<3xi1>, tensor<3xi32>
      %expected = stablehlo.add %x, %add : tensor<3xi32>
      stablehlo.custom_call @check.expect_eq(%x, %expected) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
      %k = stablehlo.add %j, %one : tensor<i32>
      %o = stablehlo.add %m, %one : tensor<i32>
      stablehlo.return %k, %o : tensor<i32>, tensor<i32>
    }
    %f = stablehlo.convert %x : (tensor<3xi32>) -> tensor<3xf32>
    %v = stablehlo.exponential %f : tensor<3xf32>
    %w = stablehlo.sine %v : tensor<3xf32>
    %log = stablehlo.log %v : tensor<3xf32>
    %back = stablehlo.exponential %log : tensor<3xf32>
    stablehlo.custom_call @check.expect_close(%v, %v) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    stablehlo.custom_call @check.expect_almost_eq(%back, %v) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
    %t = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %t, %s#1 : tensor<i32>, tensor<i32>
  }
  stablehlo.custom_call @check.expect_eq(%r#1, %three) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return %r#1 : tensor<i32>
}
