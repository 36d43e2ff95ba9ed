// RUN: brigade-opt %s --phase import | FileCheck %s
// RUN: brigade run %s --random-inputs 1 --output %t && brigade interpret %s --random-inputs 1 --output %t.interpreted
// RUN: cmp %t/out0.npy %t.interpreted/out0.npy

// Whichever way groups are given, they are written by global ids: a row of replicas with a channel is all partitions,
// no row is all devices, rows of partitions are what they are.

// CHECK: all_reduce"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<{{\[\[}}0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}>
// CHECK: all_gather"(%{{.*}}) <{{.*}}replica_groups = dense<{{\[\[}}0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}>
// CHECK: reduce_scatter"(%{{.*}}) <{{.*}}replica_groups = dense<{{\[\[}}1, 0], [3, 2]]> : tensor<2x2xi64>, {{.*}}use_global_device_ids}>
// CHECK: all_to_all"(%{{.*}}) <{{.*}}replica_groups = dense<{{\[\[}}0, 1, 2, 3]]> : tensor<1x4xi64>
sdy.mesh @mesh = <["x"=4]>
func.func public @main(%arg0: tensor<16x4xf32>) -> tensor<16x4xf32> {
  %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%a: tensor<4x4xf32>) {
    %1 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 3, type = 1>, replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.multiply %1, %a : tensor<4x4xf32>
    %3 = "stablehlo.all_gather"(%2) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x0xi64>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<16x4xf32>
    %4 = "stablehlo.reduce_scatter"(%3) <{replica_groups = dense<[[1, 0], [3, 2]]> : tensor<2x2xi64>, scatter_dimension = 0 : i64, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<16x4xf32>) -> tensor<8x4xf32>
    %5 = stablehlo.slice %4 [0:4, 0:4] : (tensor<8x4xf32>) -> tensor<4x4xf32>
    %6 = "stablehlo.all_to_all"(%5) <{channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, concat_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, split_count = 4 : i64, split_dimension = 0 : i64}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %6 : tensor<4x4xf32>
  } : (tensor<16x4xf32>) -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}
