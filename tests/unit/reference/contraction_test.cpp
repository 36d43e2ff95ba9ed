#include "apply.h"

namespace brigade::test {
namespace {

Literal dot(const Literal &a, const Literal &b, DType dtype, Shape shape,
            const std::string &numbers) {
  return apply("stablehlo.dot_general", {a, b}, dtype, shape,
               "dot_dimension_numbers = #stablehlo.dot<" + numbers + ">");
}

const std::string matmul = "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]";

TEST(Contraction, matrix_product_of_every_type) {
  for (DType t : {DType::S8, DType::S16, DType::S32, DType::S64, DType::U8, DType::U16, DType::U32,
                  DType::U64, DType::BF16, DType::F16, DType::F32, DType::F64})
    EXPECT_TRUE(equal(dot(literal(t, {2, 3}, {1, 2, 3, 4, 5, 6}),
                          literal(t, {3, 2}, {1, 0, 2, 1, 0, 3}), t, {2, 2}, matmul),
                      literal(t, {2, 2}, {5, 11, 14, 23})));
}

TEST(Contraction, batch_dimensions_lead) {
  // lhs[k, b, m], rhs[n, b, k]: out[b, m, n].
  Literal lhs = literal(DType::F32, {2, 2, 1}, {1, 2, 3, 4}),
          rhs = literal(DType::F32, {2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  EXPECT_TRUE(equal(dot(lhs, rhs, DType::F32, {2, 1, 2},
                        "lhs_batching_dimensions = [1], rhs_batching_dimensions = [1], "
                        "lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [2]"),
                    literal(DType::F32, {2, 1, 2}, {1 + 6, 5 + 18, 6 + 16, 14 + 32})));
}

TEST(Contraction, several_contracting_dimensions_in_another_order) {
  Literal a = literal(DType::F64, {2, 2}, {1, 2, 3, 4}),
          b = literal(DType::F64, {2, 2}, {5, 6, 7, 8});
  EXPECT_TRUE(equal(dot(a, b, DType::F64, {},
                        "lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [1, 0]"),
                    scalar(DType::F64, 5 + 2 * 7 + 3 * 6 + 4 * 8)));
  EXPECT_TRUE(equal(dot(literal(DType::F64, {2}, {1, 2}), literal(DType::F64, {2}, {3, 4}),
                        DType::F64, {2, 2}, ""),
                    literal(DType::F64, {2, 2}, {3, 4, 6, 8})));
}

TEST(Contraction, result_types) {
  Literal a = literal(DType::S8, {1, 2}, {100, 100}), b = literal(DType::S8, {2, 1}, {100, 100});
  EXPECT_TRUE(equal(dot(a, b, DType::S32, {1, 1}, matmul), literal(DType::S32, {1, 1}, {20000})));
  EXPECT_TRUE(
      equal(dot(a, b, DType::S8, {1, 1}, matmul), literal(DType::S8, {1, 1}, {20000 - 78 * 256})));
  // Products of bf16 kept in f32: 1.0078125^2 has 15 digits.
  Literal c = literal(DType::BF16, {1, 1}, {1.0078125});
  EXPECT_TRUE(equal(dot(c, c, DType::F32, {1, 1}, matmul),
                    literal(DType::F32, {1, 1}, {1.0078125 * 1.0078125})));
  EXPECT_TRUE(
      equal(dot(c, c, DType::BF16, {1, 1}, matmul), literal(DType::BF16, {1, 1}, {1.015625})));
}

TEST(Contraction, nothing_to_sum) {
  EXPECT_TRUE(equal(
      dot(Literal(DType::F32, {2, 0}), Literal(DType::F32, {0, 3}), DType::F32, {2, 3}, matmul),
      Literal(DType::F32, {2, 3})));
}

} // namespace
} // namespace brigade::test
