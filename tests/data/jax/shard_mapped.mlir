module @jit_shard_mapped attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<16x16xf32>) -> (tensor<16x16xf32> {jax.result_info = "result[0]"}, tensor<8x4xf32> {jax.result_info = "result[1]"}, tensor<16x16xf32> {jax.result_info = "result[2]"}, tensor<64x4xf32> {jax.result_info = "result[3]"}, tensor<8x16xf32> {jax.result_info = "result[4]"}, tensor<16x16xf32> {jax.result_info = "result[5]"}, tensor<16x16xf32> {jax.result_info = "result[6]"}) {
    %0:7 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{}, {}]>, <@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {}]>, <@mesh, [{}, {"y", "x"}]>, <@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%arg1: tensor<8x4xf32>) {
      %c = stablehlo.constant dense<1> : tensor<ui32>
      %c_0 = stablehlo.constant dense<4> : tensor<ui32>
      %1 = stablehlo.partition_id : tensor<ui32>
      %2 = stablehlo.divide %1, %c : tensor<ui32>
      %3 = stablehlo.remainder %2, %c_0 : tensor<ui32>
      %4 = stablehlo.convert %3 : (tensor<ui32>) -> tensor<i32>
      %5 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %15 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %15 : tensor<f32>
      }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
      %6 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %15 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %15 : tensor<f32>
      }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
      %7 = "stablehlo.all_reduce"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %15 = stablehlo.maximum %arg2, %arg3 : tensor<f32>
        stablehlo.return %15 : tensor<f32>
      }) : (tensor<8x4xf32>) -> tensor<8x4xf32>
      %8 = "stablehlo.all_gather"(%arg1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, use_global_device_ids}> : (tensor<8x4xf32>) -> tensor<32x4xf32>
      %9 = "stablehlo.reduce_scatter"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> ({
      ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
        %15 = stablehlo.add %arg2, %arg3 : tensor<f32>
        stablehlo.return %15 : tensor<f32>
      }) : (tensor<8x4xf32>) -> tensor<8x2xf32>
      %10 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [4, 5], [5, 6]]> : tensor<4x2xi64>}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
      %11 = "stablehlo.all_to_all"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3], [4, 5, 6, 7]]> : tensor<2x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<8x4xf32>) -> tensor<8x4xf32>
      %12 = stablehlo.convert %4 : (tensor<i32>) -> tensor<f32>
      %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
      %14 = stablehlo.add %11, %13 : tensor<8x4xf32>
      sdy.return %5, %6, %7, %8, %9, %10, %14 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<32x4xf32>, tensor<8x2xf32>, tensor<8x4xf32>, tensor<8x4xf32>
    } : (tensor<16x16xf32>) -> (tensor<16x16xf32>, tensor<8x4xf32>, tensor<16x16xf32>, tensor<64x4xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6 : tensor<16x16xf32>, tensor<8x4xf32>, tensor<16x16xf32>, tensor<64x4xf32>, tensor<8x16xf32>, tensor<16x16xf32>, tensor<16x16xf32>
  }
}
