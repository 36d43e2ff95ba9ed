// RUN: not brigade-opt %s --phase import 2>&1 | FileCheck %s

// CHECK: recursion.mlir:[[# @LINE + 6]]: 'func.call' op calls 'again', which calls itself; recursion has no end
func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @again(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @again(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @again(%arg0) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
