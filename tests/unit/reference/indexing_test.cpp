#include "apply.h"

namespace brigade::test {
namespace {

TEST(Indexing, dynamic_slice_stays_inside) {
  Literal x = literal(DType::F32, {2, 4}, {0, 1, 2, 3, 4, 5, 6, 7});
  auto slice = [&](double i, double j) {
    return apply("stablehlo.dynamic_slice", {x, scalar(DType::S32, i), scalar(DType::S32, j)},
                 DType::F32, {1, 2}, "slice_sizes = array<i64: 1, 2>");
  };
  EXPECT_TRUE(equal(slice(0, 1), literal(DType::F32, {1, 2}, {1, 2})));
  EXPECT_TRUE(equal(slice(1, 9), literal(DType::F32, {1, 2}, {6, 7})));
  EXPECT_TRUE(equal(slice(-3, -1), literal(DType::F32, {1, 2}, {0, 1})));
}

TEST(Indexing, dynamic_update_slice_stays_inside) {
  for (DType index : {DType::S8, DType::U32, DType::S64, DType::U64}) {
    Literal x = literal(DType::BF16, {4}, {0, 1, 2, 3}), u = literal(DType::BF16, {2}, {8, 9});
    EXPECT_TRUE(
        equal(apply("stablehlo.dynamic_update_slice", {x, u, scalar(index, 1)}, DType::BF16, {4}),
              literal(DType::BF16, {4}, {0, 8, 9, 3})));
    EXPECT_TRUE(
        equal(apply("stablehlo.dynamic_update_slice", {x, u, scalar(index, 100)}, DType::BF16, {4}),
              literal(DType::BF16, {4}, {0, 1, 8, 9})));
  }
  Literal huge(DType::U64, {});
  huge.data<uint64_t>()[0] = ~uint64_t{0};
  EXPECT_TRUE(
      equal(apply("stablehlo.dynamic_update_slice",
                  {literal(DType::S32, {3}, {0, 1, 2}), literal(DType::S32, {1}, {7}), huge},
                  DType::S32, {3}),
            literal(DType::S32, {3}, {0, 1, 7})));
}

Literal gather(const Literal &x, const Literal &indices, Shape shape, const std::string &numbers,
               const std::string &sizes) {
  return apply("stablehlo.gather", {x, indices}, x.dtype, shape,
               "dimension_numbers = #stablehlo.gather<" + numbers +
                   ">, slice_sizes = array<i64: " + sizes + ">, indices_are_sorted = false");
}

Literal counting(Shape shape) {
  std::vector<double> elements(element_count(shape));
  for (size_t i = 0; i < elements.size(); ++i)
    elements[i] = static_cast<double>(i);
  return literal(DType::S32, shape, elements);
}

TEST(Indexing, gather_rows) {
  Literal x = counting({3, 2});
  const std::string rows =
      "offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1";
  EXPECT_TRUE(equal(gather(x, literal(DType::S32, {2, 1}, {2, 0}), {2, 2}, rows, "1, 2"),
                    literal(DType::S32, {2, 2}, {4, 5, 0, 1})));
  // Clamped at both ends.
  EXPECT_TRUE(equal(gather(x, literal(DType::S32, {2, 1}, {7, -2}), {2, 2}, rows, "1, 2"),
                    literal(DType::S32, {2, 2}, {4, 5, 0, 1})));
  // index_vector_dim at the rank of the indices: each index is a vector of one.
  EXPECT_TRUE(equal(gather(x, literal(DType::S64, {2}, {1, 1}), {2, 2}, rows, "1, 2"),
                    literal(DType::S32, {2, 2}, {2, 3, 2, 3})));
}

TEST(Indexing, gather_windows_by_index_vectors) {
  // Index vectors lie along dimension 0 and name (column, row); windows of 1 x 2 go into result
  // dimensions 0 and 2.
  Literal x = counting({3, 4}), indices = literal(DType::S32, {2, 2}, {0, 3, 1, 2});
  EXPECT_TRUE(
      equal(gather(x, indices, {1, 2, 2},
                   "offset_dims = [0, 2], start_index_map = [1, 0], index_vector_dim = 0", "1, 2"),
            literal(DType::S32, {1, 2, 2}, {4, 5, 10, 11})));
}

TEST(Indexing, gather_with_batching_dimensions) {
  // x[b, i]: out[j, b] = x[b, indices[j, b]].
  Literal x = counting({2, 3}), indices = literal(DType::S32, {2, 2, 1}, {2, 0, 1, 1});
  EXPECT_TRUE(equal(gather(x, indices, {2, 2},
                           "collapsed_slice_dims = [1], operand_batching_dims = [0], "
                           "start_indices_batching_dims = [1], "
                           "start_index_map = [1], index_vector_dim = 2",
                           "1, 1"),
                    literal(DType::S32, {2, 2}, {2, 3, 1, 4})));
}

Literal scatter(const Literal &x, const Literal &indices, const Literal &updates,
                const std::string &numbers, const std::string &op = "add") {
  std::string t = tensor_type(x.dtype, x.shape), i = tensor_type(indices.dtype, indices.shape),
              u = tensor_type(updates.dtype, updates.shape), s = tensor_type(x.dtype, {});
  std::string body = op == "set" ? "      stablehlo.return %b : " + s + "\n"
                                 : "      %c = stablehlo." + op + " %a, %b : " + s +
                                       "\n      stablehlo.return %c : " + s + "\n";
  return run("func.func @main(%x: " + t + ", %i: " + i + ", %u: " + u + ") -> " + t + " {\n" +
                 "  %r = \"stablehlo.scatter\"(%x, %i, %u) ({\n    ^bb0(%a: " + s + ", %b: " + s +
                 "):\n" + body + "  }) {scatter_dimension_numbers = #stablehlo.scatter<" + numbers +
                 ">, indices_are_sorted = false, unique_indices = false} : (" + t + ", " + i +
                 ", " + u + ") -> " + t + "\n  return %r : " + t + "\n}",
             {x, indices, updates})[0];
}

TEST(Indexing, scatter_rows) {
  Literal x = counting({3, 2}), u = literal(DType::S32, {3, 2}, {10, 20, 30, 40, 50, 60});
  const std::string rows = "update_window_dims = [1], inserted_window_dims = [0], "
                           "scatter_dims_to_operand_dims = [0], index_vector_dim = 1";
  Literal indices = literal(DType::S32, {3, 1}, {2, 0, 2});
  EXPECT_TRUE(
      equal(scatter(x, indices, u, rows), literal(DType::S32, {3, 2}, {30, 41, 2, 3, 64, 85})));
  EXPECT_TRUE(equal(scatter(x, indices, u, rows, "set"),
                    literal(DType::S32, {3, 2}, {30, 40, 2, 3, 50, 60})));
  // Outside: skipped, not clamped.
  EXPECT_TRUE(equal(scatter(x, literal(DType::S32, {3, 1}, {3, -1, 1}), u, rows),
                    literal(DType::S32, {3, 2}, {0, 1, 52, 63, 4, 5})));
}

TEST(Indexing, scatter_skips_a_window_that_sticks_out) {
  Literal x = literal(DType::F32, {5}, {0}), ones = literal(DType::F32, {3, 3}, {1});
  EXPECT_TRUE(equal(
      scatter(x, literal(DType::S32, {3, 1}, {3, -1, 0}), ones,
              "update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"),
      literal(DType::F32, {5}, {1, 1, 1, 0, 0})));
}

TEST(Indexing, scatter_with_batching_dimensions) {
  // x[b, indices[j, b]] += u[j, b]
  Literal x = counting({2, 3}), indices = literal(DType::S32, {2, 2, 1}, {2, 0, 1, 5}),
          u = literal(DType::S32, {2, 2}, {10, 20, 30, 40});
  EXPECT_TRUE(equal(scatter(x, indices, u,
                            "inserted_window_dims = [1], input_batching_dims = [0], "
                            "scatter_indices_batching_dims = [1], "
                            "scatter_dims_to_operand_dims = [1], index_vector_dim = 2"),
                    literal(DType::S32, {2, 3}, {0, 31, 12, 23, 4, 5})));
}

TEST(Indexing, scatter_of_several_operands) {
  constexpr const char *text = R"(
  func.func @main(%x: tensor<3xf32>, %y: tensor<3xi32>, %i: tensor<2xi32>, %u: tensor<2xf32>, %v: tensor<2xi32>)
      -> (tensor<3xf32>, tensor<3xi32>) {
    %r:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) ({
    ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):
      %s = stablehlo.maximum %a, %c : tensor<f32>
      %t = stablehlo.add %b, %d : tensor<i32>
      stablehlo.return %s, %t : tensor<f32>, tensor<i32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
                                                       index_vector_dim = 1>,
        indices_are_sorted = false, unique_indices = false}
      : (tensor<3xf32>, tensor<3xi32>, tensor<2xi32>, tensor<2xf32>, tensor<2xi32>) -> (tensor<3xf32>, tensor<3xi32>)
    return %r#0, %r#1 : tensor<3xf32>, tensor<3xi32>
  })";
  auto results = run(text, {literal(DType::F32, {3}, {1, 5, 3}),
                            literal(DType::S32, {3}, {1, 2, 3}), literal(DType::S32, {2}, {1, 0}),
                            literal(DType::F32, {2}, {4, 4}), literal(DType::S32, {2}, {10, 20})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(equal(results[0], literal(DType::F32, {3}, {4, 5, 3})));
  EXPECT_TRUE(equal(results[1], literal(DType::S32, {3}, {21, 12, 3})));
}

} // namespace
} // namespace brigade::test
