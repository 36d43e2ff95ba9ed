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
  // CHECK: sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  %4 = sdy.sharding_constraint %arg0 <@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  // CHECK: sdy.sharding_constraint %arg0 <@mesh, [{}, {}], replicated={"x"}, unreduced={"y":(1)2, "z"}> : tensor<8x8xf32>
  %5 = sdy.sharding_constraint %arg0 <@mesh, [{}, {}], replicated={"x"}, unreduced={"y":(1)2, "z"}> : tensor<8x8xf32>
  // CHECK: sdy.sharding_constraint %arg0 <mesh<["a"=2]>, [{"a"}, {}]> : tensor<8x8xf32>
  %6 = sdy.sharding_constraint %arg0 <mesh<["a"=2]>, [{"a"}, {}]> : tensor<8x8xf32>
  // CHECK: stablehlo.custom_call @f(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}, custom>}
  %7 = stablehlo.custom_call @f(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=8}, custom>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: #sdy.op_sharding_rule<([ij, k],[],[m])->([k, l],[m]) {i=2, j=4, k=8, l=8, m=1} reduction={i, j} need_replication={k} permutation={l} blocked_propagation={m}>
  %8 = stablehlo.custom_call @f(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<([ij, k],[],[m])->([k, l],[m]) {i=2, j=4, k=8, l=8, m=1} reduction={i, j} need_replication={k} permutation={l} blocked_propagation={m}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // Past z come z_1, z_2, ...
  // CHECK: ([z, z_1z_2]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=8, z_1=2, z_2=4}>
  %9 = stablehlo.custom_call @f(%arg0) {sdy.sharding_rule = #sdy.op_sharding_rule<()->([z, z_1z_2]) {i=1, j=1, k=1, l=1, m=1, n=1, o=1, p=1, q=1, r=1, s=1, t=1, u=1, v=1, w=1, x=1, y=1, z=8, z_1=2, z_2=4}>} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}
