// RUN: brigade-opt %s --phase simplify | FileCheck %s

// A conversion that loses something is not skipped.
// CHECK-COUNT-4: stablehlo.convert
func.func public @main(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  %1 = stablehlo.convert %0 : (tensor<4xbf16>) -> tensor<4xf32>
  %2 = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xf32>
  %3 = stablehlo.convert %2 : (tensor<4xf32>) -> tensor<4xi32>
  return %1, %3 : tensor<4xf32>, tensor<4xi32>
}
