// RUN: brigade-opt %s --phase simplify | FileCheck %s

// CHECK-LABEL: func.func public @main
func.func public @main(%x: tensor<2x3x4xf32>, %v: tensor<3xf32>) -> (tensor<4x2x3xf32>, tensor<3x5xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf64>) {
  // CHECK: stablehlo.transpose %arg0, dims = [2, 0, 1]
  %0 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<2x4x3xf32>) -> tensor<4x2x3xf32>
  // CHECK: stablehlo.broadcast_in_dim %arg1, dims = [0] : (tensor<3xf32>) -> tensor<3x5xf32>
  %2 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xf32>) -> tensor<5x3xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<5x3xf32>) -> tensor<3x5xf32>
  %4 = stablehlo.reverse %x, dims = [0, 2] : tensor<2x3x4xf32>
  %5 = stablehlo.reverse %4, dims = [0, 2] : tensor<2x3x4xf32>
  %6 = stablehlo.reshape %5 : (tensor<2x3x4xf32>) -> tensor<24xf32>
  %7 = stablehlo.reshape %6 : (tensor<24xf32>) -> tensor<2x3x4xf32>
  // CHECK: stablehlo.convert %arg0 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf64>
  %8 = stablehlo.convert %7 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf64>
  %9 = stablehlo.convert %8 : (tensor<2x3x4xf64>) -> tensor<2x3x4xf32>
  %10 = stablehlo.convert %9 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf64>
  // CHECK: return %{{.*}}, %{{.*}}, %arg0, %
  return %1, %3, %9, %10 : tensor<4x2x3xf32>, tensor<3x5xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf64>
}
