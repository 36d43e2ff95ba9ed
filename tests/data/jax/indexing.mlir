module @jit_indexing attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x8xf32>, %arg1: tensor<2xi32>, %arg2: tensor<3x2xi32>) -> (tensor<2x8xf32> {jax.result_info = "result[0]"}, tensor<4x2xf32> {jax.result_info = "result[1]"}, tensor<2xf32> {jax.result_info = "result[2]"}, tensor<4x8xf32> {jax.result_info = "result[3]"}, tensor<4x8xf32> {jax.result_info = "result[4]"}, tensor<4x8xf32> {jax.result_info = "result[5]"}, tensor<4x8xf32> {jax.result_info = "result[6]"}, tensor<3xf32> {jax.result_info = "result[7]"}, tensor<4x1xf32> {jax.result_info = "result[8]"}, tensor<8xf32> {jax.result_info = "result[9]"}, tensor<2x2xf32> {jax.result_info = "result[10]"}, tensor<4x8xf32> {jax.result_info = "result[11]"}, tensor<4xf32> {jax.result_info = "result[12]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_0 = stablehlo.constant dense<4> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<2xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<2xi1>, tensor<2xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %6 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %8 = stablehlo.compare LT, %arg1, %7, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_2 = stablehlo.constant dense<8> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %10 = stablehlo.add %arg1, %9 : tensor<2xi32>
    %11 = stablehlo.select %8, %10, %arg1 : tensor<2xi1>, tensor<2xi32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %13 = "stablehlo.gather"(%arg0, %12) <{dimension_numbers = #stablehlo.gather<offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 4, 1>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<4x2xf32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %14 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %15 = stablehlo.compare LT, %arg1, %14, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_4 = stablehlo.constant dense<4> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %17 = stablehlo.add %arg1, %16 : tensor<2xi32>
    %18 = stablehlo.select %15, %17, %arg1 : tensor<2xi1>, tensor<2xi32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %19 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %20 = stablehlo.compare LT, %arg1, %19, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_6 = stablehlo.constant dense<8> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %22 = stablehlo.add %arg1, %21 : tensor<2xi32>
    %23 = stablehlo.select %20, %22, %arg1 : tensor<2xi1>, tensor<2xi32>
    %24 = stablehlo.broadcast_in_dim %18, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %25 = stablehlo.broadcast_in_dim %23, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %26 = stablehlo.concatenate %24, %25, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
    %27 = "stablehlo.gather"(%arg0, %26) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<2x2xi32>) -> tensor<2xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %29 = stablehlo.compare LT, %arg1, %28, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_8 = stablehlo.constant dense<4> : tensor<i32>
    %30 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %31 = stablehlo.add %arg1, %30 : tensor<2xi32>
    %32 = stablehlo.select %29, %31, %arg1 : tensor<2xi1>, tensor<2xi32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %34 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %35 = "stablehlo.scatter"(%arg0, %33, %34) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %120 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %120 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<4x8xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %37 = stablehlo.compare LT, %arg1, %36, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_10 = stablehlo.constant dense<4> : tensor<i32>
    %38 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %39 = stablehlo.add %arg1, %38 : tensor<2xi32>
    %40 = stablehlo.select %37, %39, %arg1 : tensor<2xi1>, tensor<2xi32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %cst_11 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<2x8xf32>
    %43 = "stablehlo.scatter"(%arg0, %41, %42) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<4x8xf32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %44 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %45 = stablehlo.compare LT, %arg1, %44, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_13 = stablehlo.constant dense<4> : tensor<i32>
    %46 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %47 = stablehlo.add %arg1, %46 : tensor<2xi32>
    %48 = stablehlo.select %45, %47, %arg1 : tensor<2xi1>, tensor<2xi32>
    %c_14 = stablehlo.constant dense<0> : tensor<i32>
    %49 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %50 = stablehlo.compare LT, %arg1, %49, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
    %c_15 = stablehlo.constant dense<8> : tensor<i32>
    %51 = stablehlo.broadcast_in_dim %c_15, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %52 = stablehlo.add %arg1, %51 : tensor<2xi32>
    %53 = stablehlo.select %50, %52, %arg1 : tensor<2xi1>, tensor<2xi32>
    %54 = stablehlo.broadcast_in_dim %48, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %55 = stablehlo.broadcast_in_dim %53, dims = [0] : (tensor<2xi32>) -> tensor<2x1xi32>
    %56 = stablehlo.concatenate %54, %55, dim = 1 : (tensor<2x1xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
    %cst_16 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %58 = "stablehlo.scatter"(%arg0, %56, %57) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %120 = stablehlo.maximum %arg3, %arg4 : tensor<f32>
      stablehlo.return %120 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<2x2xi32>, tensor<2xf32>) -> tensor<4x8xf32>
    %c_17 = stablehlo.constant dense<1> : tensor<i32>
    %59 = stablehlo.broadcast_in_dim %c_17, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %cst_18 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %61 = "stablehlo.scatter"(%arg0, %59, %60) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %120 = stablehlo.multiply %arg3, %arg4 : tensor<f32>
      stablehlo.return %120 : tensor<f32>
    }) : (tensor<4x8xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<4x8xf32>
    %62 = stablehlo.slice %arg2 [0:3, 0:1] : (tensor<3x2xi32>) -> tensor<3x1xi32>
    %63 = stablehlo.reshape %62 : (tensor<3x1xi32>) -> tensor<3xi32>
    %64 = stablehlo.slice %arg2 [0:3, 1:2] : (tensor<3x2xi32>) -> tensor<3x1xi32>
    %65 = stablehlo.reshape %64 : (tensor<3x1xi32>) -> tensor<3xi32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %66 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %67 = stablehlo.compare LT, %63, %66, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_20 = stablehlo.constant dense<4> : tensor<i32>
    %68 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %69 = stablehlo.add %63, %68 : tensor<3xi32>
    %70 = stablehlo.select %67, %69, %63 : tensor<3xi1>, tensor<3xi32>
    %c_21 = stablehlo.constant dense<0> : tensor<i32>
    %71 = stablehlo.broadcast_in_dim %c_21, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %72 = stablehlo.compare LT, %65, %71, SIGNED : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
    %c_22 = stablehlo.constant dense<8> : tensor<i32>
    %73 = stablehlo.broadcast_in_dim %c_22, dims = [] : (tensor<i32>) -> tensor<3xi32>
    %74 = stablehlo.add %65, %73 : tensor<3xi32>
    %75 = stablehlo.select %72, %74, %65 : tensor<3xi1>, tensor<3xi32>
    %76 = stablehlo.broadcast_in_dim %70, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %77 = stablehlo.broadcast_in_dim %75, dims = [0] : (tensor<3xi32>) -> tensor<3x1xi32>
    %78 = stablehlo.concatenate %76, %77, dim = 1 : (tensor<3x1xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
    %79 = "stablehlo.gather"(%arg0, %78) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<3x2xi32>) -> tensor<3xf32>
    %80 = call @argmax(%arg0) : (tensor<4x8xf32>) -> tensor<4xi32>
    %81 = stablehlo.broadcast_in_dim %80, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %82 = call @take_along_axis(%arg0, %81) : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4x1xf32>
    %83 = stablehlo.slice %arg1 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
    %84 = stablehlo.reshape %83 : (tensor<1xi32>) -> tensor<i32>
    %c_23 = stablehlo.constant dense<0> : tensor<i32>
    %85 = stablehlo.compare LT, %84, %c_23, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_24 = stablehlo.constant dense<4> : tensor<i32>
    %86 = stablehlo.add %84, %c_24 : tensor<i32>
    %87 = stablehlo.select %85, %86, %84 : tensor<i1>, tensor<i32>
    %c_25 = stablehlo.constant dense<0> : tensor<i32>
    %c_26 = stablehlo.constant dense<0> : tensor<i32>
    %88 = stablehlo.compare LT, %c_25, %c_26, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_27 = stablehlo.constant dense<0> : tensor<i32>
    %c_28 = stablehlo.constant dense<8> : tensor<i32>
    %89 = stablehlo.add %c_27, %c_28 : tensor<i32>
    %c_29 = stablehlo.constant dense<0> : tensor<i32>
    %90 = stablehlo.select %88, %89, %c_29 : tensor<i1>, tensor<i32>
    %91 = stablehlo.dynamic_slice %arg0, %87, %90, sizes = [1, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
    %92 = stablehlo.reshape %91 : (tensor<1x8xf32>) -> tensor<8xf32>
    %93 = stablehlo.slice %arg1 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
    %94 = stablehlo.reshape %93 : (tensor<1xi32>) -> tensor<i32>
    %95 = stablehlo.slice %arg1 [1:2] : (tensor<2xi32>) -> tensor<1xi32>
    %96 = stablehlo.reshape %95 : (tensor<1xi32>) -> tensor<i32>
    %c_30 = stablehlo.constant dense<0> : tensor<i32>
    %97 = stablehlo.compare LT, %94, %c_30, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_31 = stablehlo.constant dense<4> : tensor<i32>
    %98 = stablehlo.add %94, %c_31 : tensor<i32>
    %99 = stablehlo.select %97, %98, %94 : tensor<i1>, tensor<i32>
    %c_32 = stablehlo.constant dense<0> : tensor<i32>
    %100 = stablehlo.compare LT, %96, %c_32, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_33 = stablehlo.constant dense<8> : tensor<i32>
    %101 = stablehlo.add %96, %c_33 : tensor<i32>
    %102 = stablehlo.select %100, %101, %96 : tensor<i1>, tensor<i32>
    %103 = stablehlo.dynamic_slice %arg0, %99, %102, sizes = [2, 2] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    %104 = stablehlo.slice %arg0 [0:2, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
    %105 = stablehlo.slice %arg1 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
    %106 = stablehlo.reshape %105 : (tensor<1xi32>) -> tensor<i32>
    %c_34 = stablehlo.constant dense<0> : tensor<i32>
    %107 = stablehlo.compare LT, %106, %c_34, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_35 = stablehlo.constant dense<4> : tensor<i32>
    %108 = stablehlo.add %106, %c_35 : tensor<i32>
    %109 = stablehlo.select %107, %108, %106 : tensor<i1>, tensor<i32>
    %c_36 = stablehlo.constant dense<0> : tensor<i32>
    %110 = stablehlo.dynamic_update_slice %arg0, %104, %109, %c_36 : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
    %111 = stablehlo.iota dim = 0 : tensor<4xi32>
    %c_37 = stablehlo.constant dense<0> : tensor<i32>
    %112 = stablehlo.broadcast_in_dim %c_37, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %113 = stablehlo.compare LT, %111, %112, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
    %c_38 = stablehlo.constant dense<8> : tensor<i32>
    %114 = stablehlo.broadcast_in_dim %c_38, dims = [] : (tensor<i32>) -> tensor<4xi32>
    %115 = stablehlo.add %111, %114 : tensor<4xi32>
    %116 = stablehlo.select %113, %115, %111 : tensor<4xi1>, tensor<4xi32>
    %117 = stablehlo.broadcast_in_dim %116, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %118 = "stablehlo.gather"(%arg0, %117) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x1xi32>) -> tensor<4x1xf32>
    %119 = stablehlo.reshape %118 : (tensor<4x1xf32>) -> tensor<4xf32>
    return %6, %13, %27, %35, %43, %58, %61, %79, %82, %92, %103, %110, %119 : tensor<2x8xf32>, tensor<4x2xf32>, tensor<2xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<3xf32>, tensor<4x1xf32>, tensor<8xf32>, tensor<2x2xf32>, tensor<4x8xf32>, tensor<4xf32>
  }
  func.func private @argmax(%arg0: tensor<4x8xf32>) -> tensor<4xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<4x8xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<4xi32>
  }
  func.func private @take_along_axis(%arg0: tensor<4x8xf32>, %arg1: tensor<4x1xi32>) -> tensor<4x1xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x1xi1>
    %c_0 = stablehlo.constant dense<8> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<4x1xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<4x1xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<4x1xi1>, tensor<4x1xi32>
    %5 = stablehlo.reshape %4 : (tensor<4x1xi32>) -> tensor<4x1x1xi32>
    %c_1 = stablehlo.constant dense<7> : tensor<1xi32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<4x1x1xi32>
    %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %8 = stablehlo.broadcast_in_dim %c_1, dims = [2] : (tensor<1xi32>) -> tensor<1x1x1xi32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<1x1x1xi32>) -> tensor<4x1x1xi32>
    %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<4x1x1xi32>, tensor<4x1x1xi32>) -> tensor<4x1x1xi1>
    %11 = stablehlo.and %7, %10 : tensor<4x1x1xi1>
    %c_3 = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [2] : (tensor<4x1x1xi1>, tensor<i1>) -> tensor<4x1xi1>
    %13 = "stablehlo.gather"(%arg0, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4x8xf32>, tensor<4x1x1xi32>) -> tensor<4x1xf32>
    %cst = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x1xf32>
    %15 = stablehlo.select %12, %13, %14 : tensor<4x1xi1>, tensor<4x1xf32>
    return %15 : tensor<4x1xf32>
  }
}
