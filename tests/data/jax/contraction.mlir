module @jit_contraction attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x4x8xf32>, %arg1: tensor<2x8x3xf32>, %arg2: tensor<8xf32>) -> (tensor<2x4x3xf32> {jax.result_info = "result[0]"}, tensor<2x3x4xf32> {jax.result_info = "result[1]"}, tensor<2x4xf32> {jax.result_info = "result[2]"}, tensor<f32> {jax.result_info = "result[3]"}, tensor<8x8xf32> {jax.result_info = "result[4]"}, tensor<f32> {jax.result_info = "result[5]"}, tensor<2x4x3xf32> {jax.result_info = "result[6]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8xf32>, tensor<2x8x3xf32>) -> tensor<2x4x3xf32>
    %1 = stablehlo.dot_general %arg1, %arg0, batching_dims = [0] x [0], contracting_dims = [1] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x8x3xf32>, tensor<2x4x8xf32>) -> tensor<2x3x4xf32>
    %2 = stablehlo.dot_general %arg0, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8xf32>, tensor<8xf32>) -> tensor<2x4xf32>
    %3 = stablehlo.dot_general %arg2, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
    %4 = stablehlo.broadcast_in_dim %arg2, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %5 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %6 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %7 = stablehlo.broadcast_in_dim %5, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %8 = stablehlo.multiply %6, %7 : tensor<8x8xf32>
    %9 = stablehlo.dot_general %arg2, %arg2, contracting_dims = [0] x [0], precision = [HIGHEST, HIGHEST] : (tensor<8xf32>, tensor<8xf32>) -> tensor<f32>
    %10 = stablehlo.convert %arg0 : (tensor<2x4x8xf32>) -> tensor<2x4x8xbf16>
    %11 = stablehlo.convert %arg1 : (tensor<2x8x3xf32>) -> tensor<2x8x3xbf16>
    %12 = stablehlo.dot_general %10, %11, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x4x8xbf16>, tensor<2x8x3xbf16>) -> tensor<2x4x3xf32>
    return %0, %1, %2, %3, %8, %9, %12 : tensor<2x4x3xf32>, tensor<2x3x4xf32>, tensor<2x4xf32>, tensor<f32>, tensor<8x8xf32>, tensor<f32>, tensor<2x4x3xf32>
  }
}
