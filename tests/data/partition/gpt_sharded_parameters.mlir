module @jit_train attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg1: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg2: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg3: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg4: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg5: tensor<32x64xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg6: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg7: tensor<64x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg8: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg9: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg10: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg11: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg12: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg13: tensor<32x64xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg14: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg15: tensor<64x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg16: tensor<64x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg17: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg18: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg19: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg20: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg21: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg22: tensor<32x64xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg23: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg24: tensor<64x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg25: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg26: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg27: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg28: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg29: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg30: tensor<32x64xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg31: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg32: tensor<64x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg33: tensor<64x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg34: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg35: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg36: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg37: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg38: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg39: tensor<32x64xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg40: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg41: tensor<64x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg42: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg43: tensor<32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %arg44: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg45: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg46: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg47: tensor<32x64xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg48: tensor<32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg49: tensor<64x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg50: tensor<64x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, %arg51: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, %arg52: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<32xf64> {jax.result_info = "result[0][0][0]['g1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf64> {jax.result_info = "result[0][0][0]['g2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x32xf64> {jax.result_info = "result[0][0][0]['k']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[0][0][0]['o']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<32x32xf64> {jax.result_info = "result[0][0][0]['q']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x64xf64> {jax.result_info = "result[0][0][0]['u']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[0][0][0]['v']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<64x32xf64> {jax.result_info = "result[0][0][0]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<32xf64> {jax.result_info = "result[0][0][1]['g1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf64> {jax.result_info = "result[0][0][1]['g2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x32xf64> {jax.result_info = "result[0][0][1]['k']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[0][0][1]['o']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<32x32xf64> {jax.result_info = "result[0][0][1]['q']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x64xf64> {jax.result_info = "result[0][0][1]['u']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[0][0][1]['v']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<64x32xf64> {jax.result_info = "result[0][0][1]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<64x32xf64> {jax.result_info = "result[0][1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<32xf64> {jax.result_info = "result[1][0][0]['g1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf64> {jax.result_info = "result[1][0][0]['g2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x32xf64> {jax.result_info = "result[1][0][0]['k']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[1][0][0]['o']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<32x32xf64> {jax.result_info = "result[1][0][0]['q']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x64xf64> {jax.result_info = "result[1][0][0]['u']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[1][0][0]['v']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<64x32xf64> {jax.result_info = "result[1][0][0]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<32xf64> {jax.result_info = "result[1][0][1]['g1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf64> {jax.result_info = "result[1][0][1]['g2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x32xf64> {jax.result_info = "result[1][0][1]['k']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[1][0][1]['o']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<32x32xf64> {jax.result_info = "result[1][0][1]['q']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x64xf64> {jax.result_info = "result[1][0][1]['u']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[1][0][1]['v']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<64x32xf64> {jax.result_info = "result[1][0][1]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<64x32xf64> {jax.result_info = "result[1][1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<32xf64> {jax.result_info = "result[2][0][0]['g1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf64> {jax.result_info = "result[2][0][0]['g2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x32xf64> {jax.result_info = "result[2][0][0]['k']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[2][0][0]['o']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<32x32xf64> {jax.result_info = "result[2][0][0]['q']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x64xf64> {jax.result_info = "result[2][0][0]['u']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[2][0][0]['v']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<64x32xf64> {jax.result_info = "result[2][0][0]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<32xf64> {jax.result_info = "result[2][0][1]['g1']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32xf64> {jax.result_info = "result[2][0][1]['g2']", sdy.sharding = #sdy.sharding<@mesh, [{}]>}, tensor<32x32xf64> {jax.result_info = "result[2][0][1]['k']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[2][0][1]['o']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<32x32xf64> {jax.result_info = "result[2][0][1]['q']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x64xf64> {jax.result_info = "result[2][0][1]['u']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<32x32xf64> {jax.result_info = "result[2][0][1]['v']", sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}, tensor<64x32xf64> {jax.result_info = "result[2][0][1]['w']", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<64x32xf64> {jax.result_info = "result[2][1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}]>}, tensor<f64> {jax.result_info = "result[3]", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %1 = stablehlo.compare LT, %arg51, %0, SIGNED : (tensor<8x16xi32>, tensor<8x16xi32>) -> tensor<8x16xi1>
    %c_0 = stablehlo.constant dense<64> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16xi32>
    %3 = stablehlo.add %arg51, %2 : tensor<8x16xi32>
    %4 = stablehlo.select %1, %3, %arg51 : tensor<8x16xi1>, tensor<8x16xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %6 = "stablehlo.gather"(%arg16, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xf64>, tensor<8x16x1xi32>) -> tensor<8x16x32xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %cst_1 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %9 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %10 = stablehlo.divide %8, %9 : tensor<8x16x1xf64>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %12 = stablehlo.subtract %6, %11 : tensor<8x16x32xf64>
    %13 = stablehlo.multiply %12, %12 : tensor<8x16x32xf64>
    %cst_2 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %14 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<8x16x32xf64>
    %15 = stablehlo.multiply %14, %12 : tensor<8x16x32xf64>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %16 = stablehlo.reduce(%13 init: %cst_3) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %17 = stablehlo.broadcast_in_dim %16, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %cst_4 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %18 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %19 = stablehlo.divide %17, %18 : tensor<8x16x1xf64>
    %20 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %21 = stablehlo.subtract %6, %20 : tensor<8x16x32xf64>
    %cst_5 = stablehlo.constant dense<1.000000e-05> : tensor<f64>
    %22 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %23 = stablehlo.add %19, %22 : tensor<8x16x1xf64>
    %24 = stablehlo.rsqrt %23 : tensor<8x16x1xf64>
    %25 = stablehlo.divide %24, %23 : tensor<8x16x1xf64>
    %cst_6 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
    %26 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %27 = stablehlo.multiply %26, %25 : tensor<8x16x1xf64>
    %28 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %29 = stablehlo.multiply %21, %28 : tensor<8x16x32xf64>
    %30 = stablehlo.broadcast_in_dim %arg0, dims = [2] : (tensor<32xf64>) -> tensor<1x1x32xf64>
    %31 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<1x1x32xf64>) -> tensor<8x16x32xf64>
    %32 = stablehlo.multiply %29, %31 : tensor<8x16x32xf64>
    %33 = stablehlo.dot_general %32, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %34 = stablehlo.reshape %33 : (tensor<8x16x32xf64>) -> tensor<8x16x4x8xf64>
    %35 = stablehlo.dot_general %32, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %36 = stablehlo.reshape %35 : (tensor<8x16x32xf64>) -> tensor<8x16x4x8xf64>
    %37 = stablehlo.dot_general %32, %arg6, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %38 = stablehlo.reshape %37 : (tensor<8x16x32xf64>) -> tensor<8x16x4x8xf64>
    %39 = stablehlo.dot_general %34, %36, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf64>, tensor<8x16x4x8xf64>) -> tensor<8x4x16x16xf64>
    %cst_7 = stablehlo.constant dense<2.8284271247461903> : tensor<f64>
    %40 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f64>) -> tensor<8x4x16x16xf64>
    %41 = stablehlo.divide %39, %40 : tensor<8x4x16x16xf64>
    %c_8 = stablehlo.constant dense<true> : tensor<i1>
    %42 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %43 = call @tril(%42) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %cst_9 = stablehlo.constant dense<-1.000000e+09> : tensor<f64>
    %44:2 = call @_where(%43, %41, %cst_9) : (tensor<16x16xi1>, tensor<8x4x16x16xf64>, tensor<f64>) -> (tensor<8x4x16x16xf64>, tensor<8x4x16x16xi1>)
    %cst_10 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %45 = stablehlo.reduce(%44#0 init: %cst_10) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf64>, tensor<f64>) -> tensor<8x4x16xf64>
    %cst_11 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %46 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f64>) -> tensor<8x4x16xf64>
    %47 = stablehlo.maximum %46, %45 : tensor<8x4x16xf64>
    %48 = stablehlo.broadcast_in_dim %47, dims = [0, 1, 2] : (tensor<8x4x16xf64>) -> tensor<8x4x16x1xf64>
    %49 = stablehlo.broadcast_in_dim %48, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf64>) -> tensor<8x4x16x16xf64>
    %50 = stablehlo.subtract %44#0, %49 : tensor<8x4x16x16xf64>
    %51 = stablehlo.exponential %50 : tensor<8x4x16x16xf64>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %52 = stablehlo.reduce(%51 init: %cst_12) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf64>, tensor<f64>) -> tensor<8x4x16xf64>
    %53 = stablehlo.broadcast_in_dim %52, dims = [0, 1, 2] : (tensor<8x4x16xf64>) -> tensor<8x4x16x1xf64>
    %54 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf64>) -> tensor<8x4x16x16xf64>
    %55 = stablehlo.divide %51, %54 : tensor<8x4x16x16xf64>
    %56 = stablehlo.multiply %53, %53 : tensor<8x4x16x1xf64>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %57 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f64>) -> tensor<8x4x16x1xf64>
    %58 = stablehlo.divide %57, %56 : tensor<8x4x16x1xf64>
    %59 = stablehlo.dot_general %38, %55, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf64>, tensor<8x4x16x16xf64>) -> tensor<8x4x8x16xf64>
    %60 = stablehlo.transpose %59, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf64>) -> tensor<8x16x4x8xf64>
    %61 = stablehlo.reshape %60 : (tensor<8x16x4x8xf64>) -> tensor<8x16x32xf64>
    %62 = stablehlo.dot_general %61, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %63 = stablehlo.add %6, %62 : tensor<8x16x32xf64>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %64 = stablehlo.reduce(%63 init: %cst_14) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %cst_15 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %66 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %67 = stablehlo.divide %65, %66 : tensor<8x16x1xf64>
    %68 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %69 = stablehlo.subtract %63, %68 : tensor<8x16x32xf64>
    %70 = stablehlo.multiply %69, %69 : tensor<8x16x32xf64>
    %cst_16 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %71 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f64>) -> tensor<8x16x32xf64>
    %72 = stablehlo.multiply %71, %69 : tensor<8x16x32xf64>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %73 = stablehlo.reduce(%70 init: %cst_17) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %74 = stablehlo.broadcast_in_dim %73, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %cst_18 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %75 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %76 = stablehlo.divide %74, %75 : tensor<8x16x1xf64>
    %77 = stablehlo.broadcast_in_dim %67, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %78 = stablehlo.subtract %63, %77 : tensor<8x16x32xf64>
    %cst_19 = stablehlo.constant dense<1.000000e-05> : tensor<f64>
    %79 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %80 = stablehlo.add %76, %79 : tensor<8x16x1xf64>
    %81 = stablehlo.rsqrt %80 : tensor<8x16x1xf64>
    %82 = stablehlo.divide %81, %80 : tensor<8x16x1xf64>
    %cst_20 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
    %83 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %84 = stablehlo.multiply %83, %82 : tensor<8x16x1xf64>
    %85 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %86 = stablehlo.multiply %78, %85 : tensor<8x16x32xf64>
    %87 = stablehlo.broadcast_in_dim %arg1, dims = [2] : (tensor<32xf64>) -> tensor<1x1x32xf64>
    %88 = stablehlo.broadcast_in_dim %87, dims = [0, 1, 2] : (tensor<1x1x32xf64>) -> tensor<8x16x32xf64>
    %89 = stablehlo.multiply %86, %88 : tensor<8x16x32xf64>
    %90 = stablehlo.dot_general %89, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x64xf64>) -> tensor<8x16x64xf64>
    %91 = stablehlo.multiply %90, %90 : tensor<8x16x64xf64>
    %92 = stablehlo.multiply %91, %90 : tensor<8x16x64xf64>
    %93 = stablehlo.multiply %90, %90 : tensor<8x16x64xf64>
    %cst_21 = stablehlo.constant dense<3.000000e+00> : tensor<f64>
    %94 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %95 = stablehlo.multiply %94, %93 : tensor<8x16x64xf64>
    %cst_22 = stablehlo.constant dense<4.471500e-02> : tensor<f64>
    %96 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %97 = stablehlo.multiply %96, %92 : tensor<8x16x64xf64>
    %98 = stablehlo.add %90, %97 : tensor<8x16x64xf64>
    %cst_23 = stablehlo.constant dense<0.79788456080286541> : tensor<f64>
    %99 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %100 = stablehlo.multiply %99, %98 : tensor<8x16x64xf64>
    %101 = stablehlo.tanh %100 : tensor<8x16x64xf64>
    %cst_24 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %102 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %103 = stablehlo.subtract %102, %101 : tensor<8x16x64xf64>
    %cst_25 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %104 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %105 = stablehlo.add %104, %101 : tensor<8x16x64xf64>
    %cst_26 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %106 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %107 = stablehlo.multiply %106, %105 : tensor<8x16x64xf64>
    %108 = stablehlo.multiply %90, %107 : tensor<8x16x64xf64>
    %109 = stablehlo.dot_general %108, %arg7, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf64>, tensor<64x32xf64>) -> tensor<8x16x32xf64>
    %110 = stablehlo.add %63, %109 : tensor<8x16x32xf64>
    %cst_27 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %111 = stablehlo.reduce(%110 init: %cst_27) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %112 = stablehlo.broadcast_in_dim %111, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %cst_28 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %113 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %114 = stablehlo.divide %112, %113 : tensor<8x16x1xf64>
    %115 = stablehlo.broadcast_in_dim %114, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %116 = stablehlo.subtract %110, %115 : tensor<8x16x32xf64>
    %117 = stablehlo.multiply %116, %116 : tensor<8x16x32xf64>
    %cst_29 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %118 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f64>) -> tensor<8x16x32xf64>
    %119 = stablehlo.multiply %118, %116 : tensor<8x16x32xf64>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %120 = stablehlo.reduce(%117 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %121 = stablehlo.broadcast_in_dim %120, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %cst_31 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %122 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %123 = stablehlo.divide %121, %122 : tensor<8x16x1xf64>
    %124 = stablehlo.broadcast_in_dim %114, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %125 = stablehlo.subtract %110, %124 : tensor<8x16x32xf64>
    %cst_32 = stablehlo.constant dense<1.000000e-05> : tensor<f64>
    %126 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %127 = stablehlo.add %123, %126 : tensor<8x16x1xf64>
    %128 = stablehlo.rsqrt %127 : tensor<8x16x1xf64>
    %129 = stablehlo.divide %128, %127 : tensor<8x16x1xf64>
    %cst_33 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
    %130 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %131 = stablehlo.multiply %130, %129 : tensor<8x16x1xf64>
    %132 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %133 = stablehlo.multiply %125, %132 : tensor<8x16x32xf64>
    %134 = stablehlo.broadcast_in_dim %arg8, dims = [2] : (tensor<32xf64>) -> tensor<1x1x32xf64>
    %135 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<1x1x32xf64>) -> tensor<8x16x32xf64>
    %136 = stablehlo.multiply %133, %135 : tensor<8x16x32xf64>
    %137 = stablehlo.dot_general %136, %arg12, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %138 = stablehlo.reshape %137 : (tensor<8x16x32xf64>) -> tensor<8x16x4x8xf64>
    %139 = stablehlo.dot_general %136, %arg10, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %140 = stablehlo.reshape %139 : (tensor<8x16x32xf64>) -> tensor<8x16x4x8xf64>
    %141 = stablehlo.dot_general %136, %arg14, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %142 = stablehlo.reshape %141 : (tensor<8x16x32xf64>) -> tensor<8x16x4x8xf64>
    %143 = stablehlo.dot_general %138, %140, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf64>, tensor<8x16x4x8xf64>) -> tensor<8x4x16x16xf64>
    %cst_34 = stablehlo.constant dense<2.8284271247461903> : tensor<f64>
    %144 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f64>) -> tensor<8x4x16x16xf64>
    %145 = stablehlo.divide %143, %144 : tensor<8x4x16x16xf64>
    %c_35 = stablehlo.constant dense<true> : tensor<i1>
    %146 = stablehlo.broadcast_in_dim %c_35, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %147 = call @tril(%146) : (tensor<16x16xi1>) -> tensor<16x16xi1>
    %cst_36 = stablehlo.constant dense<-1.000000e+09> : tensor<f64>
    %148:2 = call @_where(%147, %145, %cst_36) : (tensor<16x16xi1>, tensor<8x4x16x16xf64>, tensor<f64>) -> (tensor<8x4x16x16xf64>, tensor<8x4x16x16xi1>)
    %cst_37 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %149 = stablehlo.reduce(%148#0 init: %cst_37) applies stablehlo.maximum across dimensions = [3] : (tensor<8x4x16x16xf64>, tensor<f64>) -> tensor<8x4x16xf64>
    %cst_38 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %150 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f64>) -> tensor<8x4x16xf64>
    %151 = stablehlo.maximum %150, %149 : tensor<8x4x16xf64>
    %152 = stablehlo.broadcast_in_dim %151, dims = [0, 1, 2] : (tensor<8x4x16xf64>) -> tensor<8x4x16x1xf64>
    %153 = stablehlo.broadcast_in_dim %152, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf64>) -> tensor<8x4x16x16xf64>
    %154 = stablehlo.subtract %148#0, %153 : tensor<8x4x16x16xf64>
    %155 = stablehlo.exponential %154 : tensor<8x4x16x16xf64>
    %cst_39 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %156 = stablehlo.reduce(%155 init: %cst_39) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf64>, tensor<f64>) -> tensor<8x4x16xf64>
    %157 = stablehlo.broadcast_in_dim %156, dims = [0, 1, 2] : (tensor<8x4x16xf64>) -> tensor<8x4x16x1xf64>
    %158 = stablehlo.broadcast_in_dim %157, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf64>) -> tensor<8x4x16x16xf64>
    %159 = stablehlo.divide %155, %158 : tensor<8x4x16x16xf64>
    %160 = stablehlo.multiply %157, %157 : tensor<8x4x16x1xf64>
    %cst_40 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %161 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f64>) -> tensor<8x4x16x1xf64>
    %162 = stablehlo.divide %161, %160 : tensor<8x4x16x1xf64>
    %163 = stablehlo.dot_general %142, %159, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x16x4x8xf64>, tensor<8x4x16x16xf64>) -> tensor<8x4x8x16xf64>
    %164 = stablehlo.transpose %163, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf64>) -> tensor<8x16x4x8xf64>
    %165 = stablehlo.reshape %164 : (tensor<8x16x4x8xf64>) -> tensor<8x16x32xf64>
    %166 = stablehlo.dot_general %165, %arg11, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %167 = stablehlo.add %110, %166 : tensor<8x16x32xf64>
    %cst_41 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %168 = stablehlo.reduce(%167 init: %cst_41) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %169 = stablehlo.broadcast_in_dim %168, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %cst_42 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %170 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %171 = stablehlo.divide %169, %170 : tensor<8x16x1xf64>
    %172 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %173 = stablehlo.subtract %167, %172 : tensor<8x16x32xf64>
    %174 = stablehlo.multiply %173, %173 : tensor<8x16x32xf64>
    %cst_43 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %175 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f64>) -> tensor<8x16x32xf64>
    %176 = stablehlo.multiply %175, %173 : tensor<8x16x32xf64>
    %cst_44 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %177 = stablehlo.reduce(%174 init: %cst_44) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %178 = stablehlo.broadcast_in_dim %177, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %cst_45 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %179 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %180 = stablehlo.divide %178, %179 : tensor<8x16x1xf64>
    %181 = stablehlo.broadcast_in_dim %171, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %182 = stablehlo.subtract %167, %181 : tensor<8x16x32xf64>
    %cst_46 = stablehlo.constant dense<1.000000e-05> : tensor<f64>
    %183 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %184 = stablehlo.add %180, %183 : tensor<8x16x1xf64>
    %185 = stablehlo.rsqrt %184 : tensor<8x16x1xf64>
    %186 = stablehlo.divide %185, %184 : tensor<8x16x1xf64>
    %cst_47 = stablehlo.constant dense<-5.000000e-01> : tensor<f64>
    %187 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %188 = stablehlo.multiply %187, %186 : tensor<8x16x1xf64>
    %189 = stablehlo.broadcast_in_dim %185, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %190 = stablehlo.multiply %182, %189 : tensor<8x16x32xf64>
    %191 = stablehlo.broadcast_in_dim %arg9, dims = [2] : (tensor<32xf64>) -> tensor<1x1x32xf64>
    %192 = stablehlo.broadcast_in_dim %191, dims = [0, 1, 2] : (tensor<1x1x32xf64>) -> tensor<8x16x32xf64>
    %193 = stablehlo.multiply %190, %192 : tensor<8x16x32xf64>
    %194 = stablehlo.dot_general %193, %arg13, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x64xf64>) -> tensor<8x16x64xf64>
    %195 = stablehlo.multiply %194, %194 : tensor<8x16x64xf64>
    %196 = stablehlo.multiply %195, %194 : tensor<8x16x64xf64>
    %197 = stablehlo.multiply %194, %194 : tensor<8x16x64xf64>
    %cst_48 = stablehlo.constant dense<3.000000e+00> : tensor<f64>
    %198 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %199 = stablehlo.multiply %198, %197 : tensor<8x16x64xf64>
    %cst_49 = stablehlo.constant dense<4.471500e-02> : tensor<f64>
    %200 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %201 = stablehlo.multiply %200, %196 : tensor<8x16x64xf64>
    %202 = stablehlo.add %194, %201 : tensor<8x16x64xf64>
    %cst_50 = stablehlo.constant dense<0.79788456080286541> : tensor<f64>
    %203 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %204 = stablehlo.multiply %203, %202 : tensor<8x16x64xf64>
    %205 = stablehlo.tanh %204 : tensor<8x16x64xf64>
    %cst_51 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %206 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %207 = stablehlo.subtract %206, %205 : tensor<8x16x64xf64>
    %cst_52 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %208 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %209 = stablehlo.add %208, %205 : tensor<8x16x64xf64>
    %cst_53 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %210 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %211 = stablehlo.multiply %210, %209 : tensor<8x16x64xf64>
    %212 = stablehlo.multiply %194, %211 : tensor<8x16x64xf64>
    %213 = stablehlo.dot_general %212, %arg15, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf64>, tensor<64x32xf64>) -> tensor<8x16x32xf64>
    %214 = stablehlo.add %167, %213 : tensor<8x16x32xf64>
    %215 = stablehlo.transpose %arg16, dims = [1, 0] : (tensor<64x32xf64>) -> tensor<32x64xf64>
    %216 = stablehlo.dot_general %214, %215, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x64xf64>) -> tensor<8x16x64xf64>
    %217:3 = call @log_softmax(%216) : (tensor<8x16x64xf64>) -> (tensor<8x16x64xf64>, tensor<8x16x64xf64>, tensor<8x16x1xf64>)
    %218 = stablehlo.broadcast_in_dim %arg52, dims = [0, 1] : (tensor<8x16xi32>) -> tensor<8x16x1xi32>
    %219:2 = call @take_along_axis(%217#0, %218) : (tensor<8x16x64xf64>, tensor<8x16x1xi32>) -> (tensor<8x16x1xf64>, tensor<8x16x1x1xi32>)
    %cst_54 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %220 = stablehlo.reduce(%219#0 init: %cst_54) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<8x16x1xf64>, tensor<f64>) -> tensor<f64>
    %cst_55 = stablehlo.constant dense<1.280000e+02> : tensor<f64>
    %221 = stablehlo.divide %220, %cst_55 : tensor<f64>
    %222 = stablehlo.negate %221 : tensor<f64>
    %cst_56 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %223 = stablehlo.negate %cst_56 : tensor<f64>
    %cst_57 = stablehlo.constant dense<1.280000e+02> : tensor<f64>
    %224 = stablehlo.divide %223, %cst_57 : tensor<f64>
    %225 = stablehlo.broadcast_in_dim %224, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %226 = call @take_along_axis_0(%219#1, %225) : (tensor<8x16x1x1xi32>, tensor<8x16x1xf64>) -> tensor<8x16x64xf64>
    %227 = call @log_softmax_1(%217#1, %217#2, %226) : (tensor<8x16x64xf64>, tensor<8x16x1xf64>, tensor<8x16x64xf64>) -> tensor<8x16x64xf64>
    %228 = stablehlo.dot_general %227, %214, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf64>, tensor<8x16x32xf64>) -> tensor<64x32xf64>
    %229 = stablehlo.transpose %228, dims = [1, 0] : (tensor<64x32xf64>) -> tensor<32x64xf64>
    %230 = stablehlo.dot_general %227, %215, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf64>, tensor<32x64xf64>) -> tensor<8x16x32xf64>
    %231 = stablehlo.transpose %229, dims = [1, 0] : (tensor<32x64xf64>) -> tensor<64x32xf64>
    %232 = stablehlo.dot_general %230, %212, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<8x16x64xf64>) -> tensor<32x64xf64>
    %233 = stablehlo.transpose %232, dims = [1, 0] : (tensor<32x64xf64>) -> tensor<64x32xf64>
    %234 = stablehlo.dot_general %230, %arg15, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<64x32xf64>) -> tensor<8x16x64xf64>
    %235 = stablehlo.multiply %194, %234 : tensor<8x16x64xf64>
    %236 = stablehlo.multiply %234, %211 : tensor<8x16x64xf64>
    %cst_58 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %237 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %238 = stablehlo.multiply %237, %235 : tensor<8x16x64xf64>
    %239 = stablehlo.multiply %238, %207 : tensor<8x16x64xf64>
    %240 = stablehlo.multiply %239, %205 : tensor<8x16x64xf64>
    %241 = stablehlo.add %239, %240 : tensor<8x16x64xf64>
    %cst_59 = stablehlo.constant dense<0.79788456080286541> : tensor<f64>
    %242 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %243 = stablehlo.multiply %242, %241 : tensor<8x16x64xf64>
    %244 = stablehlo.add %236, %243 : tensor<8x16x64xf64>
    %cst_60 = stablehlo.constant dense<4.471500e-02> : tensor<f64>
    %245 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %246 = stablehlo.multiply %245, %243 : tensor<8x16x64xf64>
    %247 = stablehlo.multiply %246, %199 : tensor<8x16x64xf64>
    %248 = stablehlo.add %244, %247 : tensor<8x16x64xf64>
    %249 = stablehlo.dot_general %248, %193, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf64>, tensor<8x16x32xf64>) -> tensor<64x32xf64>
    %250 = stablehlo.transpose %249, dims = [1, 0] : (tensor<64x32xf64>) -> tensor<32x64xf64>
    %251 = stablehlo.dot_general %248, %arg13, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf64>, tensor<32x64xf64>) -> tensor<8x16x32xf64>
    %252 = stablehlo.multiply %190, %251 : tensor<8x16x32xf64>
    %cst_61 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %253 = stablehlo.reduce(%252 init: %cst_61) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<32xf64>
    %254 = stablehlo.reshape %253 : (tensor<32xf64>) -> tensor<1x1x32xf64>
    %255 = stablehlo.broadcast_in_dim %191, dims = [0, 1, 2] : (tensor<1x1x32xf64>) -> tensor<8x16x32xf64>
    %256 = stablehlo.multiply %251, %255 : tensor<8x16x32xf64>
    %cst_62 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %257 = stablehlo.reduce(%254 init: %cst_62) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf64>, tensor<f64>) -> tensor<32xf64>
    %258 = stablehlo.multiply %182, %256 : tensor<8x16x32xf64>
    %cst_63 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %259 = stablehlo.reduce(%258 init: %cst_63) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %260 = stablehlo.reshape %259 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %261 = stablehlo.broadcast_in_dim %185, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %262 = stablehlo.multiply %256, %261 : tensor<8x16x32xf64>
    %263 = stablehlo.multiply %260, %188 : tensor<8x16x1xf64>
    %264 = stablehlo.negate %262 : tensor<8x16x32xf64>
    %cst_64 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %265 = stablehlo.reduce(%264 init: %cst_64) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %266 = stablehlo.reshape %265 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %267 = stablehlo.add %230, %262 : tensor<8x16x32xf64>
    %cst_65 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %268 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %269 = stablehlo.divide %263, %268 : tensor<8x16x1xf64>
    %cst_66 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %270 = stablehlo.reduce(%269 init: %cst_66) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf64>, tensor<f64>) -> tensor<8x16xf64>
    %271 = stablehlo.broadcast_in_dim %270, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x32xf64>
    %272 = stablehlo.multiply %271, %176 : tensor<8x16x32xf64>
    %273 = stablehlo.negate %272 : tensor<8x16x32xf64>
    %cst_67 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %274 = stablehlo.reduce(%273 init: %cst_67) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %275 = stablehlo.reshape %274 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %276 = stablehlo.add %267, %272 : tensor<8x16x32xf64>
    %277 = stablehlo.add %266, %275 : tensor<8x16x1xf64>
    %cst_68 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %278 = stablehlo.broadcast_in_dim %cst_68, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %279 = stablehlo.divide %277, %278 : tensor<8x16x1xf64>
    %cst_69 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %280 = stablehlo.reduce(%279 init: %cst_69) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf64>, tensor<f64>) -> tensor<8x16xf64>
    %281 = stablehlo.broadcast_in_dim %280, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x32xf64>
    %282 = stablehlo.add %276, %281 : tensor<8x16x32xf64>
    %283 = stablehlo.dot_general %282, %165, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<8x16x32xf64>) -> tensor<32x32xf64>
    %284 = stablehlo.transpose %283, dims = [1, 0] : (tensor<32x32xf64>) -> tensor<32x32xf64>
    %285 = stablehlo.dot_general %282, %arg11, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %286 = stablehlo.reshape %285 : (tensor<8x16x32xf64>) -> tensor<8x16x4x8xf64>
    %287 = stablehlo.transpose %286, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf64>) -> tensor<8x4x8x16xf64>
    %288 = stablehlo.dot_general %287, %142, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf64>, tensor<8x16x4x8xf64>) -> tensor<8x4x16x16xf64>
    %289 = stablehlo.dot_general %287, %159, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf64>, tensor<8x4x16x16xf64>) -> tensor<8x4x8x16xf64>
    %290 = stablehlo.transpose %289, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf64>) -> tensor<8x16x4x8xf64>
    %291 = stablehlo.broadcast_in_dim %162, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf64>) -> tensor<8x4x16x16xf64>
    %292 = stablehlo.multiply %288, %291 : tensor<8x4x16x16xf64>
    %293 = stablehlo.multiply %292, %155 : tensor<8x4x16x16xf64>
    %cst_70 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %294 = stablehlo.reduce(%293 init: %cst_70) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf64>, tensor<f64>) -> tensor<8x4x16xf64>
    %295 = stablehlo.reshape %294 : (tensor<8x4x16xf64>) -> tensor<8x4x16x1xf64>
    %296 = stablehlo.negate %295 : tensor<8x4x16x1xf64>
    %297 = stablehlo.broadcast_in_dim %157, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf64>) -> tensor<8x4x16x16xf64>
    %298 = stablehlo.divide %288, %297 : tensor<8x4x16x16xf64>
    %cst_71 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %299 = stablehlo.reduce(%296 init: %cst_71) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf64>, tensor<f64>) -> tensor<8x4x16xf64>
    %300 = stablehlo.broadcast_in_dim %299, dims = [0, 1, 2] : (tensor<8x4x16xf64>) -> tensor<8x4x16x16xf64>
    %301 = stablehlo.add %298, %300 : tensor<8x4x16x16xf64>
    %302 = stablehlo.multiply %301, %155 : tensor<8x4x16x16xf64>
    %303 = call @_where_2(%148#1, %302) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf64>) -> tensor<8x4x16x16xf64>
    %cst_72 = stablehlo.constant dense<2.8284271247461903> : tensor<f64>
    %304 = stablehlo.broadcast_in_dim %cst_72, dims = [] : (tensor<f64>) -> tensor<8x4x16x16xf64>
    %305 = stablehlo.divide %303, %304 : tensor<8x4x16x16xf64>
    %306 = stablehlo.dot_general %305, %138, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf64>, tensor<8x16x4x8xf64>) -> tensor<8x4x16x8xf64>
    %307 = stablehlo.transpose %306, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf64>) -> tensor<8x16x4x8xf64>
    %308 = stablehlo.dot_general %305, %140, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf64>, tensor<8x16x4x8xf64>) -> tensor<8x4x16x8xf64>
    %309 = stablehlo.transpose %308, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf64>) -> tensor<8x16x4x8xf64>
    %310 = stablehlo.reshape %290 : (tensor<8x16x4x8xf64>) -> tensor<8x16x32xf64>
    %311 = stablehlo.dot_general %310, %136, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<8x16x32xf64>) -> tensor<32x32xf64>
    %312 = stablehlo.transpose %311, dims = [1, 0] : (tensor<32x32xf64>) -> tensor<32x32xf64>
    %313 = stablehlo.dot_general %310, %arg14, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %314 = stablehlo.reshape %307 : (tensor<8x16x4x8xf64>) -> tensor<8x16x32xf64>
    %315 = stablehlo.dot_general %314, %136, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<8x16x32xf64>) -> tensor<32x32xf64>
    %316 = stablehlo.transpose %315, dims = [1, 0] : (tensor<32x32xf64>) -> tensor<32x32xf64>
    %317 = stablehlo.dot_general %314, %arg10, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %318 = stablehlo.add %313, %317 : tensor<8x16x32xf64>
    %319 = stablehlo.reshape %309 : (tensor<8x16x4x8xf64>) -> tensor<8x16x32xf64>
    %320 = stablehlo.dot_general %319, %136, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<8x16x32xf64>) -> tensor<32x32xf64>
    %321 = stablehlo.transpose %320, dims = [1, 0] : (tensor<32x32xf64>) -> tensor<32x32xf64>
    %322 = stablehlo.dot_general %319, %arg12, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %323 = stablehlo.add %318, %322 : tensor<8x16x32xf64>
    %324 = stablehlo.multiply %133, %323 : tensor<8x16x32xf64>
    %cst_73 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %325 = stablehlo.reduce(%324 init: %cst_73) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<32xf64>
    %326 = stablehlo.reshape %325 : (tensor<32xf64>) -> tensor<1x1x32xf64>
    %327 = stablehlo.broadcast_in_dim %134, dims = [0, 1, 2] : (tensor<1x1x32xf64>) -> tensor<8x16x32xf64>
    %328 = stablehlo.multiply %323, %327 : tensor<8x16x32xf64>
    %cst_74 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %329 = stablehlo.reduce(%326 init: %cst_74) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf64>, tensor<f64>) -> tensor<32xf64>
    %330 = stablehlo.multiply %125, %328 : tensor<8x16x32xf64>
    %cst_75 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %331 = stablehlo.reduce(%330 init: %cst_75) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %332 = stablehlo.reshape %331 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %333 = stablehlo.broadcast_in_dim %128, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %334 = stablehlo.multiply %328, %333 : tensor<8x16x32xf64>
    %335 = stablehlo.multiply %332, %131 : tensor<8x16x1xf64>
    %336 = stablehlo.negate %334 : tensor<8x16x32xf64>
    %cst_76 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %337 = stablehlo.reduce(%336 init: %cst_76) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %338 = stablehlo.reshape %337 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %339 = stablehlo.add %282, %334 : tensor<8x16x32xf64>
    %cst_77 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %340 = stablehlo.broadcast_in_dim %cst_77, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %341 = stablehlo.divide %335, %340 : tensor<8x16x1xf64>
    %cst_78 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %342 = stablehlo.reduce(%341 init: %cst_78) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf64>, tensor<f64>) -> tensor<8x16xf64>
    %343 = stablehlo.broadcast_in_dim %342, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x32xf64>
    %344 = stablehlo.multiply %343, %119 : tensor<8x16x32xf64>
    %345 = stablehlo.negate %344 : tensor<8x16x32xf64>
    %cst_79 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %346 = stablehlo.reduce(%345 init: %cst_79) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %347 = stablehlo.reshape %346 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %348 = stablehlo.add %339, %344 : tensor<8x16x32xf64>
    %349 = stablehlo.add %338, %347 : tensor<8x16x1xf64>
    %cst_80 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %350 = stablehlo.broadcast_in_dim %cst_80, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %351 = stablehlo.divide %349, %350 : tensor<8x16x1xf64>
    %cst_81 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %352 = stablehlo.reduce(%351 init: %cst_81) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf64>, tensor<f64>) -> tensor<8x16xf64>
    %353 = stablehlo.broadcast_in_dim %352, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x32xf64>
    %354 = stablehlo.add %348, %353 : tensor<8x16x32xf64>
    %355 = stablehlo.dot_general %354, %108, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<8x16x64xf64>) -> tensor<32x64xf64>
    %356 = stablehlo.transpose %355, dims = [1, 0] : (tensor<32x64xf64>) -> tensor<64x32xf64>
    %357 = stablehlo.dot_general %354, %arg7, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<64x32xf64>) -> tensor<8x16x64xf64>
    %358 = stablehlo.multiply %90, %357 : tensor<8x16x64xf64>
    %359 = stablehlo.multiply %357, %107 : tensor<8x16x64xf64>
    %cst_82 = stablehlo.constant dense<5.000000e-01> : tensor<f64>
    %360 = stablehlo.broadcast_in_dim %cst_82, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %361 = stablehlo.multiply %360, %358 : tensor<8x16x64xf64>
    %362 = stablehlo.multiply %361, %103 : tensor<8x16x64xf64>
    %363 = stablehlo.multiply %362, %101 : tensor<8x16x64xf64>
    %364 = stablehlo.add %362, %363 : tensor<8x16x64xf64>
    %cst_83 = stablehlo.constant dense<0.79788456080286541> : tensor<f64>
    %365 = stablehlo.broadcast_in_dim %cst_83, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %366 = stablehlo.multiply %365, %364 : tensor<8x16x64xf64>
    %367 = stablehlo.add %359, %366 : tensor<8x16x64xf64>
    %cst_84 = stablehlo.constant dense<4.471500e-02> : tensor<f64>
    %368 = stablehlo.broadcast_in_dim %cst_84, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %369 = stablehlo.multiply %368, %366 : tensor<8x16x64xf64>
    %370 = stablehlo.multiply %369, %95 : tensor<8x16x64xf64>
    %371 = stablehlo.add %367, %370 : tensor<8x16x64xf64>
    %372 = stablehlo.dot_general %371, %89, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf64>, tensor<8x16x32xf64>) -> tensor<64x32xf64>
    %373 = stablehlo.transpose %372, dims = [1, 0] : (tensor<64x32xf64>) -> tensor<32x64xf64>
    %374 = stablehlo.dot_general %371, %arg5, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x64xf64>, tensor<32x64xf64>) -> tensor<8x16x32xf64>
    %375 = stablehlo.multiply %86, %374 : tensor<8x16x32xf64>
    %cst_85 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %376 = stablehlo.reduce(%375 init: %cst_85) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<32xf64>
    %377 = stablehlo.reshape %376 : (tensor<32xf64>) -> tensor<1x1x32xf64>
    %378 = stablehlo.broadcast_in_dim %87, dims = [0, 1, 2] : (tensor<1x1x32xf64>) -> tensor<8x16x32xf64>
    %379 = stablehlo.multiply %374, %378 : tensor<8x16x32xf64>
    %cst_86 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %380 = stablehlo.reduce(%377 init: %cst_86) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf64>, tensor<f64>) -> tensor<32xf64>
    %381 = stablehlo.multiply %78, %379 : tensor<8x16x32xf64>
    %cst_87 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %382 = stablehlo.reduce(%381 init: %cst_87) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %383 = stablehlo.reshape %382 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %384 = stablehlo.broadcast_in_dim %81, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %385 = stablehlo.multiply %379, %384 : tensor<8x16x32xf64>
    %386 = stablehlo.multiply %383, %84 : tensor<8x16x1xf64>
    %387 = stablehlo.negate %385 : tensor<8x16x32xf64>
    %cst_88 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %388 = stablehlo.reduce(%387 init: %cst_88) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %389 = stablehlo.reshape %388 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %390 = stablehlo.add %354, %385 : tensor<8x16x32xf64>
    %cst_89 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %391 = stablehlo.broadcast_in_dim %cst_89, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %392 = stablehlo.divide %386, %391 : tensor<8x16x1xf64>
    %cst_90 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %393 = stablehlo.reduce(%392 init: %cst_90) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf64>, tensor<f64>) -> tensor<8x16xf64>
    %394 = stablehlo.broadcast_in_dim %393, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x32xf64>
    %395 = stablehlo.multiply %394, %72 : tensor<8x16x32xf64>
    %396 = stablehlo.negate %395 : tensor<8x16x32xf64>
    %cst_91 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %397 = stablehlo.reduce(%396 init: %cst_91) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %398 = stablehlo.reshape %397 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %399 = stablehlo.add %390, %395 : tensor<8x16x32xf64>
    %400 = stablehlo.add %389, %398 : tensor<8x16x1xf64>
    %cst_92 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %401 = stablehlo.broadcast_in_dim %cst_92, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %402 = stablehlo.divide %400, %401 : tensor<8x16x1xf64>
    %cst_93 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %403 = stablehlo.reduce(%402 init: %cst_93) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf64>, tensor<f64>) -> tensor<8x16xf64>
    %404 = stablehlo.broadcast_in_dim %403, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x32xf64>
    %405 = stablehlo.add %399, %404 : tensor<8x16x32xf64>
    %406 = stablehlo.dot_general %405, %61, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<8x16x32xf64>) -> tensor<32x32xf64>
    %407 = stablehlo.transpose %406, dims = [1, 0] : (tensor<32x32xf64>) -> tensor<32x32xf64>
    %408 = stablehlo.dot_general %405, %arg3, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %409 = stablehlo.reshape %408 : (tensor<8x16x32xf64>) -> tensor<8x16x4x8xf64>
    %410 = stablehlo.transpose %409, dims = [0, 2, 3, 1] : (tensor<8x16x4x8xf64>) -> tensor<8x4x8x16xf64>
    %411 = stablehlo.dot_general %410, %38, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [3], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf64>, tensor<8x16x4x8xf64>) -> tensor<8x4x16x16xf64>
    %412 = stablehlo.dot_general %410, %55, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<8x4x8x16xf64>, tensor<8x4x16x16xf64>) -> tensor<8x4x8x16xf64>
    %413 = stablehlo.transpose %412, dims = [0, 3, 1, 2] : (tensor<8x4x8x16xf64>) -> tensor<8x16x4x8xf64>
    %414 = stablehlo.broadcast_in_dim %58, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf64>) -> tensor<8x4x16x16xf64>
    %415 = stablehlo.multiply %411, %414 : tensor<8x4x16x16xf64>
    %416 = stablehlo.multiply %415, %51 : tensor<8x4x16x16xf64>
    %cst_94 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %417 = stablehlo.reduce(%416 init: %cst_94) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x16xf64>, tensor<f64>) -> tensor<8x4x16xf64>
    %418 = stablehlo.reshape %417 : (tensor<8x4x16xf64>) -> tensor<8x4x16x1xf64>
    %419 = stablehlo.negate %418 : tensor<8x4x16x1xf64>
    %420 = stablehlo.broadcast_in_dim %53, dims = [0, 1, 2, 3] : (tensor<8x4x16x1xf64>) -> tensor<8x4x16x16xf64>
    %421 = stablehlo.divide %411, %420 : tensor<8x4x16x16xf64>
    %cst_95 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %422 = stablehlo.reduce(%419 init: %cst_95) applies stablehlo.add across dimensions = [3] : (tensor<8x4x16x1xf64>, tensor<f64>) -> tensor<8x4x16xf64>
    %423 = stablehlo.broadcast_in_dim %422, dims = [0, 1, 2] : (tensor<8x4x16xf64>) -> tensor<8x4x16x16xf64>
    %424 = stablehlo.add %421, %423 : tensor<8x4x16x16xf64>
    %425 = stablehlo.multiply %424, %51 : tensor<8x4x16x16xf64>
    %426 = call @_where_2(%44#1, %425) : (tensor<8x4x16x16xi1>, tensor<8x4x16x16xf64>) -> tensor<8x4x16x16xf64>
    %cst_96 = stablehlo.constant dense<2.8284271247461903> : tensor<f64>
    %427 = stablehlo.broadcast_in_dim %cst_96, dims = [] : (tensor<f64>) -> tensor<8x4x16x16xf64>
    %428 = stablehlo.divide %426, %427 : tensor<8x4x16x16xf64>
    %429 = stablehlo.dot_general %428, %34, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf64>, tensor<8x16x4x8xf64>) -> tensor<8x4x16x8xf64>
    %430 = stablehlo.transpose %429, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf64>) -> tensor<8x16x4x8xf64>
    %431 = stablehlo.dot_general %428, %36, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x4x16x16xf64>, tensor<8x16x4x8xf64>) -> tensor<8x4x16x8xf64>
    %432 = stablehlo.transpose %431, dims = [0, 2, 1, 3] : (tensor<8x4x16x8xf64>) -> tensor<8x16x4x8xf64>
    %433 = stablehlo.reshape %413 : (tensor<8x16x4x8xf64>) -> tensor<8x16x32xf64>
    %434 = stablehlo.dot_general %433, %32, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<8x16x32xf64>) -> tensor<32x32xf64>
    %435 = stablehlo.transpose %434, dims = [1, 0] : (tensor<32x32xf64>) -> tensor<32x32xf64>
    %436 = stablehlo.dot_general %433, %arg6, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %437 = stablehlo.reshape %430 : (tensor<8x16x4x8xf64>) -> tensor<8x16x32xf64>
    %438 = stablehlo.dot_general %437, %32, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<8x16x32xf64>) -> tensor<32x32xf64>
    %439 = stablehlo.transpose %438, dims = [1, 0] : (tensor<32x32xf64>) -> tensor<32x32xf64>
    %440 = stablehlo.dot_general %437, %arg2, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %441 = stablehlo.add %436, %440 : tensor<8x16x32xf64>
    %442 = stablehlo.reshape %432 : (tensor<8x16x4x8xf64>) -> tensor<8x16x32xf64>
    %443 = stablehlo.dot_general %442, %32, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<8x16x32xf64>) -> tensor<32x32xf64>
    %444 = stablehlo.transpose %443, dims = [1, 0] : (tensor<32x32xf64>) -> tensor<32x32xf64>
    %445 = stablehlo.dot_general %442, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<8x16x32xf64>, tensor<32x32xf64>) -> tensor<8x16x32xf64>
    %446 = stablehlo.add %441, %445 : tensor<8x16x32xf64>
    %447 = stablehlo.multiply %29, %446 : tensor<8x16x32xf64>
    %cst_97 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %448 = stablehlo.reduce(%447 init: %cst_97) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<32xf64>
    %449 = stablehlo.reshape %448 : (tensor<32xf64>) -> tensor<1x1x32xf64>
    %450 = stablehlo.broadcast_in_dim %30, dims = [0, 1, 2] : (tensor<1x1x32xf64>) -> tensor<8x16x32xf64>
    %451 = stablehlo.multiply %446, %450 : tensor<8x16x32xf64>
    %cst_98 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %452 = stablehlo.reduce(%449 init: %cst_98) applies stablehlo.add across dimensions = [0, 1] : (tensor<1x1x32xf64>, tensor<f64>) -> tensor<32xf64>
    %453 = stablehlo.multiply %21, %451 : tensor<8x16x32xf64>
    %cst_99 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %454 = stablehlo.reduce(%453 init: %cst_99) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %455 = stablehlo.reshape %454 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %456 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x32xf64>
    %457 = stablehlo.multiply %451, %456 : tensor<8x16x32xf64>
    %458 = stablehlo.multiply %455, %27 : tensor<8x16x1xf64>
    %459 = stablehlo.negate %457 : tensor<8x16x32xf64>
    %cst_100 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %460 = stablehlo.reduce(%459 init: %cst_100) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %461 = stablehlo.reshape %460 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %462 = stablehlo.add %405, %457 : tensor<8x16x32xf64>
    %cst_101 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %463 = stablehlo.broadcast_in_dim %cst_101, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %464 = stablehlo.divide %458, %463 : tensor<8x16x1xf64>
    %cst_102 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %465 = stablehlo.reduce(%464 init: %cst_102) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf64>, tensor<f64>) -> tensor<8x16xf64>
    %466 = stablehlo.broadcast_in_dim %465, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x32xf64>
    %467 = stablehlo.multiply %466, %15 : tensor<8x16x32xf64>
    %468 = stablehlo.negate %467 : tensor<8x16x32xf64>
    %cst_103 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %469 = stablehlo.reduce(%468 init: %cst_103) applies stablehlo.add across dimensions = [2] : (tensor<8x16x32xf64>, tensor<f64>) -> tensor<8x16xf64>
    %470 = stablehlo.reshape %469 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %471 = stablehlo.add %462, %467 : tensor<8x16x32xf64>
    %472 = stablehlo.add %461, %470 : tensor<8x16x1xf64>
    %cst_104 = stablehlo.constant dense<3.200000e+01> : tensor<f64>
    %473 = stablehlo.broadcast_in_dim %cst_104, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %474 = stablehlo.divide %472, %473 : tensor<8x16x1xf64>
    %cst_105 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %475 = stablehlo.reduce(%474 init: %cst_105) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf64>, tensor<f64>) -> tensor<8x16xf64>
    %476 = stablehlo.broadcast_in_dim %475, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x32xf64>
    %477 = stablehlo.add %471, %476 : tensor<8x16x32xf64>
    %cst_106 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %478 = stablehlo.broadcast_in_dim %cst_106, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %479 = "stablehlo.scatter"(%478, %5, %477) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg53: tensor<f64>, %arg54: tensor<f64>):
      %787 = stablehlo.add %arg53, %arg54 : tensor<f64>
      stablehlo.return %787 : tensor<f64>
    }) : (tensor<64x32xf64>, tensor<8x16x1xi32>, tensor<8x16x32xf64>) -> tensor<64x32xf64>
    %480 = stablehlo.add %231, %479 : tensor<64x32xf64>
    %cst_107 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %481 = stablehlo.broadcast_in_dim %cst_107, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %482 = stablehlo.multiply %481, %arg17 : tensor<32xf64>
    %cst_108 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %483 = stablehlo.broadcast_in_dim %cst_108, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %484 = stablehlo.multiply %483, %452 : tensor<32xf64>
    %485 = stablehlo.add %482, %484 : tensor<32xf64>
    %cst_109 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %486 = stablehlo.broadcast_in_dim %cst_109, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %487 = stablehlo.multiply %486, %arg18 : tensor<32xf64>
    %cst_110 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %488 = stablehlo.broadcast_in_dim %cst_110, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %489 = stablehlo.multiply %488, %380 : tensor<32xf64>
    %490 = stablehlo.add %487, %489 : tensor<32xf64>
    %cst_111 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %491 = stablehlo.broadcast_in_dim %cst_111, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %492 = stablehlo.multiply %491, %arg19 : tensor<32x32xf64>
    %cst_112 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %493 = stablehlo.broadcast_in_dim %cst_112, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %494 = stablehlo.multiply %493, %439 : tensor<32x32xf64>
    %495 = stablehlo.add %492, %494 : tensor<32x32xf64>
    %cst_113 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %496 = stablehlo.broadcast_in_dim %cst_113, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %497 = stablehlo.multiply %496, %arg20 : tensor<32x32xf64>
    %cst_114 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %498 = stablehlo.broadcast_in_dim %cst_114, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %499 = stablehlo.multiply %498, %407 : tensor<32x32xf64>
    %500 = stablehlo.add %497, %499 : tensor<32x32xf64>
    %cst_115 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %501 = stablehlo.broadcast_in_dim %cst_115, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %502 = stablehlo.multiply %501, %arg21 : tensor<32x32xf64>
    %cst_116 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %503 = stablehlo.broadcast_in_dim %cst_116, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %504 = stablehlo.multiply %503, %444 : tensor<32x32xf64>
    %505 = stablehlo.add %502, %504 : tensor<32x32xf64>
    %cst_117 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %506 = stablehlo.broadcast_in_dim %cst_117, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %507 = stablehlo.multiply %506, %arg22 : tensor<32x64xf64>
    %cst_118 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %508 = stablehlo.broadcast_in_dim %cst_118, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %509 = stablehlo.multiply %508, %373 : tensor<32x64xf64>
    %510 = stablehlo.add %507, %509 : tensor<32x64xf64>
    %cst_119 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %511 = stablehlo.broadcast_in_dim %cst_119, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %512 = stablehlo.multiply %511, %arg23 : tensor<32x32xf64>
    %cst_120 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %513 = stablehlo.broadcast_in_dim %cst_120, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %514 = stablehlo.multiply %513, %435 : tensor<32x32xf64>
    %515 = stablehlo.add %512, %514 : tensor<32x32xf64>
    %cst_121 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %516 = stablehlo.broadcast_in_dim %cst_121, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %517 = stablehlo.multiply %516, %arg24 : tensor<64x32xf64>
    %cst_122 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %518 = stablehlo.broadcast_in_dim %cst_122, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %519 = stablehlo.multiply %518, %356 : tensor<64x32xf64>
    %520 = stablehlo.add %517, %519 : tensor<64x32xf64>
    %cst_123 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %521 = stablehlo.broadcast_in_dim %cst_123, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %522 = stablehlo.multiply %521, %arg25 : tensor<32xf64>
    %cst_124 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %523 = stablehlo.broadcast_in_dim %cst_124, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %524 = stablehlo.multiply %523, %329 : tensor<32xf64>
    %525 = stablehlo.add %522, %524 : tensor<32xf64>
    %cst_125 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %526 = stablehlo.broadcast_in_dim %cst_125, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %527 = stablehlo.multiply %526, %arg26 : tensor<32xf64>
    %cst_126 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %528 = stablehlo.broadcast_in_dim %cst_126, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %529 = stablehlo.multiply %528, %257 : tensor<32xf64>
    %530 = stablehlo.add %527, %529 : tensor<32xf64>
    %cst_127 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %531 = stablehlo.broadcast_in_dim %cst_127, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %532 = stablehlo.multiply %531, %arg27 : tensor<32x32xf64>
    %cst_128 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %533 = stablehlo.broadcast_in_dim %cst_128, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %534 = stablehlo.multiply %533, %316 : tensor<32x32xf64>
    %535 = stablehlo.add %532, %534 : tensor<32x32xf64>
    %cst_129 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %536 = stablehlo.broadcast_in_dim %cst_129, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %537 = stablehlo.multiply %536, %arg28 : tensor<32x32xf64>
    %cst_130 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %538 = stablehlo.broadcast_in_dim %cst_130, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %539 = stablehlo.multiply %538, %284 : tensor<32x32xf64>
    %540 = stablehlo.add %537, %539 : tensor<32x32xf64>
    %cst_131 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %541 = stablehlo.broadcast_in_dim %cst_131, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %542 = stablehlo.multiply %541, %arg29 : tensor<32x32xf64>
    %cst_132 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %543 = stablehlo.broadcast_in_dim %cst_132, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %544 = stablehlo.multiply %543, %321 : tensor<32x32xf64>
    %545 = stablehlo.add %542, %544 : tensor<32x32xf64>
    %cst_133 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %546 = stablehlo.broadcast_in_dim %cst_133, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %547 = stablehlo.multiply %546, %arg30 : tensor<32x64xf64>
    %cst_134 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %548 = stablehlo.broadcast_in_dim %cst_134, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %549 = stablehlo.multiply %548, %250 : tensor<32x64xf64>
    %550 = stablehlo.add %547, %549 : tensor<32x64xf64>
    %cst_135 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %551 = stablehlo.broadcast_in_dim %cst_135, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %552 = stablehlo.multiply %551, %arg31 : tensor<32x32xf64>
    %cst_136 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %553 = stablehlo.broadcast_in_dim %cst_136, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %554 = stablehlo.multiply %553, %312 : tensor<32x32xf64>
    %555 = stablehlo.add %552, %554 : tensor<32x32xf64>
    %cst_137 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %556 = stablehlo.broadcast_in_dim %cst_137, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %557 = stablehlo.multiply %556, %arg32 : tensor<64x32xf64>
    %cst_138 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %558 = stablehlo.broadcast_in_dim %cst_138, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %559 = stablehlo.multiply %558, %233 : tensor<64x32xf64>
    %560 = stablehlo.add %557, %559 : tensor<64x32xf64>
    %cst_139 = stablehlo.constant dense<9.000000e-01> : tensor<f64>
    %561 = stablehlo.broadcast_in_dim %cst_139, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %562 = stablehlo.multiply %561, %arg33 : tensor<64x32xf64>
    %cst_140 = stablehlo.constant dense<1.000000e-01> : tensor<f64>
    %563 = stablehlo.broadcast_in_dim %cst_140, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %564 = stablehlo.multiply %563, %480 : tensor<64x32xf64>
    %565 = stablehlo.add %562, %564 : tensor<64x32xf64>
    %cst_141 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %566 = stablehlo.broadcast_in_dim %cst_141, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %567 = stablehlo.multiply %566, %arg34 : tensor<32xf64>
    %cst_142 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %568 = stablehlo.broadcast_in_dim %cst_142, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %569 = stablehlo.multiply %568, %452 : tensor<32xf64>
    %570 = stablehlo.multiply %569, %452 : tensor<32xf64>
    %571 = stablehlo.add %567, %570 : tensor<32xf64>
    %cst_143 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %572 = stablehlo.broadcast_in_dim %cst_143, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %573 = stablehlo.multiply %572, %arg35 : tensor<32xf64>
    %cst_144 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %574 = stablehlo.broadcast_in_dim %cst_144, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %575 = stablehlo.multiply %574, %380 : tensor<32xf64>
    %576 = stablehlo.multiply %575, %380 : tensor<32xf64>
    %577 = stablehlo.add %573, %576 : tensor<32xf64>
    %cst_145 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %578 = stablehlo.broadcast_in_dim %cst_145, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %579 = stablehlo.multiply %578, %arg36 : tensor<32x32xf64>
    %cst_146 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %580 = stablehlo.broadcast_in_dim %cst_146, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %581 = stablehlo.multiply %580, %439 : tensor<32x32xf64>
    %582 = stablehlo.multiply %581, %439 : tensor<32x32xf64>
    %583 = stablehlo.add %579, %582 : tensor<32x32xf64>
    %cst_147 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %584 = stablehlo.broadcast_in_dim %cst_147, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %585 = stablehlo.multiply %584, %arg37 : tensor<32x32xf64>
    %cst_148 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %586 = stablehlo.broadcast_in_dim %cst_148, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %587 = stablehlo.multiply %586, %407 : tensor<32x32xf64>
    %588 = stablehlo.multiply %587, %407 : tensor<32x32xf64>
    %589 = stablehlo.add %585, %588 : tensor<32x32xf64>
    %cst_149 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %590 = stablehlo.broadcast_in_dim %cst_149, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %591 = stablehlo.multiply %590, %arg38 : tensor<32x32xf64>
    %cst_150 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %592 = stablehlo.broadcast_in_dim %cst_150, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %593 = stablehlo.multiply %592, %444 : tensor<32x32xf64>
    %594 = stablehlo.multiply %593, %444 : tensor<32x32xf64>
    %595 = stablehlo.add %591, %594 : tensor<32x32xf64>
    %cst_151 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %596 = stablehlo.broadcast_in_dim %cst_151, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %597 = stablehlo.multiply %596, %arg39 : tensor<32x64xf64>
    %cst_152 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %598 = stablehlo.broadcast_in_dim %cst_152, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %599 = stablehlo.multiply %598, %373 : tensor<32x64xf64>
    %600 = stablehlo.multiply %599, %373 : tensor<32x64xf64>
    %601 = stablehlo.add %597, %600 : tensor<32x64xf64>
    %cst_153 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %602 = stablehlo.broadcast_in_dim %cst_153, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %603 = stablehlo.multiply %602, %arg40 : tensor<32x32xf64>
    %cst_154 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %604 = stablehlo.broadcast_in_dim %cst_154, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %605 = stablehlo.multiply %604, %435 : tensor<32x32xf64>
    %606 = stablehlo.multiply %605, %435 : tensor<32x32xf64>
    %607 = stablehlo.add %603, %606 : tensor<32x32xf64>
    %cst_155 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %608 = stablehlo.broadcast_in_dim %cst_155, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %609 = stablehlo.multiply %608, %arg41 : tensor<64x32xf64>
    %cst_156 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %610 = stablehlo.broadcast_in_dim %cst_156, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %611 = stablehlo.multiply %610, %356 : tensor<64x32xf64>
    %612 = stablehlo.multiply %611, %356 : tensor<64x32xf64>
    %613 = stablehlo.add %609, %612 : tensor<64x32xf64>
    %cst_157 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %614 = stablehlo.broadcast_in_dim %cst_157, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %615 = stablehlo.multiply %614, %arg42 : tensor<32xf64>
    %cst_158 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %616 = stablehlo.broadcast_in_dim %cst_158, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %617 = stablehlo.multiply %616, %329 : tensor<32xf64>
    %618 = stablehlo.multiply %617, %329 : tensor<32xf64>
    %619 = stablehlo.add %615, %618 : tensor<32xf64>
    %cst_159 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %620 = stablehlo.broadcast_in_dim %cst_159, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %621 = stablehlo.multiply %620, %arg43 : tensor<32xf64>
    %cst_160 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %622 = stablehlo.broadcast_in_dim %cst_160, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %623 = stablehlo.multiply %622, %257 : tensor<32xf64>
    %624 = stablehlo.multiply %623, %257 : tensor<32xf64>
    %625 = stablehlo.add %621, %624 : tensor<32xf64>
    %cst_161 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %626 = stablehlo.broadcast_in_dim %cst_161, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %627 = stablehlo.multiply %626, %arg44 : tensor<32x32xf64>
    %cst_162 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %628 = stablehlo.broadcast_in_dim %cst_162, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %629 = stablehlo.multiply %628, %316 : tensor<32x32xf64>
    %630 = stablehlo.multiply %629, %316 : tensor<32x32xf64>
    %631 = stablehlo.add %627, %630 : tensor<32x32xf64>
    %cst_163 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %632 = stablehlo.broadcast_in_dim %cst_163, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %633 = stablehlo.multiply %632, %arg45 : tensor<32x32xf64>
    %cst_164 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %634 = stablehlo.broadcast_in_dim %cst_164, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %635 = stablehlo.multiply %634, %284 : tensor<32x32xf64>
    %636 = stablehlo.multiply %635, %284 : tensor<32x32xf64>
    %637 = stablehlo.add %633, %636 : tensor<32x32xf64>
    %cst_165 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %638 = stablehlo.broadcast_in_dim %cst_165, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %639 = stablehlo.multiply %638, %arg46 : tensor<32x32xf64>
    %cst_166 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %640 = stablehlo.broadcast_in_dim %cst_166, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %641 = stablehlo.multiply %640, %321 : tensor<32x32xf64>
    %642 = stablehlo.multiply %641, %321 : tensor<32x32xf64>
    %643 = stablehlo.add %639, %642 : tensor<32x32xf64>
    %cst_167 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %644 = stablehlo.broadcast_in_dim %cst_167, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %645 = stablehlo.multiply %644, %arg47 : tensor<32x64xf64>
    %cst_168 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %646 = stablehlo.broadcast_in_dim %cst_168, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %647 = stablehlo.multiply %646, %250 : tensor<32x64xf64>
    %648 = stablehlo.multiply %647, %250 : tensor<32x64xf64>
    %649 = stablehlo.add %645, %648 : tensor<32x64xf64>
    %cst_169 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %650 = stablehlo.broadcast_in_dim %cst_169, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %651 = stablehlo.multiply %650, %arg48 : tensor<32x32xf64>
    %cst_170 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %652 = stablehlo.broadcast_in_dim %cst_170, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %653 = stablehlo.multiply %652, %312 : tensor<32x32xf64>
    %654 = stablehlo.multiply %653, %312 : tensor<32x32xf64>
    %655 = stablehlo.add %651, %654 : tensor<32x32xf64>
    %cst_171 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %656 = stablehlo.broadcast_in_dim %cst_171, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %657 = stablehlo.multiply %656, %arg49 : tensor<64x32xf64>
    %cst_172 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %658 = stablehlo.broadcast_in_dim %cst_172, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %659 = stablehlo.multiply %658, %233 : tensor<64x32xf64>
    %660 = stablehlo.multiply %659, %233 : tensor<64x32xf64>
    %661 = stablehlo.add %657, %660 : tensor<64x32xf64>
    %cst_173 = stablehlo.constant dense<0.98999999999999999> : tensor<f64>
    %662 = stablehlo.broadcast_in_dim %cst_173, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %663 = stablehlo.multiply %662, %arg50 : tensor<64x32xf64>
    %cst_174 = stablehlo.constant dense<1.000000e-02> : tensor<f64>
    %664 = stablehlo.broadcast_in_dim %cst_174, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %665 = stablehlo.multiply %664, %480 : tensor<64x32xf64>
    %666 = stablehlo.multiply %665, %480 : tensor<64x32xf64>
    %667 = stablehlo.add %663, %666 : tensor<64x32xf64>
    %cst_175 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %668 = stablehlo.broadcast_in_dim %cst_175, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %669 = stablehlo.multiply %668, %485 : tensor<32xf64>
    %670 = stablehlo.sqrt %571 : tensor<32xf64>
    %cst_176 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %671 = stablehlo.broadcast_in_dim %cst_176, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %672 = stablehlo.add %670, %671 : tensor<32xf64>
    %673 = stablehlo.divide %669, %672 : tensor<32xf64>
    %674 = stablehlo.subtract %arg0, %673 : tensor<32xf64>
    %cst_177 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %675 = stablehlo.broadcast_in_dim %cst_177, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %676 = stablehlo.multiply %675, %490 : tensor<32xf64>
    %677 = stablehlo.sqrt %577 : tensor<32xf64>
    %cst_178 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %678 = stablehlo.broadcast_in_dim %cst_178, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %679 = stablehlo.add %677, %678 : tensor<32xf64>
    %680 = stablehlo.divide %676, %679 : tensor<32xf64>
    %681 = stablehlo.subtract %arg1, %680 : tensor<32xf64>
    %cst_179 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %682 = stablehlo.broadcast_in_dim %cst_179, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %683 = stablehlo.multiply %682, %495 : tensor<32x32xf64>
    %684 = stablehlo.sqrt %583 : tensor<32x32xf64>
    %cst_180 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %685 = stablehlo.broadcast_in_dim %cst_180, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %686 = stablehlo.add %684, %685 : tensor<32x32xf64>
    %687 = stablehlo.divide %683, %686 : tensor<32x32xf64>
    %688 = stablehlo.subtract %arg2, %687 : tensor<32x32xf64>
    %cst_181 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %689 = stablehlo.broadcast_in_dim %cst_181, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %690 = stablehlo.multiply %689, %500 : tensor<32x32xf64>
    %691 = stablehlo.sqrt %589 : tensor<32x32xf64>
    %cst_182 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %692 = stablehlo.broadcast_in_dim %cst_182, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %693 = stablehlo.add %691, %692 : tensor<32x32xf64>
    %694 = stablehlo.divide %690, %693 : tensor<32x32xf64>
    %695 = stablehlo.subtract %arg3, %694 : tensor<32x32xf64>
    %cst_183 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %696 = stablehlo.broadcast_in_dim %cst_183, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %697 = stablehlo.multiply %696, %505 : tensor<32x32xf64>
    %698 = stablehlo.sqrt %595 : tensor<32x32xf64>
    %cst_184 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %699 = stablehlo.broadcast_in_dim %cst_184, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %700 = stablehlo.add %698, %699 : tensor<32x32xf64>
    %701 = stablehlo.divide %697, %700 : tensor<32x32xf64>
    %702 = stablehlo.subtract %arg4, %701 : tensor<32x32xf64>
    %cst_185 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %703 = stablehlo.broadcast_in_dim %cst_185, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %704 = stablehlo.multiply %703, %510 : tensor<32x64xf64>
    %705 = stablehlo.sqrt %601 : tensor<32x64xf64>
    %cst_186 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %706 = stablehlo.broadcast_in_dim %cst_186, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %707 = stablehlo.add %705, %706 : tensor<32x64xf64>
    %708 = stablehlo.divide %704, %707 : tensor<32x64xf64>
    %709 = stablehlo.subtract %arg5, %708 : tensor<32x64xf64>
    %cst_187 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %710 = stablehlo.broadcast_in_dim %cst_187, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %711 = stablehlo.multiply %710, %515 : tensor<32x32xf64>
    %712 = stablehlo.sqrt %607 : tensor<32x32xf64>
    %cst_188 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %713 = stablehlo.broadcast_in_dim %cst_188, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %714 = stablehlo.add %712, %713 : tensor<32x32xf64>
    %715 = stablehlo.divide %711, %714 : tensor<32x32xf64>
    %716 = stablehlo.subtract %arg6, %715 : tensor<32x32xf64>
    %cst_189 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %717 = stablehlo.broadcast_in_dim %cst_189, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %718 = stablehlo.multiply %717, %520 : tensor<64x32xf64>
    %719 = stablehlo.sqrt %613 : tensor<64x32xf64>
    %cst_190 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %720 = stablehlo.broadcast_in_dim %cst_190, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %721 = stablehlo.add %719, %720 : tensor<64x32xf64>
    %722 = stablehlo.divide %718, %721 : tensor<64x32xf64>
    %723 = stablehlo.subtract %arg7, %722 : tensor<64x32xf64>
    %cst_191 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %724 = stablehlo.broadcast_in_dim %cst_191, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %725 = stablehlo.multiply %724, %525 : tensor<32xf64>
    %726 = stablehlo.sqrt %619 : tensor<32xf64>
    %cst_192 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %727 = stablehlo.broadcast_in_dim %cst_192, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %728 = stablehlo.add %726, %727 : tensor<32xf64>
    %729 = stablehlo.divide %725, %728 : tensor<32xf64>
    %730 = stablehlo.subtract %arg8, %729 : tensor<32xf64>
    %cst_193 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %731 = stablehlo.broadcast_in_dim %cst_193, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %732 = stablehlo.multiply %731, %530 : tensor<32xf64>
    %733 = stablehlo.sqrt %625 : tensor<32xf64>
    %cst_194 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %734 = stablehlo.broadcast_in_dim %cst_194, dims = [] : (tensor<f64>) -> tensor<32xf64>
    %735 = stablehlo.add %733, %734 : tensor<32xf64>
    %736 = stablehlo.divide %732, %735 : tensor<32xf64>
    %737 = stablehlo.subtract %arg9, %736 : tensor<32xf64>
    %cst_195 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %738 = stablehlo.broadcast_in_dim %cst_195, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %739 = stablehlo.multiply %738, %535 : tensor<32x32xf64>
    %740 = stablehlo.sqrt %631 : tensor<32x32xf64>
    %cst_196 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %741 = stablehlo.broadcast_in_dim %cst_196, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %742 = stablehlo.add %740, %741 : tensor<32x32xf64>
    %743 = stablehlo.divide %739, %742 : tensor<32x32xf64>
    %744 = stablehlo.subtract %arg10, %743 : tensor<32x32xf64>
    %cst_197 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %745 = stablehlo.broadcast_in_dim %cst_197, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %746 = stablehlo.multiply %745, %540 : tensor<32x32xf64>
    %747 = stablehlo.sqrt %637 : tensor<32x32xf64>
    %cst_198 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %748 = stablehlo.broadcast_in_dim %cst_198, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %749 = stablehlo.add %747, %748 : tensor<32x32xf64>
    %750 = stablehlo.divide %746, %749 : tensor<32x32xf64>
    %751 = stablehlo.subtract %arg11, %750 : tensor<32x32xf64>
    %cst_199 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %752 = stablehlo.broadcast_in_dim %cst_199, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %753 = stablehlo.multiply %752, %545 : tensor<32x32xf64>
    %754 = stablehlo.sqrt %643 : tensor<32x32xf64>
    %cst_200 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %755 = stablehlo.broadcast_in_dim %cst_200, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %756 = stablehlo.add %754, %755 : tensor<32x32xf64>
    %757 = stablehlo.divide %753, %756 : tensor<32x32xf64>
    %758 = stablehlo.subtract %arg12, %757 : tensor<32x32xf64>
    %cst_201 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %759 = stablehlo.broadcast_in_dim %cst_201, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %760 = stablehlo.multiply %759, %550 : tensor<32x64xf64>
    %761 = stablehlo.sqrt %649 : tensor<32x64xf64>
    %cst_202 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %762 = stablehlo.broadcast_in_dim %cst_202, dims = [] : (tensor<f64>) -> tensor<32x64xf64>
    %763 = stablehlo.add %761, %762 : tensor<32x64xf64>
    %764 = stablehlo.divide %760, %763 : tensor<32x64xf64>
    %765 = stablehlo.subtract %arg13, %764 : tensor<32x64xf64>
    %cst_203 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %766 = stablehlo.broadcast_in_dim %cst_203, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %767 = stablehlo.multiply %766, %555 : tensor<32x32xf64>
    %768 = stablehlo.sqrt %655 : tensor<32x32xf64>
    %cst_204 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %769 = stablehlo.broadcast_in_dim %cst_204, dims = [] : (tensor<f64>) -> tensor<32x32xf64>
    %770 = stablehlo.add %768, %769 : tensor<32x32xf64>
    %771 = stablehlo.divide %767, %770 : tensor<32x32xf64>
    %772 = stablehlo.subtract %arg14, %771 : tensor<32x32xf64>
    %cst_205 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %773 = stablehlo.broadcast_in_dim %cst_205, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %774 = stablehlo.multiply %773, %560 : tensor<64x32xf64>
    %775 = stablehlo.sqrt %661 : tensor<64x32xf64>
    %cst_206 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %776 = stablehlo.broadcast_in_dim %cst_206, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %777 = stablehlo.add %775, %776 : tensor<64x32xf64>
    %778 = stablehlo.divide %774, %777 : tensor<64x32xf64>
    %779 = stablehlo.subtract %arg15, %778 : tensor<64x32xf64>
    %cst_207 = stablehlo.constant dense<1.000000e-03> : tensor<f64>
    %780 = stablehlo.broadcast_in_dim %cst_207, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %781 = stablehlo.multiply %780, %565 : tensor<64x32xf64>
    %782 = stablehlo.sqrt %667 : tensor<64x32xf64>
    %cst_208 = stablehlo.constant dense<1.000000e-08> : tensor<f64>
    %783 = stablehlo.broadcast_in_dim %cst_208, dims = [] : (tensor<f64>) -> tensor<64x32xf64>
    %784 = stablehlo.add %782, %783 : tensor<64x32xf64>
    %785 = stablehlo.divide %781, %784 : tensor<64x32xf64>
    %786 = stablehlo.subtract %arg16, %785 : tensor<64x32xf64>
    return %674, %681, %688, %695, %702, %709, %716, %723, %730, %737, %744, %751, %758, %765, %772, %779, %786, %485, %490, %495, %500, %505, %510, %515, %520, %525, %530, %535, %540, %545, %550, %555, %560, %565, %571, %577, %583, %589, %595, %601, %607, %613, %619, %625, %631, %637, %643, %649, %655, %661, %667, %222 : tensor<32xf64>, tensor<32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x64xf64>, tensor<32x32xf64>, tensor<64x32xf64>, tensor<32xf64>, tensor<32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x64xf64>, tensor<32x32xf64>, tensor<64x32xf64>, tensor<64x32xf64>, tensor<32xf64>, tensor<32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x64xf64>, tensor<32x32xf64>, tensor<64x32xf64>, tensor<32xf64>, tensor<32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x64xf64>, tensor<32x32xf64>, tensor<64x32xf64>, tensor<64x32xf64>, tensor<32xf64>, tensor<32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x64xf64>, tensor<32x32xf64>, tensor<64x32xf64>, tensor<32xf64>, tensor<32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x32xf64>, tensor<32x64xf64>, tensor<32x32xf64>, tensor<64x32xf64>, tensor<64x32xf64>, tensor<f64>
  }
  func.func private @tril(%arg0: tensor<16x16xi1>) -> tensor<16x16xi1> {
    %0 = stablehlo.iota dim = 0 : tensor<16x16xi64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i64>) -> tensor<16x16xi64>
    %2 = stablehlo.add %0, %1 : tensor<16x16xi64>
    %3 = stablehlo.iota dim = 1 : tensor<16x16xi64>
    %4 = stablehlo.compare GE, %2, %3, SIGNED : (tensor<16x16xi64>, tensor<16x16xi64>) -> tensor<16x16xi1>
    %c_0 = stablehlo.constant dense<false> : tensor<i1>
    %5 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i1>) -> tensor<16x16xi1>
    %6 = stablehlo.select %4, %arg0, %5 : tensor<16x16xi1>, tensor<16x16xi1>
    return %6 : tensor<16x16xi1>
  }
  func.func private @_where(%arg0: tensor<16x16xi1>, %arg1: tensor<8x4x16x16xf64>, %arg2: tensor<f64>) -> (tensor<8x4x16x16xf64>, tensor<8x4x16x16xi1>) {
    %0 = stablehlo.convert %arg2 : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [2, 3] : (tensor<16x16xi1>) -> tensor<8x4x16x16xi1>
    %2 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f64>) -> tensor<8x4x16x16xf64>
    %3 = stablehlo.select %1, %arg1, %2 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf64>
    return %3, %1 : tensor<8x4x16x16xf64>, tensor<8x4x16x16xi1>
  }
  func.func private @log_softmax(%arg0: tensor<8x16x64xf64>) -> (tensor<8x16x64xf64>, tensor<8x16x64xf64>, tensor<8x16x1xf64>) {
    %cst = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [2] : (tensor<8x16x64xf64>, tensor<f64>) -> tensor<8x16xf64>
    %cst_0 = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<8x16xf64>
    %2 = stablehlo.maximum %1, %0 : tensor<8x16xf64>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x64xf64>
    %5 = stablehlo.subtract %arg0, %4 : tensor<8x16x64xf64>
    %6 = stablehlo.exponential %5 : tensor<8x16x64xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf64>, tensor<f64>) -> tensor<8x16xf64>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %9 = stablehlo.log %8 : tensor<8x16x1xf64>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<8x16x1xf64>) -> tensor<8x16x64xf64>
    %11 = stablehlo.subtract %5, %10 : tensor<8x16x64xf64>
    return %11, %6, %8 : tensor<8x16x64xf64>, tensor<8x16x64xf64>, tensor<8x16x1xf64>
  }
  func.func private @take_along_axis(%arg0: tensor<8x16x64xf64>, %arg1: tensor<8x16x1xi32>) -> (tensor<8x16x1xf64>, tensor<8x16x1x1xi32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8x16x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<8x16x1xi32>, tensor<8x16x1xi32>) -> tensor<8x16x1xi1>
    %c_0 = stablehlo.constant dense<64> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8x16x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<8x16x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<8x16x1xi1>, tensor<8x16x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<8x16x1xi32>) -> tensor<8x16x1x1xi32>
    %c_1 = stablehlo.constant dense<63> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8x16x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<8x16x1x1xi32>, tensor<8x16x1x1xi32>) -> tensor<8x16x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [3] : (tensor<1xi32>) -> tensor<1x1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2, 3] : (tensor<1x1x1x1xi32>) -> tensor<8x16x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<8x16x1x1xi32>, tensor<8x16x1x1xi32>) -> tensor<8x16x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<8x16x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [3] : (tensor<8x16x1x1xi1>, tensor<i1>) -> tensor<8x16x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [2], operand_batching_dims = [0, 1], start_indices_batching_dims = [0, 1], start_index_map = [2], index_vector_dim = 3>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<8x16x64xf64>, tensor<8x16x1x1xi32>) -> tensor<8x16x1xf64>
    %cst = stablehlo.constant dense<0x7FF8000000000000> : tensor<f64>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<8x16x1xf64>
    %15 = stablehlo.select %12, %13, %14 : tensor<8x16x1xi1>, tensor<8x16x1xf64>
    return %15, %5 : tensor<8x16x1xf64>, tensor<8x16x1x1xi32>
  }
  func.func private @take_along_axis_0(%arg0: tensor<8x16x1x1xi32>, %arg1: tensor<8x16x1xf64>) -> tensor<8x16x64xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<8x16x64xf64>
    %1 = "stablehlo.scatter"(%0, %arg0, %arg1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [2], input_batching_dims = [0, 1], scatter_indices_batching_dims = [0, 1], scatter_dims_to_operand_dims = [2], index_vector_dim = 3>, unique_indices = false}> ({
    ^bb0(%arg2: tensor<f64>, %arg3: tensor<f64>):
      %2 = stablehlo.add %arg2, %arg3 : tensor<f64>
      stablehlo.return %2 : tensor<f64>
    }) : (tensor<8x16x64xf64>, tensor<8x16x1x1xi32>, tensor<8x16x1xf64>) -> tensor<8x16x64xf64>
    return %1 : tensor<8x16x64xf64>
  }
  func.func private @log_softmax_1(%arg0: tensor<8x16x64xf64>, %arg1: tensor<8x16x1xf64>, %arg2: tensor<8x16x64xf64>) -> tensor<8x16x64xf64> {
    %0 = stablehlo.negate %arg2 : tensor<8x16x64xf64>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<8x16x64xf64>, tensor<f64>) -> tensor<8x16xf64>
    %2 = stablehlo.reshape %1 : (tensor<8x16xf64>) -> tensor<8x16x1xf64>
    %3 = stablehlo.divide %2, %arg1 : tensor<8x16x1xf64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [2] : (tensor<8x16x1xf64>, tensor<f64>) -> tensor<8x16xf64>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<8x16xf64>) -> tensor<8x16x64xf64>
    %6 = stablehlo.multiply %5, %arg0 : tensor<8x16x64xf64>
    %7 = stablehlo.add %arg2, %6 : tensor<8x16x64xf64>
    return %7 : tensor<8x16x64xf64>
  }
  func.func private @_where_2(%arg0: tensor<8x4x16x16xi1>, %arg1: tensor<8x4x16x16xf64>) -> tensor<8x4x16x16xf64> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f64>) -> tensor<8x4x16x16xf64>
    %1 = stablehlo.select %arg0, %arg1, %0 : tensor<8x4x16x16xi1>, tensor<8x4x16x16xf64>
    return %1 : tensor<8x4x16x16xf64>
  }
}
