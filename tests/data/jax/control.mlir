module @jit_control attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32>) -> (tensor<4x8xf32> {jax.result_info = "result[0]"}, tensor<4x8xf32> {jax.result_info = "result[1][0]"}, tensor<i32> {jax.result_info = "result[1][1]"}, tensor<8xf32> {jax.result_info = "result[2]"}, tensor<4xf32> {jax.result_info = "result[3]"}, tensor<4x8xf32> {jax.result_info = "result[4][0]"}, tensor<4x8xf32> {jax.result_info = "result[4][1]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:4 = stablehlo.while(%iterArg = %arg0, %iterArg_4 = %c_0, %iterArg_5 = %c, %iterArg_6 = %arg0) : tensor<4x8xf32>, tensor<i32>, tensor<i32>, tensor<4x8xf32>
    cond {
      %c_7 = stablehlo.constant dense<3> : tensor<i32>
      %9 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %9:2 = func.call @closed_call(%iterArg, %iterArg_5, %iterArg_6) : (tensor<4x8xf32>, tensor<i32>, tensor<4x8xf32>) -> (tensor<i32>, tensor<4x8xf32>)
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %10 = stablehlo.add %iterArg_4, %c_7 : tensor<i32>
      stablehlo.return %iterArg, %10, %9#0, %9#1 : tensor<4x8xf32>, tensor<i32>, tensor<i32>, tensor<4x8xf32>
    }
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.while(%iterArg = %arg0, %iterArg_4 = %c_1) : tensor<4x8xf32>, tensor<i32>
    cond {
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.reduce(%iterArg init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
      %cst_6 = stablehlo.constant dense<1.000000e+02> : tensor<f32>
      %10 = stablehlo.compare LT, %9, %cst_6, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %9 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
      %10 = stablehlo.multiply %iterArg, %9 : tensor<4x8xf32>
      %c_6 = stablehlo.constant dense<1> : tensor<i32>
      %11 = stablehlo.add %iterArg_4, %c_6 : tensor<i32>
      stablehlo.return %10, %11 : tensor<4x8xf32>, tensor<i32>
    }
    %2 = stablehlo.slice %arg0 [0:1, 0:8] : (tensor<4x8xf32>) -> tensor<1x8xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x8xf32>) -> tensor<8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %5:4 = stablehlo.while(%iterArg = %arg0, %iterArg_4 = %c_2, %iterArg_5 = %3, %iterArg_6 = %4) : tensor<4x8xf32>, tensor<i32>, tensor<8xf32>, tensor<4xf32>
    cond {
      %c_7 = stablehlo.constant dense<4> : tensor<i32>
      %9 = stablehlo.compare LT, %iterArg_4, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %9 : tensor<i1>
    } do {
      %9 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_4) : (tensor<4x8xf32>, tensor<i32>) -> tensor<8xf32>
      %10:2 = func.call @closed_call_0(%iterArg_5, %9) : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>)
      %11 = func.call @dynamic_update_index_in_dim(%iterArg_6, %10#1, %iterArg_4) : (tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
      %c_7 = stablehlo.constant dense<1> : tensor<i32>
      %12 = stablehlo.add %iterArg_4, %c_7 : tensor<i32>
      stablehlo.return %iterArg, %12, %10#0, %11 : tensor<4x8xf32>, tensor<i32>, tensor<8xf32>, tensor<4xf32>
    }
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %7 = stablehlo.add %arg0, %6 : tensor<4x8xf32>
    %8:2 = stablehlo.optimization_barrier %arg0, %7 : tensor<4x8xf32>, tensor<4x8xf32>
    return %0#3, %1#0, %1#1, %5#2, %5#3, %8#0, %8#1 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<i32>, tensor<8xf32>, tensor<4xf32>, tensor<4x8xf32>, tensor<4x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>, %arg2: tensor<4x8xf32>) -> (tensor<i32>, tensor<4x8xf32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg1, %c : tensor<i32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %2 = stablehlo.multiply %arg2, %1 : tensor<4x8xf32>
    %3 = stablehlo.convert %arg1 : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %4 = stablehlo.compare LT, %3, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_1 = stablehlo.constant dense<4> : tensor<i32>
    %5 = stablehlo.add %3, %c_1 : tensor<i32>
    %6 = stablehlo.select %4, %5, %3 : tensor<i1>, tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.compare LT, %c_2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %c_5 = stablehlo.constant dense<8> : tensor<i32>
    %8 = stablehlo.add %c_4, %c_5 : tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.select %7, %8, %c_6 : tensor<i1>, tensor<i32>
    %10 = stablehlo.dynamic_slice %arg0, %6, %9, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %11 = stablehlo.reshape %10 : (tensor<1x8xf32>) -> tensor<8xf32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<4x8xf32>
    %14 = stablehlo.add %2, %13 : tensor<4x8xf32>
    return %0, %14 : tensor<i32>, tensor<4x8xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<4x8xf32>, %arg1: tensor<i32>) -> tensor<8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8xf32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<8xf32>, %arg1: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
    return %0, %1 : tensor<8xf32>, tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<4xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<4xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<4xf32>, tensor<1xf32>, tensor<i32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
}
