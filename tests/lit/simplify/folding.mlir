// RUN: brigade-opt %s --phase simplify | FileCheck %s

// CHECK-LABEL: func.func public @main
func.func public @main(%x: tensor<1000xf32>) -> (tensor<i32>, tensor<1000xf32>, tensor<4xi32>) {
  %2 = stablehlo.constant dense<2> : tensor<i32>
  %3 = stablehlo.constant dense<3> : tensor<i32>
  // CHECK-DAG: %[[SIX:.*]] = stablehlo.constant dense<6> : tensor<i32>
  %6 = stablehlo.multiply %2, %3 : tensor<i32>
  // A large value is made when it is needed.
  // CHECK-DAG: %[[IOTA:.*]] = stablehlo.iota dim = 0 : tensor<1000xf32>
  %iota = stablehlo.iota dim = 0 : tensor<1000xf32>
  %sum = stablehlo.add %x, %iota : tensor<1000xf32>
  // CHECK-DAG: stablehlo.constant dense<[2, 3, 4, 5]> : tensor<4xi32>
  %small = stablehlo.iota dim = 0 : tensor<4xi32>
  %many = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<4xi32>
  %shifted = stablehlo.add %small, %many : tensor<4xi32>
  // CHECK: return %[[SIX]]
  return %6, %sum, %shifted : tensor<i32>, tensor<1000xf32>, tensor<4xi32>
}
