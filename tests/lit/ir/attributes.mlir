// RUN: brigade-opt %s | FileCheck %s
// RUN: brigade-opt %s | brigade-opt | FileCheck %s

// What JAX does not print in the corpus of tests/data/jax.
func.func @main(%arg0: tensor<4xf32>, %arg1: tensor<4xbf16>) -> tensor<4xf32> attributes {any.unknown = "kept"} {
  // CHECK: stablehlo.compare EQ, %arg0, %arg0 :
  %0 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: stablehlo.compare LT, %arg0, %arg0, TOTALORDER :
  %1 = stablehlo.compare LT, %arg0, %arg0, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<{{\[}}[0, 1]]> : tensor<1x2xi64>}>
  %2 = "stablehlo.collective_broadcast"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.custom_call @f(%arg0) {api_version = 4 : i32, backend_config = {a = 1 : i64}, has_side_effect = true, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @f(%arg0) {api_version = 4 : i32, backend_config = {a = 1 : i64}, has_side_effect = true, output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: stablehlo.clamp %arg0, %arg0, %arg0 : tensor<4xf32>
  %4 = stablehlo.clamp %arg0, %arg0, %arg0 : tensor<4xf32>
  // CHECK: stablehlo.optimization_barrier %arg0, %arg1 : tensor<4xf32>, tensor<4xbf16>
  %5:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<4xf32>, tensor<4xbf16>
  // CHECK: stablehlo.composite "my.op" %arg0 {decomposition = @callee, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  %6 = stablehlo.composite "my.op" %arg0 {decomposition = @callee, version = 1 : i32} : (tensor<4xf32>) -> tensor<4xf32>
  return %6 : tensor<4xf32>
}
func.func private @callee(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
