// RUN: brigade-opt %s --phase import | FileCheck %s

// A mesh without axes beside the program's own splits nothing.

// CHECK-NOT: empty_mesh
// CHECK: sdy.mesh @mesh = <["x"=2]>
// CHECK-NEXT: func.func public @main(%arg0: tensor<4xf32>) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
// CHECK-NEXT: %[[R:.*]] = stablehlo.negate %arg0
// CHECK-NEXT: return %[[R]]
sdy.mesh @empty_mesh = <[]> {stablehlo.mesh = {axes = []}}
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@empty_mesh, [{}]>}) -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = sdy.sharding_constraint %arg0 <@empty_mesh, [{}]> : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
