module @jit_lstm attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=8]> {stablehlo.mesh = {axes = [{name = "d", size = 8 : i64}]}}
  func.func public @main(%arg0: tensor<32x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %arg1: tensor<5x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"d"}, {}]>}) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<32x64xf32> {jax.result_info = "result[1]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<5x16x32xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %14:23 = stablehlo.while(%iterArg = %arg1, %iterArg_26 = %arg0, %iterArg_27 = %cst_0, %iterArg_28 = %cst_1, %iterArg_29 = %cst_2, %iterArg_30 = %cst_3, %iterArg_31 = %cst_4, %iterArg_32 = %c, %iterArg_33 = %0, %iterArg_34 = %0, %iterArg_35 = %1, %iterArg_36 = %2, %iterArg_37 = %3, %iterArg_38 = %4, %iterArg_39 = %5, %iterArg_40 = %6, %iterArg_41 = %7, %iterArg_42 = %8, %iterArg_43 = %9, %iterArg_44 = %10, %iterArg_45 = %11, %iterArg_46 = %12, %iterArg_47 = %13) : tensor<5x16x16xf32>, tensor<32x64xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x32xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>
    cond {
      %c_48 = stablehlo.constant dense<5> : tensor<i32>
      %23 = stablehlo.compare LT, %iterArg_32, %c_48, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %23 : tensor<i1>
    } do {
      %23 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_32) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %24:15 = func.call @closed_call(%iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_33, %iterArg_34, %23) : (tensor<32x64xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x32xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>)
      %25 = func.call @dynamic_update_index_in_dim(%iterArg_35, %24#2, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %26 = func.call @dynamic_update_index_in_dim_0(%iterArg_36, %24#3, %iterArg_32) : (tensor<5x16x32xf32>, tensor<16x32xf32>, tensor<i32>) -> tensor<5x16x32xf32>
      %27 = func.call @dynamic_update_index_in_dim(%iterArg_37, %24#4, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %28 = func.call @dynamic_update_index_in_dim_1(%iterArg_38, %24#5, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %29 = func.call @dynamic_update_index_in_dim(%iterArg_39, %24#6, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %30 = func.call @dynamic_update_index_in_dim(%iterArg_40, %24#7, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %31 = func.call @dynamic_update_index_in_dim(%iterArg_41, %24#8, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %32 = func.call @dynamic_update_index_in_dim(%iterArg_42, %24#9, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %33 = func.call @dynamic_update_index_in_dim(%iterArg_43, %24#10, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %34 = func.call @dynamic_update_index_in_dim(%iterArg_44, %24#11, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %35 = func.call @dynamic_update_index_in_dim(%iterArg_45, %24#12, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %36 = func.call @dynamic_update_index_in_dim(%iterArg_46, %24#13, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %37 = func.call @dynamic_update_index_in_dim(%iterArg_47, %24#14, %iterArg_32) : (tensor<5x16x16xf32>, tensor<16x16xf32>, tensor<i32>) -> tensor<5x16x16xf32>
      %c_48 = stablehlo.constant dense<1> : tensor<i32>
      %38 = stablehlo.add %iterArg_32, %c_48 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %38, %24#0, %24#1, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37 : tensor<5x16x16xf32>, tensor<32x64xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x32xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>
    }
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.reduce(%14#10 init: %cst_18) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<5x16x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_19 = stablehlo.constant dense<1.280000e+03> : tensor<f32>
    %16 = stablehlo.divide %15, %cst_19 : tensor<f32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_21 = stablehlo.constant dense<1.280000e+03> : tensor<f32>
    %17 = stablehlo.divide %cst_20, %cst_21 : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [] : (tensor<f32>) -> tensor<5x16x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %c_25 = stablehlo.constant dense<0> : tensor<i32>
    %22:18 = stablehlo.while(%iterArg = %18, %iterArg_26 = %14#11, %iterArg_27 = %14#12, %iterArg_28 = %14#13, %iterArg_29 = %14#14, %iterArg_30 = %14#15, %iterArg_31 = %14#16, %iterArg_32 = %14#17, %iterArg_33 = %14#18, %iterArg_34 = %14#19, %iterArg_35 = %14#20, %iterArg_36 = %14#21, %iterArg_37 = %14#22, %iterArg_38 = %arg0, %iterArg_39 = %c_25, %iterArg_40 = %21, %iterArg_41 = %19, %iterArg_42 = %20) : tensor<5x16x16xf32>, tensor<5x16x32xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<32x64xf32>, tensor<i32>, tensor<32x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>
    cond {
      %c_43 = stablehlo.constant dense<5> : tensor<i32>
      %23 = stablehlo.compare LT, %iterArg_39, %c_43, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %23 : tensor<i1>
    } do {
      %c_43 = stablehlo.constant dense<5> : tensor<i32>
      %23 = stablehlo.subtract %c_43, %iterArg_39 : tensor<i32>
      %c_44 = stablehlo.constant dense<1> : tensor<i32>
      %24 = stablehlo.subtract %23, %c_44 : tensor<i32>
      %25 = func.call @dynamic_index_in_dim(%iterArg, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %26 = func.call @dynamic_index_in_dim_2(%iterArg_26, %24) : (tensor<5x16x32xf32>, tensor<i32>) -> tensor<16x32xf32>
      %27 = func.call @dynamic_index_in_dim(%iterArg_27, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %28 = func.call @dynamic_index_in_dim_3(%iterArg_28, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %29 = func.call @dynamic_index_in_dim(%iterArg_29, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %30 = func.call @dynamic_index_in_dim(%iterArg_30, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %31 = func.call @dynamic_index_in_dim(%iterArg_31, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %32 = func.call @dynamic_index_in_dim(%iterArg_32, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %33 = func.call @dynamic_index_in_dim(%iterArg_33, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %34 = func.call @dynamic_index_in_dim(%iterArg_34, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %35 = func.call @dynamic_index_in_dim(%iterArg_35, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %36 = func.call @dynamic_index_in_dim(%iterArg_36, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %37 = func.call @dynamic_index_in_dim(%iterArg_37, %24) : (tensor<5x16x16xf32>, tensor<i32>) -> tensor<16x16xf32>
      %38:3 = func.call @closed_call_4(%iterArg_38, %iterArg_40, %iterArg_41, %iterArg_42, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37) : (tensor<32x64xf32>, tensor<32x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x32xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) -> (tensor<32x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>)
      %c_45 = stablehlo.constant dense<1> : tensor<i32>
      %39 = stablehlo.add %iterArg_39, %c_45 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_26, %iterArg_27, %iterArg_28, %iterArg_29, %iterArg_30, %iterArg_31, %iterArg_32, %iterArg_33, %iterArg_34, %iterArg_35, %iterArg_36, %iterArg_37, %iterArg_38, %39, %38#0, %38#1, %38#2 : tensor<5x16x16xf32>, tensor<5x16x32xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<5x16x16xf32>, tensor<32x64xf32>, tensor<i32>, tensor<32x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>
    }
    return %16, %22#15 : tensor<f32>, tensor<32x64xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<5x16x16xf32>, %arg1: tensor<i32>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<5x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call(%arg0: tensor<32x64xf32>, %arg1: tensor<f32>, %arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<f32>, %arg5: tensor<f32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x32xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
    %0 = stablehlo.concatenate %arg8, %arg6, dim = 1 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x32xf32>
    %1 = stablehlo.dot_general %0, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x32xf32>, tensor<32x64xf32>) -> tensor<16x64xf32>
    %2 = stablehlo.slice %1 [0:16, 0:16] : (tensor<16x64xf32>) -> tensor<16x16xf32>
    %3 = stablehlo.slice %1 [0:16, 16:32] : (tensor<16x64xf32>) -> tensor<16x16xf32>
    %4 = stablehlo.slice %1 [0:16, 32:48] : (tensor<16x64xf32>) -> tensor<16x16xf32>
    %5 = stablehlo.slice %1 [0:16, 48:64] : (tensor<16x64xf32>) -> tensor<16x16xf32>
    %6 = stablehlo.negate %3 : tensor<16x16xf32>
    %7 = stablehlo.exponential %6 : tensor<16x16xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %9 = stablehlo.add %8, %7 : tensor<16x16xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %11 = stablehlo.divide %10, %9 : tensor<16x16xf32>
    %12 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %13 = stablehlo.subtract %12, %11 : tensor<16x16xf32>
    %14 = stablehlo.multiply %11, %13 : tensor<16x16xf32>
    %15 = stablehlo.multiply %11, %arg7 : tensor<16x16xf32>
    %16 = stablehlo.negate %2 : tensor<16x16xf32>
    %17 = stablehlo.exponential %16 : tensor<16x16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %19 = stablehlo.add %18, %17 : tensor<16x16xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %21 = stablehlo.divide %20, %19 : tensor<16x16xf32>
    %22 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %23 = stablehlo.subtract %22, %21 : tensor<16x16xf32>
    %24 = stablehlo.multiply %21, %23 : tensor<16x16xf32>
    %25 = stablehlo.tanh %4 : tensor<16x16xf32>
    %26 = stablehlo.broadcast_in_dim %arg3, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %27 = stablehlo.subtract %26, %25 : tensor<16x16xf32>
    %28 = stablehlo.multiply %21, %25 : tensor<16x16xf32>
    %29 = stablehlo.add %15, %28 : tensor<16x16xf32>
    %30 = stablehlo.negate %5 : tensor<16x16xf32>
    %31 = stablehlo.exponential %30 : tensor<16x16xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %33 = stablehlo.add %32, %31 : tensor<16x16xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %35 = stablehlo.divide %34, %33 : tensor<16x16xf32>
    %36 = stablehlo.broadcast_in_dim %arg4, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %37 = stablehlo.subtract %36, %35 : tensor<16x16xf32>
    %38 = stablehlo.multiply %35, %37 : tensor<16x16xf32>
    %39 = stablehlo.tanh %29 : tensor<16x16xf32>
    %40 = stablehlo.broadcast_in_dim %arg5, dims = [] : (tensor<f32>) -> tensor<16x16xf32>
    %41 = stablehlo.subtract %40, %39 : tensor<16x16xf32>
    %42 = stablehlo.multiply %35, %39 : tensor<16x16xf32>
    return %42, %29, %42, %0, %14, %arg7, %11, %24, %25, %27, %21, %38, %39, %41, %35 : tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x32xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<5x16x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<i32>) -> tensor<5x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<5x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x16x16xf32>
    return %1 : tensor<5x16x16xf32>
  }
  func.func private @dynamic_update_index_in_dim_0(%arg0: tensor<5x16x32xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<i32>) -> tensor<5x16x32xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x32xf32>) -> tensor<1x16x32xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<5x16x32xf32>, tensor<1x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x16x32xf32>
    return %1 : tensor<5x16x32xf32>
  }
  func.func private @dynamic_update_index_in_dim_1(%arg0: tensor<5x16x16xf32>, %arg1: tensor<16x16xf32>, %arg2: tensor<i32>) -> tensor<5x16x16xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<16x16xf32>) -> tensor<1x16x16xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<5x16x16xf32>, tensor<1x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<5x16x16xf32>
    return %1 : tensor<5x16x16xf32>
  }
  func.func private @dynamic_index_in_dim_2(%arg0: tensor<5x16x32xf32>, %arg1: tensor<i32>) -> tensor<16x32xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 32] : (tensor<5x16x32xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x32xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x32xf32>) -> tensor<16x32xf32>
    return %1 : tensor<16x32xf32>
  }
  func.func private @dynamic_index_in_dim_3(%arg0: tensor<5x16x16xf32>, %arg1: tensor<i32>) -> tensor<16x16xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 16, 16] : (tensor<5x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    return %1 : tensor<16x16xf32>
  }
  func.func private @closed_call_4(%arg0: tensor<32x64xf32>, %arg1: tensor<32x64xf32>, %arg2: tensor<16x16xf32>, %arg3: tensor<16x16xf32>, %arg4: tensor<16x16xf32>, %arg5: tensor<16x32xf32>, %arg6: tensor<16x16xf32>, %arg7: tensor<16x16xf32>, %arg8: tensor<16x16xf32>, %arg9: tensor<16x16xf32>, %arg10: tensor<16x16xf32>, %arg11: tensor<16x16xf32>, %arg12: tensor<16x16xf32>, %arg13: tensor<16x16xf32>, %arg14: tensor<16x16xf32>, %arg15: tensor<16x16xf32>, %arg16: tensor<16x16xf32>) -> (tensor<32x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>) {
    %0 = stablehlo.add %arg2, %arg4 : tensor<16x16xf32>
    %1 = stablehlo.multiply %arg16, %0 : tensor<16x16xf32>
    %2 = stablehlo.multiply %0, %arg14 : tensor<16x16xf32>
    %3 = stablehlo.multiply %1, %arg15 : tensor<16x16xf32>
    %4 = stablehlo.add %arg3, %3 : tensor<16x16xf32>
    %5 = stablehlo.multiply %3, %arg14 : tensor<16x16xf32>
    %6 = stablehlo.add %4, %5 : tensor<16x16xf32>
    %7 = stablehlo.multiply %2, %arg13 : tensor<16x16xf32>
    %8 = stablehlo.multiply %arg12, %6 : tensor<16x16xf32>
    %9 = stablehlo.multiply %6, %arg10 : tensor<16x16xf32>
    %10 = stablehlo.multiply %8, %arg11 : tensor<16x16xf32>
    %11 = stablehlo.multiply %10, %arg10 : tensor<16x16xf32>
    %12 = stablehlo.add %10, %11 : tensor<16x16xf32>
    %13 = stablehlo.multiply %9, %arg9 : tensor<16x16xf32>
    %14 = stablehlo.multiply %arg8, %6 : tensor<16x16xf32>
    %15 = stablehlo.multiply %6, %arg7 : tensor<16x16xf32>
    %16 = stablehlo.multiply %15, %arg6 : tensor<16x16xf32>
    %17 = stablehlo.concatenate %13, %16, %12, %7, dim = 1 : (tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x64xf32>
    %18 = stablehlo.dot_general %17, %arg5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<16x32xf32>) -> tensor<64x32xf32>
    %19 = stablehlo.transpose %18, dims = [1, 0] : (tensor<64x32xf32>) -> tensor<32x64xf32>
    %20 = stablehlo.add %arg1, %19 : tensor<32x64xf32>
    %21 = stablehlo.dot_general %17, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<32x64xf32>) -> tensor<16x32xf32>
    %22 = stablehlo.slice %21 [0:16, 0:16] : (tensor<16x32xf32>) -> tensor<16x16xf32>
    %23 = stablehlo.slice %21 [0:16, 16:32] : (tensor<16x32xf32>) -> tensor<16x16xf32>
    return %20, %23, %14 : tensor<32x64xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
}
