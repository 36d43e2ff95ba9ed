module @jit_loss attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<4x32x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}]>}, %arg1: tensor<16x32xf64> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}, {}]>}) -> (tensor<4x32x32xf64> {jax.result_info = "result", sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}]>}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %0 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f64>) -> tensor<4x16x32xf64>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %1 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f64>) -> tensor<4x16x32xf64>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %2 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f64>) -> tensor<4x16x32xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %3:7 = stablehlo.while(%iterArg = %arg0, %iterArg_7 = %cst, %iterArg_8 = %c, %iterArg_9 = %arg1, %iterArg_10 = %0, %iterArg_11 = %1, %iterArg_12 = %2) : tensor<4x32x32xf64>, tensor<f64>, tensor<i64>, tensor<16x32xf64>, tensor<4x16x32xf64>, tensor<4x16x32xf64>, tensor<4x16x32xf64>
    cond {
      %c_13 = stablehlo.constant dense<4> : tensor<i64>
      %10 = stablehlo.compare LT, %iterArg_8, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %10 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_8) : (tensor<4x32x32xf64>, tensor<i64>) -> tensor<32x32xf64>
      %11:4 = func.call @closed_call(%iterArg_7, %iterArg_9, %10) : (tensor<f64>, tensor<16x32xf64>, tensor<32x32xf64>) -> (tensor<16x32xf64>, tensor<16x32xf64>, tensor<16x32xf64>, tensor<16x32xf64>)
      %12 = func.call @dynamic_update_index_in_dim(%iterArg_10, %11#1, %iterArg_8) : (tensor<4x16x32xf64>, tensor<16x32xf64>, tensor<i64>) -> tensor<4x16x32xf64>
      %13 = func.call @dynamic_update_index_in_dim(%iterArg_11, %11#2, %iterArg_8) : (tensor<4x16x32xf64>, tensor<16x32xf64>, tensor<i64>) -> tensor<4x16x32xf64>
      %14 = func.call @dynamic_update_index_in_dim(%iterArg_12, %11#3, %iterArg_8) : (tensor<4x16x32xf64>, tensor<16x32xf64>, tensor<i64>) -> tensor<4x16x32xf64>
      %c_13 = stablehlo.constant dense<1> : tensor<i64>
      %15 = stablehlo.add %iterArg_8, %c_13 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_7, %15, %11#0, %12, %13, %14 : tensor<4x32x32xf64>, tensor<f64>, tensor<i64>, tensor<16x32xf64>, tensor<4x16x32xf64>, tensor<4x16x32xf64>, tensor<4x16x32xf64>
    }
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f64>
    %4 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f64>) -> tensor<16x32xf64>
    %5 = stablehlo.multiply %4, %3#3 : tensor<16x32xf64>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f64>
    %6 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f64>) -> tensor<16x32xf64>
    %7 = stablehlo.multiply %6, %5 : tensor<16x32xf64>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f64>
    %8 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f64>) -> tensor<4x32x32xf64>
    %c_6 = stablehlo.constant dense<0> : tensor<i64>
    %9:7 = stablehlo.while(%iterArg = %arg0, %iterArg_7 = %3#4, %iterArg_8 = %3#5, %iterArg_9 = %3#6, %iterArg_10 = %c_6, %iterArg_11 = %7, %iterArg_12 = %8) : tensor<4x32x32xf64>, tensor<4x16x32xf64>, tensor<4x16x32xf64>, tensor<4x16x32xf64>, tensor<i64>, tensor<16x32xf64>, tensor<4x32x32xf64>
    cond {
      %c_13 = stablehlo.constant dense<4> : tensor<i64>
      %10 = stablehlo.compare LT, %iterArg_10, %c_13, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %c_13 = stablehlo.constant dense<4> : tensor<i64>
      %10 = stablehlo.subtract %c_13, %iterArg_10 : tensor<i64>
      %c_14 = stablehlo.constant dense<1> : tensor<i64>
      %11 = stablehlo.subtract %10, %c_14 : tensor<i64>
      %12 = func.call @dynamic_index_in_dim(%iterArg, %11) : (tensor<4x32x32xf64>, tensor<i64>) -> tensor<32x32xf64>
      %13 = func.call @dynamic_index_in_dim_0(%iterArg_7, %11) : (tensor<4x16x32xf64>, tensor<i64>) -> tensor<16x32xf64>
      %14 = func.call @dynamic_index_in_dim_0(%iterArg_8, %11) : (tensor<4x16x32xf64>, tensor<i64>) -> tensor<16x32xf64>
      %15 = func.call @dynamic_index_in_dim_0(%iterArg_9, %11) : (tensor<4x16x32xf64>, tensor<i64>) -> tensor<16x32xf64>
      %16:2 = func.call @closed_call_1(%iterArg_11, %12, %13, %14, %15) : (tensor<16x32xf64>, tensor<32x32xf64>, tensor<16x32xf64>, tensor<16x32xf64>, tensor<16x32xf64>) -> (tensor<16x32xf64>, tensor<32x32xf64>)
      %17 = func.call @dynamic_update_index_in_dim_2(%iterArg_12, %16#1, %11) : (tensor<4x32x32xf64>, tensor<32x32xf64>, tensor<i64>) -> tensor<4x32x32xf64>
      %c_15 = stablehlo.constant dense<1> : tensor<i64>
      %18 = stablehlo.add %iterArg_10, %c_15 : tensor<i64>
      stablehlo.return %iterArg, %iterArg_7, %iterArg_8, %iterArg_9, %18, %16#0, %17 : tensor<4x32x32xf64>, tensor<4x16x32xf64>, tensor<4x16x32xf64>, tensor<4x16x32xf64>, tensor<i64>, tensor<16x32xf64>, tensor<4x32x32xf64>
    }
    return %9#6 : tensor<4x32x32xf64>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x32x32xf64>, %arg1: tensor<i64>) -> tensor<32x32xf64> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 32, 32] : (tensor<4x32x32xf64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x32x32xf64>
    %1 = stablehlo.reshape %0 : (tensor<1x32x32xf64>) -> tensor<32x32xf64>
    return %1 : tensor<32x32xf64>
  }
  func.func private @closed_call(%arg0: tensor<f64>, %arg1: tensor<16x32xf64>, %arg2: tensor<32x32xf64>) -> (tensor<16x32xf64>, tensor<16x32xf64>, tensor<16x32xf64>, tensor<16x32xf64>) {
    %0 = stablehlo.dot_general %arg1, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf64>, tensor<32x32xf64>) -> tensor<16x32xf64>
    %1 = stablehlo.tanh %0 : tensor<16x32xf64>
    %2 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f64>) -> tensor<16x32xf64>
    %3 = stablehlo.subtract %2, %1 : tensor<16x32xf64>
    return %1, %arg1, %1, %3 : tensor<16x32xf64>, tensor<16x32xf64>, tensor<16x32xf64>, tensor<16x32xf64>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4x16x32xf64>, %arg1: tensor<16x32xf64>, %arg2: tensor<i64>) -> tensor<4x16x32xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x32xf64>) -> tensor<1x16x32xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x16x32xf64>, tensor<1x16x32xf64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4x16x32xf64>
    return %1 : tensor<4x16x32xf64>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<4x16x32xf64>, %arg1: tensor<i64>) -> tensor<16x32xf64> {
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 32] : (tensor<4x16x32xf64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<1x16x32xf64>
    %1 = stablehlo.reshape %0 : (tensor<1x16x32xf64>) -> tensor<16x32xf64>
    return %1 : tensor<16x32xf64>
  }
  func.func private @closed_call_1(%arg0: tensor<16x32xf64>, %arg1: tensor<32x32xf64>, %arg2: tensor<16x32xf64>, %arg3: tensor<16x32xf64>, %arg4: tensor<16x32xf64>) -> (tensor<16x32xf64>, tensor<32x32xf64>) {
    %0 = stablehlo.multiply %arg0, %arg4 : tensor<16x32xf64>
    %1 = stablehlo.multiply %0, %arg3 : tensor<16x32xf64>
    %2 = stablehlo.add %0, %1 : tensor<16x32xf64>
    %3 = stablehlo.dot_general %2, %arg2, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf64>, tensor<16x32xf64>) -> tensor<32x32xf64>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<32x32xf64>) -> tensor<32x32xf64>
    %5 = stablehlo.dot_general %2, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf64>, tensor<32x32xf64>) -> tensor<16x32xf64>
    return %5, %4 : tensor<16x32xf64>, tensor<32x32xf64>
  }
  func.func private @dynamic_update_index_in_dim_2(%arg0: tensor<4x32x32xf64>, %arg1: tensor<32x32xf64>, %arg2: tensor<i64>) -> tensor<4x32x32xf64> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<32x32xf64>) -> tensor<1x32x32xf64>
    %c = stablehlo.constant dense<0> : tensor<i64>
    %c_0 = stablehlo.constant dense<0> : tensor<i64>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<4x32x32xf64>, tensor<1x32x32xf64>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<4x32x32xf64>
    return %1 : tensor<4x32x32xf64>
  }
}
