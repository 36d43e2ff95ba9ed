// RUN: brigade-opt %s --phase simplify | FileCheck %s

// CHECK-LABEL: func.func public @main
func.func public @main(%x: tensor<4xf32>, %i: tensor<4xi32>, %p: tensor<4xi1>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %minus_zero = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %ones = stablehlo.broadcast_in_dim %one, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %four = stablehlo.constant dense<4.0> : tensor<4xf32>
  %three = stablehlo.constant dense<3.0> : tensor<4xf32>
  %izero = stablehlo.constant dense<0> : tensor<4xi32>

  // x + 0 stays: x may be -0. So does x * 0.
  // CHECK-DAG: %[[ZERO:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<4xf32>
  // CHECK-DAG: %[[PLUS:.*]] = stablehlo.add %arg0, %[[ZERO]]
  %0 = stablehlo.add %zero, %x : tensor<4xf32>
  // CHECK-DAG: %[[TIMES:.*]] = stablehlo.multiply %arg0, %[[ZERO]]
  %1 = stablehlo.multiply %x, %zero : tensor<4xf32>

  // x + -0, x * 1, -(-x): x.
  %2 = stablehlo.add %x, %minus_zero : tensor<4xf32>
  %3 = stablehlo.multiply %ones, %2 : tensor<4xf32>
  %4 = stablehlo.negate %3 : tensor<4xf32>
  %5 = stablehlo.negate %4 : tensor<4xf32>

  // Integers may do more.
  %6 = stablehlo.add %izero, %i : tensor<4xi32>
  %7 = stablehlo.multiply %i, %izero : tensor<4xi32>

  // Division by a power of two is multiplication; by three it stays.
  // CHECK-DAG: %[[QUARTER:.*]] = stablehlo.constant dense<2.500000e-01>
  // CHECK-DAG: stablehlo.multiply %arg0, %{{.*}} : tensor<4xf32>
  %8 = stablehlo.divide %x, %four : tensor<4xf32>
  // CHECK-DAG: stablehlo.divide %{{.*}}, %{{.*}} : tensor<4xf32>
  %9 = stablehlo.divide %8, %three : tensor<4xf32>

  %10 = stablehlo.not %p : tensor<4xi1>
  // CHECK-DAG: stablehlo.select %arg2, %{{.*}}, %arg1
  %11 = stablehlo.select %10, %6, %7 : tensor<4xi1>, tensor<4xi32>
  %12 = stablehlo.select %p, %x, %x : tensor<4xi1>, tensor<4xf32>

  // CHECK: return %[[PLUS]], %[[TIMES]], %arg0, %arg1,
  return %0, %1, %5, %6, %7, %9, %11, %12 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xf32>, tensor<4xi32>, tensor<4xf32>
}
