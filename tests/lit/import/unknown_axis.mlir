// RUN: not brigade-opt %s --phase import 2>&1 | FileCheck %s

func.func public @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: unknown_axis.mlir:[[# @LINE + 1]]: 'brigade.psum' op names axis "i", which no enclosing pmap, shard_map or vmap has
  %0 = brigade.psum %arg0 axes = ["i"] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
