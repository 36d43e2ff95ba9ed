// RUN: rm -rf %t && brigade compile %s --dump %t
// RUN: FileCheck %s < %t/2-simplify.mlir
// RUN: ls %t | FileCheck --check-prefix=FILES %s

// CHECK: func.func public @main
// CHECK-NEXT: stablehlo.tanh
// CHECK-NEXT: return
// FILES: 1-import.mlir
// FILES: 8-emit.mlir
func.func public @main(%arg0: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  %2 = stablehlo.tanh %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
