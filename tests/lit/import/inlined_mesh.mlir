// RUN: brigade-opt %s --phase import | FileCheck %s
// RUN: brigade run %s --random-inputs 1 --output %t && brigade interpret %s --random-inputs 1 --output %t.interpreted
// RUN: brigade partition %s | FileCheck --check-prefix=DEVICES %s

// Meshes that stand in shardings become one symbol.

// CHECK: sdy.mesh @mesh = <["x"=4]>
// CHECK-NOT: sdy.mesh
// CHECK: func.func public @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
// CHECK-NEXT: sdy.sharding_constraint %arg0 <@mesh, [{}]>
// DEVICES: 4 devices
func.func public @main(%arg0: tensor<16xf32> {sdy.sharding = #sdy.sharding<mesh<["x"=4]>, [{"x"}]>}) -> tensor<16xf32> {
  %0 = sdy.sharding_constraint %arg0 <mesh<["x"=4]>, [{}]> : tensor<16xf32>
  return %0 : tensor<16xf32>
}
