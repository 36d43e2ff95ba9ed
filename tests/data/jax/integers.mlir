module @jit_integers attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<5xi32>, %arg1: tensor<5xui8>, %arg2: tensor<5xi1>) -> (tensor<5xi32> {jax.result_info = "result[0]"}, tensor<5xui8> {jax.result_info = "result[1]"}, tensor<5xi32> {jax.result_info = "result[2]"}, tensor<5xi1> {jax.result_info = "result[3]"}, tensor<5xi32> {jax.result_info = "result[4]"}, tensor<5xi32> {jax.result_info = "result[5]"}, tensor<5xi32> {jax.result_info = "result[6]"}, tensor<5xi1> {jax.result_info = "result[7]"}, tensor<5xi1> {jax.result_info = "result[8]"}, tensor<5xi1> {jax.result_info = "result[9]"}, tensor<5xi32> {jax.result_info = "result[10]"}, tensor<5xi32> {jax.result_info = "result[11]"}, tensor<5xui8> {jax.result_info = "result[12]"}, tensor<5xi32> {jax.result_info = "result[13]"}, tensor<5xi32> {jax.result_info = "result[14]"}, tensor<5xi32> {jax.result_info = "result[15]"}, tensor<5xui8> {jax.result_info = "result[16]"}, tensor<5xi32> {jax.result_info = "result[17]"}, tensor<5xi32> {jax.result_info = "result[18]"}, tensor<5xi32> {jax.result_info = "result[19]"}, tensor<5xi32> {jax.result_info = "result[20]"}, tensor<5xui8> {jax.result_info = "result[21]"}, tensor<5xui8> {jax.result_info = "result[22]"}, tensor<5xi1> {jax.result_info = "result[23]"}, tensor<5xi1> {jax.result_info = "result[24]"}, tensor<5xi1> {jax.result_info = "result[25]"}, tensor<5xi1> {jax.result_info = "result[26]"}, tensor<5xi1> {jax.result_info = "result[27]"}, tensor<5xf32> {jax.result_info = "result[28]"}, tensor<5xi8> {jax.result_info = "result[29]"}) {
    %0 = stablehlo.popcnt %arg0 : tensor<5xi32>
    %1 = stablehlo.count_leading_zeros %arg1 : tensor<5xui8>
    %2 = stablehlo.not %arg0 : tensor<5xi32>
    %3 = stablehlo.not %arg2 : tensor<5xi1>
    %c = stablehlo.constant dense<3> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %5 = stablehlo.and %arg0, %4 : tensor<5xi32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %7 = stablehlo.or %arg0, %6 : tensor<5xi32>
    %8 = stablehlo.xor %arg0, %arg0 : tensor<5xi32>
    %9 = stablehlo.and %arg2, %arg2 : tensor<5xi1>
    %10 = stablehlo.or %arg2, %arg2 : tensor<5xi1>
    %11 = stablehlo.xor %arg2, %arg2 : tensor<5xi1>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %13 = stablehlo.shift_left %arg0, %12 : tensor<5xi32>
    %c_2 = stablehlo.constant dense<1> : tensor<i32>
    %14 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %15 = stablehlo.shift_right_arithmetic %arg0, %14 : tensor<5xi32>
    %c_3 = stablehlo.constant dense<1> : tensor<ui8>
    %16 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<ui8>) -> tensor<5xui8>
    %17 = stablehlo.shift_right_logical %arg1, %16 : tensor<5xui8>
    %18 = stablehlo.shift_right_logical %arg0, %arg0 : tensor<5xi32>
    %c_4 = stablehlo.constant dense<3> : tensor<i32>
    %19 = call @floor_divide(%arg0, %c_4) : (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
    %c_5 = stablehlo.constant dense<3> : tensor<i32>
    %20 = call @remainder(%arg0, %c_5) : (tensor<5xi32>, tensor<i32>) -> tensor<5xi32>
    %21 = stablehlo.remainder %arg1, %arg1 : tensor<5xui8>
    %22 = stablehlo.divide %arg0, %arg0 : tensor<5xi32>
    %23 = stablehlo.abs %arg0 : tensor<5xi32>
    %24 = stablehlo.sign %arg0 : tensor<5xi32>
    %25 = stablehlo.multiply %arg0, %arg0 : tensor<5xi32>
    %26 = stablehlo.add %arg1, %arg1 : tensor<5xui8>
    %c_6 = stablehlo.constant dense<3> : tensor<ui8>
    %27 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<ui8>) -> tensor<5xui8>
    %28 = stablehlo.maximum %arg1, %27 : tensor<5xui8>
    %c_7 = stablehlo.constant dense<2> : tensor<i32>
    %29 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %30 = stablehlo.compare EQ, %arg0, %29, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %c_8 = stablehlo.constant dense<2> : tensor<i32>
    %31 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %32 = stablehlo.compare NE, %arg0, %31, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %c_9 = stablehlo.constant dense<2> : tensor<i32>
    %33 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %34 = stablehlo.compare LT, %arg0, %33, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %c_10 = stablehlo.constant dense<2> : tensor<ui8>
    %35 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<ui8>) -> tensor<5xui8>
    %36 = stablehlo.compare GE, %arg1, %35, UNSIGNED : (tensor<5xui8>, tensor<5xui8>) -> tensor<5xi1>
    %37 = stablehlo.compare EQ, %arg2, %arg2, UNSIGNED : (tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
    %38 = stablehlo.convert %arg2 : (tensor<5xi1>) -> tensor<5xf32>
    %39 = stablehlo.convert %arg1 : (tensor<5xui8>) -> tensor<5xi8>
    return %0, %1, %2, %3, %5, %7, %8, %9, %10, %11, %13, %15, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %28, %30, %32, %34, %36, %37, %38, %39 : tensor<5xi32>, tensor<5xui8>, tensor<5xi32>, tensor<5xi1>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi32>, tensor<5xi32>, tensor<5xui8>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xui8>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xi32>, tensor<5xui8>, tensor<5xui8>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xf32>, tensor<5xi8>
  }
  func.func private @floor_divide(%arg0: tensor<5xi32>, %arg1: tensor<i32>) -> tensor<5xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %2 = stablehlo.divide %arg0, %1 : tensor<5xi32>
    %3 = stablehlo.sign %arg0 : tensor<5xi32>
    %4 = stablehlo.sign %0 : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %6 = stablehlo.compare NE, %3, %5, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %7 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %8 = stablehlo.remainder %arg0, %7 : tensor<5xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %10 = stablehlo.compare NE, %8, %9, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %11 = stablehlo.and %6, %10 : tensor<5xi1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %13 = stablehlo.subtract %2, %12 : tensor<5xi32>
    %14 = call @_where(%11, %13, %2) : (tensor<5xi1>, tensor<5xi32>, tensor<5xi32>) -> tensor<5xi32>
    return %14 : tensor<5xi32>
  }
  func.func private @_where(%arg0: tensor<5xi1>, %arg1: tensor<5xi32>, %arg2: tensor<5xi32>) -> tensor<5xi32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<5xi1>, tensor<5xi32>
    return %0 : tensor<5xi32>
  }
  func.func private @remainder(%arg0: tensor<5xi32>, %arg1: tensor<i32>) -> tensor<5xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where_0(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<5xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<5xi32>, tensor<5xi32>) -> tensor<5xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<5xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<5xi1>, tensor<5xi1>) -> tensor<5xi1>
    %12 = stablehlo.and %11, %6 : tensor<5xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<5xi32>
    %14 = stablehlo.add %4, %13 : tensor<5xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<5xi1>, tensor<5xi32>
    return %15 : tensor<5xi32>
  }
  func.func private @_where_0(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
