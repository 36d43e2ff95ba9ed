#include "apply.h"

namespace brigade::test {
namespace {

const std::vector<DType> dtypes = {DType::Bool, DType::S8,  DType::U16, DType::BF16,
                                   DType::F32,  DType::S64, DType::F64};

Literal counting(DType dtype, Shape shape) {
  std::vector<double> elements(element_count(shape));
  for (size_t i = 0; i < elements.size(); ++i)
    elements[i] = dtype == DType::Bool ? i % 3 == 0 : static_cast<double>(i);
  return literal(dtype, shape, elements);
}

/// The elements of counting(dtype, ...) at these places.
Literal picked(DType dtype, Shape shape, std::initializer_list<int> places) {
  std::vector<double> elements;
  for (int place : places)
    elements.push_back(dtype == DType::Bool ? place % 3 == 0 : place);
  return literal(dtype, shape, elements);
}

TEST(Structure, moves_elements_of_any_type) {
  for (DType t : dtypes) {
    SCOPED_TRACE(dtype_name(t));
    Literal x = counting(t, {2, 3});
    EXPECT_TRUE(
        equal(apply("stablehlo.transpose", {x}, t, {3, 2}, "permutation = array<i64: 1, 0>"),
              picked(t, {3, 2}, {0, 3, 1, 4, 2, 5})));
    EXPECT_TRUE(equal(apply("stablehlo.reverse", {x}, t, {2, 3}, "dimensions = array<i64: 1>"),
                      picked(t, {2, 3}, {2, 1, 0, 5, 4, 3})));
    EXPECT_TRUE(equal(apply("stablehlo.reshape", {x}, t, {3, 2}), counting(t, {3, 2})));
    EXPECT_TRUE(equal(apply("stablehlo.broadcast_in_dim", {counting(t, {2, 1})}, t, {2, 2, 3},
                            "broadcast_dimensions = array<i64: 0, 2>"),
                      picked(t, {2, 2, 3}, {0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1})));
    EXPECT_TRUE(equal(apply("stablehlo.broadcast_in_dim", {counting(t, {2, 3})}, t, {3, 2},
                            "broadcast_dimensions = array<i64: 1, 0>"),
                      picked(t, {3, 2}, {0, 3, 1, 4, 2, 5})));
    EXPECT_TRUE(equal(apply("stablehlo.slice", {counting(t, {3, 5})}, t, {2, 2},
                            "start_indices = array<i64: 1, 0>, limit_indices = array<i64: 3, 4>, "
                            "strides = array<i64: 1, 3>"),
                      picked(t, {2, 2}, {5, 8, 10, 13})));
    EXPECT_TRUE(equal(
        apply("stablehlo.concatenate", {x, counting(t, {2, 1})}, t, {2, 4}, "dimension = 1 : i64"),
        picked(t, {2, 4}, {0, 1, 2, 0, 3, 4, 5, 1})));
  }
}

TEST(Structure, transpose_of_rank_three) {
  EXPECT_TRUE(equal(apply("stablehlo.transpose", {counting(DType::S32, {2, 2, 3})}, DType::S32,
                          {3, 2, 2}, "permutation = array<i64: 2, 0, 1>"),
                    picked(DType::S32, {3, 2, 2}, {0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11})));
}

TEST(Structure, pad) {
  Literal x = literal(DType::S32, {3}, {1, 2, 3}), nine = scalar(DType::S32, 9);
  auto pad = [&](const char *low, const char *high, const char *interior, int64_t size) {
    return apply("stablehlo.pad", {x, nine}, DType::S32, {size},
                 std::string("edge_padding_low = array<i64: ") + low +
                     ">, edge_padding_high = array<i64: " + high +
                     ">, interior_padding = array<i64: " + interior + ">");
  };
  EXPECT_TRUE(equal(pad("1", "2", "0", 6), literal(DType::S32, {6}, {9, 1, 2, 3, 9, 9})));
  EXPECT_TRUE(equal(pad("0", "0", "1", 5), literal(DType::S32, {5}, {1, 9, 2, 9, 3})));
  EXPECT_TRUE(equal(pad("-1", "0", "1", 4), literal(DType::S32, {4}, {9, 2, 9, 3})));
  EXPECT_TRUE(equal(pad("1", "-2", "0", 2), literal(DType::S32, {2}, {9, 1})));
}

TEST(Structure, iota_and_constant) {
  for (DType t : {DType::S8, DType::U64, DType::BF16, DType::F64})
    EXPECT_TRUE(equal(apply("stablehlo.iota", {}, t, {2, 3}, "iota_dimension = 1 : i64"),
                      literal(t, {2, 3}, {0, 1, 2, 0, 1, 2})));
  EXPECT_TRUE(equal(run(R"(func.func @main() -> tensor<2x2xf16> {
    %c = stablehlo.constant dense<[[1.5, -2.0], [0.0, 65504.0]]> : tensor<2x2xf16>
    return %c : tensor<2x2xf16>
  })",
                        {})[0],
                    literal(DType::F16, {2, 2}, {1.5, -2, 0, 65504})));
  EXPECT_TRUE(equal(run(R"(func.func @main() -> tensor<2x3xi1> {
    %c = stablehlo.constant dense<true> : tensor<2x3xi1>
    return %c : tensor<2x3xi1>
  })",
                        {})[0],
                    literal(DType::Bool, {2, 3}, {1})));
}

TEST(Structure, arrays_without_elements) {
  Literal none(DType::F32, {0, 3});
  EXPECT_TRUE(equal(
      apply("stablehlo.transpose", {none}, DType::F32, {3, 0}, "permutation = array<i64: 1, 0>"),
      Literal(DType::F32, {3, 0})));
  EXPECT_TRUE(equal(apply("stablehlo.concatenate", {none, counting(DType::F32, {1, 3})}, DType::F32,
                          {1, 3}, "dimension = 0 : i64"),
                    counting(DType::F32, {1, 3})));
  EXPECT_TRUE(equal(apply("stablehlo.add", {none, none}, DType::F32, {0, 3}), none));
}

/// What says something of a value to others gives it back.
TEST(Structure, operations_that_give_their_operand) {
  const Literal x = literal(DType::F32, {2}, {3, -4});
  for (const char *op : {"brigade.stop_gradient %x", "brigade.pvary %x axes = [\"i\"]",
                         "sdy.reshard %x <@mesh, [{\"a\"}]>"})
    EXPECT_TRUE(equal(run("sdy.mesh @mesh = <[\"a\"=2]>\nfunc.func @main(%x: tensor<2xf32>) -> "
                          "tensor<2xf32> {\n  %y = " +
                              std::string(op) + " : tensor<2xf32>\n  return %y : tensor<2xf32>\n}",
                          {x})[0],
                      x))
        << op;
}

TEST(Structure, operations_that_hold_others) {
  const Literal x = literal(DType::F32, {2}, {3, -4}), doubled = literal(DType::F32, {2}, {6, -8});
  EXPECT_TRUE(equal(run(R"(
func.func private @double(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.add %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.composite "my.double" %x {decomposition = @double} : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
})",
                        {x})[0],
                    doubled));
  EXPECT_TRUE(equal(run(R"(
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = brigade.fusion(%x) : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    %b = stablehlo.add %a, %a : tensor<2xf32>
    stablehlo.return %b : tensor<2xf32>
  }
  return %y : tensor<2xf32>
})",
                        {x})[0],
                    doubled));
}

} // namespace
} // namespace brigade::test
