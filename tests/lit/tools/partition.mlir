// RUN: brigade partition %s --json | FileCheck %s
// RUN: brigade partition %s --json --mesh data=4,model=2 | FileCheck --check-prefix=OTHER %s
// RUN: brigade compile %s --report | FileCheck --check-prefix=REPORT %s
// RUN: brigade run --forbid-fallback %s --random-inputs 5 --output %t && brigade interpret %s --random-inputs 5 --output %t.whole

// The product over a split dimension is summed over the devices that split it.
// CHECK: "devices": 8
// CHECK: "data": 2
// CHECK: "model": 4
// CHECK: "op": "all_reduce",
// CHECK-NEXT: "bytes": 128,
// CHECK-NEXT: "group": 4,
// CHECK-NEXT: "count": 1,
// CHECK-NEXT: "line": "{{.*}}partition.mlir:[[# @LINE + 17]]",
// CHECK-NEXT: "reason": "contracting dimension split over \"model\""
// CHECK: "peak_bytes": {{[1-9][0-9]*}}
// OTHER: "bytes": 64,
// OTHER-NEXT: "group": 2,
// REPORT: import
// REPORT: simplify
// REPORT: propagate
// REPORT: partition
// REPORT: collectives
// REPORT: fuse
// REPORT: memory
// REPORT: emit
// REPORT: 1 kernels
// REPORT: tanh
sdy.mesh @mesh = <["data"=2, "model"=4]>
func.func public @main(%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %arg1: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
