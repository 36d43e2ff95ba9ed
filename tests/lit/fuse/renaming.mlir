// RUN: brigade compile %s --report | FileCheck --check-prefix=REPORT %s
// RUN: brigade-opt %s --through fuse | FileCheck %s

// Dimensions of one element are added and moved without a kernel; others are not.
// CHECK: %[[X:.*]] = stablehlo.reshape %arg0 : (tensor<3x1x5xf32>) -> tensor<3x5x1xf32>
// CHECK: %[[Y:.*]] = stablehlo.reshape %arg1 : (tensor<5xf32>) -> tensor<1x5x1xf32>
// CHECK: stablehlo.transpose %{{.*}}, dims = [2, 1, 0]
// CHECK: return %[[X]], %[[Y]], %
// REPORT: 1 kernels
func.func public @main(%x: tensor<3x1x5xf32>, %y: tensor<5xf32>) -> (tensor<3x5x1xf32>, tensor<1x5x1xf32>, tensor<5x1x3xf32>) {
  %0 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<3x1x5xf32>) -> tensor<3x5x1xf32>
  %1 = stablehlo.broadcast_in_dim %y, dims = [1] : (tensor<5xf32>) -> tensor<1x5x1xf32>
  %2 = stablehlo.transpose %x, dims = [2, 1, 0] : (tensor<3x1x5xf32>) -> tensor<5x1x3xf32>
  return %0, %1, %2 : tensor<3x5x1xf32>, tensor<1x5x1xf32>, tensor<5x1x3xf32>
}
