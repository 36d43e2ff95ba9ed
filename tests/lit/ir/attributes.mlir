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
  // CHECK: stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, HIGHEST], algorithm = <lhs_precision_type = tf32, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 2, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  %7 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], precision = [DEFAULT, HIGHEST], algorithm = <lhs_precision_type = tf32, rhs_precision_type = bf16, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 2, num_primitive_operations = 3, allow_imprecise_accumulation = false> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  // CHECK: stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> :
  %8 = stablehlo.dot_general %arg0, %arg0, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  // CHECK: stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, rtol = 2.500000e-01, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  %9 = stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-03, rtol = 2.500000e-01, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  // CHECK: stablehlo.log %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<4xf32>
  %10 = "stablehlo.log"(%arg0) <{result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %6 : tensor<4xf32>
}
func.func private @callee(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  return %arg0 : tensor<4xf32>
}
