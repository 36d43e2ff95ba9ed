module @jit__lambda attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=4, "model"=2]> {stablehlo.mesh = {axes = [{name = "data", size = 4 : i64}, {name = "model", size = 2 : i64}]}}
  func.func public @main(%arg0: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.slice %arg0 [1:32, 0:8] : (tensor<32x8xf32>) -> tensor<31x8xf32>
    %1 = stablehlo.slice %arg0 [0:31, 0:8] : (tensor<32x8xf32>) -> tensor<31x8xf32>
    %2 = stablehlo.subtract %0, %1 : tensor<31x8xf32>
    %3 = stablehlo.multiply %2, %2 : tensor<31x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<31x8xf32>, tensor<f32>) -> tensor<f32>
    return %4 : tensor<f32>
  }
}
