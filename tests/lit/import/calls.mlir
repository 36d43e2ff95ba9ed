// RUN: brigade-opt %s --phase import | FileCheck %s

// Calls of calls and composites are one function; a sharding on a callee's argument becomes a constraint.

// CHECK-LABEL: func.func public @main
// CHECK-NEXT: %[[A:.*]] = sdy.sharding_constraint %arg0 <@mesh, [{"x"}]>
// CHECK-NEXT: %[[B:.*]] = stablehlo.negate %[[A]]
// CHECK-NEXT: %[[C:.*]] = stablehlo.exponential %[[B]]
// CHECK-NEXT: %[[D:.*]] = stablehlo.exponential %arg0
// CHECK-NEXT: %[[E:.*]] = stablehlo.add %[[C]], %[[D]]
// CHECK-NEXT: return %[[E]]
// CHECK-NOT: func.func
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @outer(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.composite "my.exp" %arg0 {decomposition = @inner} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = stablehlo.add %0, %1 : tensor<4xf32>
  %3 = brigade.stop_gradient %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @outer(%arg0: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.negate %arg0 : tensor<4xf32>
  %1 = call @inner(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @inner(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %arg0 : tensor<4xf32>
  return %0 : tensor<4xf32>
}
