// RUN: brigade-opt %s | FileCheck %s
// RUN: brigade-opt %s | brigade-opt | FileCheck %s

func.func @main(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  // CHECK: brigade.psum %arg0 axes = ["i", "j"] tracked : tensor<4x8xf32>
  %0 = brigade.psum %arg0 axes = ["i", "j"] tracked : tensor<4x8xf32>
  // CHECK: brigade.pmax %0 axes = ["i"] : tensor<4x8xf32>
  %1 = brigade.pmax %0 axes = ["i"] : tensor<4x8xf32>
  // CHECK: brigade.pvary %1 axes = ["i"] : tensor<4x8xf32>
  %2 = brigade.pvary %1 axes = ["i"] : tensor<4x8xf32>
  // CHECK: brigade.all_gather %2 axis = "i" size = 2 dim = 1 tiled : (tensor<4x8xf32>) -> tensor<4x16xf32>
  %3 = brigade.all_gather %2 axis = "i" size = 2 dim = 1 tiled : (tensor<4x8xf32>) -> tensor<4x16xf32>
  // CHECK: brigade.reduce_scatter %3 axis = "i" size = 2 dim = 1 tiled : (tensor<4x16xf32>) -> tensor<4x8xf32>
  %4 = brigade.reduce_scatter %3 axis = "i" size = 2 dim = 1 tiled : (tensor<4x16xf32>) -> tensor<4x8xf32>
  // CHECK: brigade.ppermute %4 axis = "i" size = 2 pairs = dense<{{\[}}[0, 1], [1, 0]]> : tensor<2x2xi64> : tensor<4x8xf32>
  %5 = brigade.ppermute %4 axis = "i" size = 2 pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64> : tensor<4x8xf32>
  // CHECK: brigade.all_to_all %5 axis = "i" size = 2 split = 0 concat = 1 : (tensor<4x8xf32>) -> tensor<2x16xf32>
  %6 = brigade.all_to_all %5 axis = "i" size = 2 split = 0 concat = 1 : (tensor<4x8xf32>) -> tensor<2x16xf32>
  // CHECK: brigade.axis_index axis = "i" size = 2 : tensor<i32>
  %7 = brigade.axis_index axis = "i" size = 2 : tensor<i32>
  return %5 : tensor<4x8xf32>
}
