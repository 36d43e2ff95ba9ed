// RUN: rm -rf %t && brigade run --forbid-fallback %s --random-inputs 3 --output %t
// RUN: brigade interpret %s --random-inputs 3 --output %t.interpreted
// RUN: cmp %t/out0.npy %t.interpreted/out0.npy
// RUN: cmp %t/out1.npy %t.interpreted/out1.npy
// RUN: not ls %t/out2.npy
// What one run writes another reads.
// RUN: brigade run --forbid-fallback %s --input %t/out0.npy --input %t/out1.npy | FileCheck %s
// RUN: brigade run --forbid-fallback %s --random-inputs 3 --time --output %t | FileCheck --check-prefix=TIME %s

// CHECK: out0: f32[4,2] [
// CHECK: out1: bf16[3] [
// TIME: compile {{[0-9.]+}} ms, first run {{[0-9.]+}} ms, median run {{[0-9.]+}} ms
func.func public @main(%arg0: tensor<4x2xf32>, %arg1: tensor<3xbf16>) -> (tensor<4x2xf32>, tensor<3xbf16>) {
  %0 = stablehlo.multiply %arg0, %arg0 : tensor<4x2xf32>
  %1 = stablehlo.add %arg1, %arg1 : tensor<3xbf16>
  return %0, %1 : tensor<4x2xf32>, tensor<3xbf16>
}
