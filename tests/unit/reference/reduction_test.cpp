#include "apply.h"

namespace brigade::test {
namespace {

/// A sum of %x over `dims`, from %init.
std::string sum_program(DType t, const Shape &shape, const Shape &out, const std::string &dims) {
  std::string x = tensor_type(t, shape), s = tensor_type(t, {}), r = tensor_type(t, out);
  return "func.func @main(%x: " + x + ", %init: " + s + ") -> " + r + " {\n" +
         "  %r = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [" +
         dims + "] : (" + x + ", " + s + ") -> " + r + "\n  return %r : " + r + "\n}";
}

TEST(Reduction, sums_of_every_type_count_the_initial_value_once) {
  for (DType t : {DType::S8, DType::S16, DType::S32, DType::S64, DType::U8, DType::U16, DType::U32,
                  DType::U64, DType::BF16, DType::F16, DType::F32, DType::F64}) {
    Literal x = literal(t, {2, 3}, {1, 2, 3, 4, 5, 6}), ten = scalar(t, 10);
    EXPECT_TRUE(
        equal(run(sum_program(t, {2, 3}, {2}, "1"), {x, ten})[0], literal(t, {2}, {16, 25})));
    EXPECT_TRUE(
        equal(run(sum_program(t, {2, 3}, {3}, "0"), {x, ten})[0], literal(t, {3}, {15, 17, 19})));
    EXPECT_TRUE(equal(run(sum_program(t, {2, 3}, {}, "0, 1"), {x, ten})[0], scalar(t, 31)));
    EXPECT_TRUE(equal(run(sum_program(t, {2, 0}, {2}, "1"), {Literal(t, {2, 0}), ten})[0],
                      literal(t, {2}, {10, 10})));
  }
}

TEST(Reduction, each_step_is_rounded) {
  // In bf16 256 + 1 is 256: a sum of ones stands still there.
  Literal ones = literal(DType::BF16, {300}, {1});
  EXPECT_TRUE(
      equal(run(sum_program(DType::BF16, {300}, {}, "0"), {ones, scalar(DType::BF16, 0)})[0],
            scalar(DType::BF16, 256)));
  // From the left: (2^24 + 1) + 1 in f32.
  Literal x = literal(DType::F32, {3}, {16777216, 1, 1});
  EXPECT_TRUE(equal(run(sum_program(DType::F32, {3}, {}, "0"), {x, scalar(DType::F32, 0)})[0],
                    scalar(DType::F32, 16777216)));
}

constexpr const char *argmax = R"(
  func.func @main(%x: tensor<2x3xf32>, %i: tensor<2x3xi32>) -> (tensor<2xf32>, tensor<2xi32>) {
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %r:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [1]
        : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
     reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
      %gt = stablehlo.compare GT, %b, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %v = stablehlo.select %gt, %b, %a : tensor<i1>, tensor<f32>
      %n = stablehlo.select %gt, %k, %j : tensor<i1>, tensor<i32>
      stablehlo.return %v, %n : tensor<f32>, tensor<i32>
    }
    return %r#0, %r#1 : tensor<2xf32>, tensor<2xi32>
  })";

TEST(Reduction, several_operands) {
  auto results = run(argmax, {literal(DType::F32, {2, 3}, {1, 5, 5, 7, -1, 2}),
                              literal(DType::S32, {2, 3}, {0, 1, 2, 0, 1, 2})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_TRUE(equal(results[0], literal(DType::F32, {2}, {5, 7})));
  EXPECT_TRUE(equal(results[1], literal(DType::S32, {2}, {1, 0})));
}

constexpr const char *any_body = R"(
  func.func private @twice(%x: tensor<i32>) -> tensor<i32> {
    %r = stablehlo.add %x, %x : tensor<i32>
    return %r : tensor<i32>
  }
  func.func @main(%x: tensor<3xi32>, %init: tensor<i32>, %step: tensor<i32>) -> tensor<i32> {
    %r = stablehlo.reduce(%x init: %init) across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
     reducer(%a: tensor<i32>, %b: tensor<i32>) {
      %two = func.call @twice(%a) : (tensor<i32>) -> tensor<i32>
      %s = stablehlo.add %two, %b : tensor<i32>
      %t = stablehlo.add %s, %step : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }
    return %r : tensor<i32>
  })";

TEST(Reduction, a_body_that_calls_and_uses_outer_values) {
  // ((2*1 + 4 + 100) * 2 + 5 + 100) * 2 + 6 + 100
  EXPECT_TRUE(equal(run(any_body, {literal(DType::S32, {3}, {4, 5, 6}), scalar(DType::S32, 1),
                                   scalar(DType::S32, 100)})[0],
                    scalar(DType::S32, ((2 + 104) * 2 + 105) * 2 + 106)));
}

TEST(Reduction, outer_values_in_an_elementwise_body) {
  constexpr const char *text = R"(
  func.func @main(%x: tensor<2x2xf32>, %cap: tensor<f32>) -> tensor<2xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%x init: %zero) across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
     reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %s = stablehlo.add %a, %b : tensor<f32>
      %t = stablehlo.minimum %s, %cap : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }
    return %r : tensor<2xf32>
  })";
  EXPECT_TRUE(
      equal(run(text, {literal(DType::F32, {2, 2}, {1, 2, 9, -4}), scalar(DType::F32, 5)})[0],
            literal(DType::F32, {2}, {3, 1})));
}

} // namespace
} // namespace brigade::test
