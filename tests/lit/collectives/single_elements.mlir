// RUN: brigade-opt %s --through collectives | FileCheck %s
// RUN: brigade compile %s --report | FileCheck --check-prefix=REPORT %s

// The sum over a dimension of which each device has one element: nothing is computed, and nothing
// copied, before the all_reduce.
// CHECK-NOT: stablehlo.reduce(
// CHECK: %[[ROW:.*]] = stablehlo.reshape %arg0 : (tensor<1x1024xf32>) -> tensor<1024xf32>
// CHECK-NEXT: "stablehlo.all_reduce"(%[[ROW]])
// CHECK-NOT: stablehlo.reduce(
// CHECK: return
// REPORT: 0 kernels
// REPORT: temporary 0 0
sdy.mesh @mesh = <["x"=8]>
func.func public @main(%arg0: tensor<8x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<1x1024xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%arg0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  %kept = stablehlo.broadcast_in_dim %sum, dims = [1] : (tensor<1024xf32>) -> tensor<1x1024xf32>
  return %kept : tensor<1x1024xf32>
}
