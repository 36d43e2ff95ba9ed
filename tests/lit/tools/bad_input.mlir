// Bad input is exit code 2 and one line.
// RUN: sh -c 'brigade run %s 2> %t; test $? = 2' && FileCheck --check-prefix=COUNT %s < %t
// RUN: sh -c 'brigade run /no/such/file 2> %t; test $? = 2' && FileCheck --check-prefix=FILE %s < %t
// RUN: sh -c 'brigade run %s --input %s 2> %t; test $? = 2' && FileCheck --check-prefix=NPY %s < %t
// RUN: sh -c 'brigade frobnicate 2> %t; test $? = 2' && FileCheck --check-prefix=COMMAND %s < %t
// RUN: sh -c 'brigade partition %s --mesh data=0 2> %t; test $? = 2' && FileCheck --check-prefix=MESH %s < %t
// RUN: sh -c 'brigade partition %s --mesh model=2 2> %t; test $? = 2' && FileCheck --check-prefix=AXIS %s < %t
// RUN: sh -c 'brigade partition %s --mesh data=3 2> %t; test $? = 2' && FileCheck --check-prefix=DIVIDE %s < %t
// RUN: sh -c 'brigade run %s --devices 2 --random-inputs 1 2> %t; test $? = 2' && FileCheck --check-prefix=DEVICES %s < %t
// RUN: head -c 400 %s | sed '1,2d' > %t.cut && sh -c 'brigade run %t.cut 2> %t; test $? = 2' && FileCheck --check-prefix=CUT %s < %t

// COUNT: bad_input.mlir: @main takes 1 arrays, and --input gives 0; --random-inputs SEED makes them up
// FILE: /no/such/file: cannot be read
// NPY: bad_input.mlir: {{.*}}
// COMMAND: {{.+}}
// MESH: --mesh: 'data=0' is no axis with a size; data=4,model=2 would be right
// AXIS: --mesh model=2: {{.*}} names axis "data", which mesh @mesh lacks
// DIVIDE: dimension 0 has size 8
// DEVICES: bad_input.mlir: needs 4 devices for Mesh('data': 4), and --devices gives 2
// CUT: {{.+}}
sdy.mesh @mesh = <["data"=4]>
func.func public @main(%arg0: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.negate %arg0 : tensor<8xf32>
  return %0 : tensor<8xf32>
}
