module @jit_unary_float attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32> {jax.result_info = "result[0]"}, tensor<4x8xf32> {jax.result_info = "result[1]"}, tensor<4x8xf32> {jax.result_info = "result[2]"}, tensor<4x8xf32> {jax.result_info = "result[3]"}, tensor<4x8xf32> {jax.result_info = "result[4]"}, tensor<4x8xf32> {jax.result_info = "result[5]"}, tensor<4x8xf32> {jax.result_info = "result[6]"}, tensor<4x8xi1> {jax.result_info = "result[7]"}, tensor<4x8xf32> {jax.result_info = "result[8]"}, tensor<4x8xf32> {jax.result_info = "result[9]"}, tensor<4x8xf32> {jax.result_info = "result[10]"}, tensor<4x8xf32> {jax.result_info = "result[11]"}, tensor<4x8xf32> {jax.result_info = "result[12]"}, tensor<4x8xf32> {jax.result_info = "result[13]"}, tensor<4x8xf32> {jax.result_info = "result[14]"}, tensor<4x8xf32> {jax.result_info = "result[15]"}, tensor<4x8xf32> {jax.result_info = "result[16]"}, tensor<4x8xf32> {jax.result_info = "result[17]"}, tensor<4x8xf32> {jax.result_info = "result[18]"}, tensor<4x8xf32> {jax.result_info = "result[19]"}, tensor<4x8xf32> {jax.result_info = "result[20]"}, tensor<4x8xbf16> {jax.result_info = "result[21]"}, tensor<4x8xf16> {jax.result_info = "result[22]"}, tensor<4x8xi32> {jax.result_info = "result[23]"}, tensor<4x8xi1> {jax.result_info = "result[24]"}, tensor<4x8xui32> {jax.result_info = "result[25]"}, tensor<4x8x4xui8> {jax.result_info = "result[26]"}) {
    %0 = stablehlo.abs %arg0 : tensor<4x8xf32>
    %1 = stablehlo.cbrt %arg0 : tensor<4x8xf32>
    %2 = stablehlo.ceil %arg0 : tensor<4x8xf32>
    %3 = stablehlo.cosine %arg0 : tensor<4x8xf32>
    %4 = stablehlo.exponential %arg0 : tensor<4x8xf32>
    %5 = stablehlo.exponential_minus_one %arg0 : tensor<4x8xf32>
    %6 = stablehlo.floor %arg0 : tensor<4x8xf32>
    %7 = stablehlo.is_finite %arg0 : (tensor<4x8xf32>) -> tensor<4x8xi1>
    %8 = stablehlo.log %arg0 : tensor<4x8xf32>
    %9 = stablehlo.log_plus_one %arg0 : tensor<4x8xf32>
    %10 = stablehlo.negate %arg0 : tensor<4x8xf32>
    %11 = stablehlo.exponential %10 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %13 = stablehlo.add %12, %11 : tensor<4x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %15 = stablehlo.divide %14, %13 : tensor<4x8xf32>
    %16 = stablehlo.negate %arg0 : tensor<4x8xf32>
    %17 = stablehlo.round_nearest_afz %arg0 : tensor<4x8xf32>
    %18 = call @round(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %19 = stablehlo.rsqrt %arg0 : tensor<4x8xf32>
    %20 = stablehlo.sign %arg0 : tensor<4x8xf32>
    %21 = stablehlo.sine %arg0 : tensor<4x8xf32>
    %22 = stablehlo.sqrt %arg0 : tensor<4x8xf32>
    %23 = stablehlo.tan %arg0 : tensor<4x8xf32>
    %24 = stablehlo.tanh %arg0 : tensor<4x8xf32>
    %25 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<4x8xf32>
    %26 = stablehlo.convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
    %27 = stablehlo.convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8xf16>
    %28 = stablehlo.convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8xi32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %30 = stablehlo.compare GT, %arg0, %29, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
    %31 = stablehlo.bitcast_convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8xui32>
    %32 = stablehlo.bitcast_convert %arg0 : (tensor<4x8xf32>) -> tensor<4x8x4xui8>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %30, %31, %32 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xbf16>, tensor<4x8xf16>, tensor<4x8xi32>, tensor<4x8xi1>, tensor<4x8xui32>, tensor<4x8x4xui8>
  }
  func.func private @round(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
}
