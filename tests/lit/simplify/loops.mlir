// RUN: brigade-opt %s --phase simplify | FileCheck %s

// The bound and the weights do not change, so they are not carried; their product is computed once; equal operations are one.

// CHECK-LABEL: func.func public @main
// CHECK: %[[W:.*]] = stablehlo.tanh %arg1
// CHECK: stablehlo.while(%iterArg = %{{[^,]*}}, %[[V:iterArg_[0-9]+]] = %arg0) : tensor<i32>, tensor<4xf32>
// CHECK: cond {
// CHECK-NEXT: %[[BOUND:.*]] = stablehlo.constant dense<10>
// CHECK-NEXT: stablehlo.compare LT, %iterArg, %[[BOUND]]
// CHECK: do {
// CHECK-NOT: stablehlo.tanh
// CHECK: stablehlo.multiply %[[V]], %[[W]]
// CHECK-NOT: stablehlo.multiply
func.func public @main(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %ten = stablehlo.constant dense<10> : tensor<i32>
  %0:4 = stablehlo.while(%i = %zero, %v = %x, %weights = %w, %n = %ten) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>
  cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.tanh %weights : tensor<4xf32>
    %2 = stablehlo.multiply %v, %1 : tensor<4xf32>
    %3 = stablehlo.multiply %v, %1 : tensor<4xf32>
    %4 = stablehlo.add %2, %3 : tensor<4xf32>
    %5 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %5, %4, %weights, %n : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>
  }
  return %0#1 : tensor<4xf32>
}
