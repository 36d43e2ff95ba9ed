// RUN: brigade-opt %s | FileCheck %s
// RUN: brigade-opt %s | brigade-opt | FileCheck %s

// All of a sharding's assembly.

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=8, "z"=1]>
sdy.mesh @mesh = <["x"=2, "y"=8, "z"=1]>

// CHECK: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {"y":(1)2}], replicated={"y":(4)2, "z"}>}
// CHECK-SAME: sdy.sharding = #sdy.sharding<@mesh, [{?}, {}p0]>
func.func @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}p1, {"y":(1)2}], replicated={"y":(4)2, "z"}>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {}p0]>}) {
  // CHECK: sdy.sharding_constraint %arg0 <@mesh, [{}, {"y":(2)4, "x"}]> : tensor<8x8xf32>
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{}, {"y":(2)4, "x"}]> : tensor<8x8xf32>
  // CHECK: sdy.reshard %0 <@mesh, [{"x"}, {?}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{"x"}, {?}]> : tensor<8x8xf32>
  // CHECK: stablehlo.add %1, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x8xf32>
  %2 = stablehlo.add %1, %1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {"y"}]>]>} : tensor<8x8xf32>
  // CHECK: sdy.manual_computation(%2) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
  %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%arg1: tensor<4x8xf32>) {
    sdy.return %arg1 : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
