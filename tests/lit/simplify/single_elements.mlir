// RUN: brigade-opt %s --phase simplify | FileCheck %s

// A reduction of single elements is a reshape where its initial value changes nothing.
// CHECK-LABEL: func.func public @main
func.func public @main(%x: tensor<4x1x1xf32>, %y: tensor<4x2xf32>) -> (tensor<4xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // CHECK: %[[A:.*]] = stablehlo.reshape %arg0 : (tensor<4x1x1xf32>) -> tensor<4xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1, 2] : (tensor<4x1x1xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: %[[B:.*]] = stablehlo.reshape %arg0 : (tensor<4x1x1xf32>) -> tensor<4x1xf32>
  %1 = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<4x1x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  // CHECK: %[[C:.*]] = stablehlo.reduce(%arg0 {{.*}}applies stablehlo.maximum
  %2 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<4x1x1xf32>, tensor<f32>) -> tensor<4x1xf32>
  // CHECK: %[[D:.*]] = stablehlo.reduce(%arg1 {{.*}}applies stablehlo.add
  %3 = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4xf32>
}
