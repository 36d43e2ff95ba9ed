#include "differences.h"

/// Every elementwise operation to the second order, at points away from its kinks.
namespace brigade::test {
namespace {

std::string unary(const std::string &op) {
  return "func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> {\n  %y = " + op +
         " %x : tensor<5xf64>\n  return %y : tensor<5xf64>\n}";
}
std::string special(const std::string &op) {
  return "func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> {\n  %y = chlo." + op +
         " %x : tensor<5xf64> -> tensor<5xf64>\n  return %y : tensor<5xf64>\n}";
}
std::string binary(const std::string &op) {
  return "func.func @main(%x: tensor<5xf64>, %y: tensor<5xf64>) -> tensor<5xf64> {\n  %z = " + op +
         " %x, %y : tensor<5xf64>\n  return %z : tensor<5xf64>\n}";
}
std::string power(double exponent) {
  return "func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> {\n  %y = stablehlo.constant dense<" +
         std::to_string(exponent) + "> : tensor<5xf64>\n" +
         "  %z = stablehlo.power %x, %y : tensor<5xf64>\n  return %z : tensor<5xf64>\n}";
}

const Range positive{0.3, 2}, negative{-2, -0.3}, unit{-0.8, 0.8}, above_one{1.2, 3};

class ElementwiseGradients : public testing::TestWithParam<GradientCase> {};
TEST_P(ElementwiseGradients, AgreeWithDifferences) { check_gradients(GetParam()); }

INSTANTIATE_TEST_SUITE_P(
    Unary, ElementwiseGradients,
    testing::Values(
        GradientCase{"abs", unary("stablehlo.abs"), {negative}},
        GradientCase{"cbrt", unary("stablehlo.cbrt"), {positive}},
        GradientCase{"ceil", unary("stablehlo.ceil"), {{0.1, 0.9}}},
        GradientCase{"cosine", unary("stablehlo.cosine")},
        GradientCase{"exponential", unary("stablehlo.exponential")},
        GradientCase{"exponential_minus_one", unary("stablehlo.exponential_minus_one")},
        GradientCase{"floor", unary("stablehlo.floor"), {{0.1, 0.9}}},
        GradientCase{"log", unary("stablehlo.log"), {positive}},
        GradientCase{"log_plus_one", unary("stablehlo.log_plus_one"), {positive}},
        GradientCase{"logistic", unary("stablehlo.logistic")},
        GradientCase{"negate", unary("stablehlo.negate")},
        GradientCase{"round_nearest_afz", unary("stablehlo.round_nearest_afz"), {{0.6, 1.4}}},
        GradientCase{"round_nearest_even", unary("stablehlo.round_nearest_even"), {{0.6, 1.4}}},
        GradientCase{"rsqrt", unary("stablehlo.rsqrt"), {positive}},
        GradientCase{"sign", unary("stablehlo.sign"), {negative}},
        GradientCase{"sine", unary("stablehlo.sine")},
        GradientCase{"sqrt", unary("stablehlo.sqrt"), {positive}},
        GradientCase{"tan", unary("stablehlo.tan"), {unit}},
        GradientCase{"tanh", unary("stablehlo.tanh")}),
    [](auto &info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Special, ElementwiseGradients,
    testing::Values(
        GradientCase{"acos", special("acos"), {unit}},
        GradientCase{"acosh", special("acosh"), {above_one}},
        GradientCase{"asin", special("asin"), {unit}}, GradientCase{"asinh", special("asinh")},
        GradientCase{"atan", special("atan")}, GradientCase{"atanh", special("atanh"), {unit}},
        GradientCase{"cosh", special("cosh")},
        GradientCase{"digamma", special("digamma"), {positive}},
        GradientCase{"digamma_negative", special("digamma"), {{-0.8, -0.2}}},
        GradientCase{"erf", special("erf")}, GradientCase{"erf_inv", special("erf_inv"), {unit}},
        GradientCase{"erfc", special("erfc")},
        GradientCase{"lgamma", special("lgamma"), {positive}},
        GradientCase{"sinh", special("sinh")}, GradientCase{"square", special("square")}),
    [](auto &info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Binary, ElementwiseGradients,
    testing::Values(GradientCase{"add", binary("stablehlo.add")},
                    GradientCase{"subtract", binary("stablehlo.subtract")},
                    GradientCase{"multiply", binary("stablehlo.multiply")},
                    GradientCase{"divide", binary("stablehlo.divide"), {{}, positive}},
                    GradientCase{"maximum", binary("stablehlo.maximum")},
                    GradientCase{"minimum", binary("stablehlo.minimum")},
                    GradientCase{"power", binary("stablehlo.power"), {positive, {}}},
                    GradientCase{"atan2", binary("stablehlo.atan2"), {positive, {}}},
                    GradientCase{
                        "remainder", binary("stablehlo.remainder"), {{2.2, 2.8}, {1.2, 1.9}}},
                    GradientCase{"power_0", power(0)}, GradientCase{"power_1", power(1)},
                    GradientCase{"power_2", power(2)}, GradientCase{"power_3", power(3)},
                    GradientCase{"power_minus_1", power(-1), {negative}},
                    GradientCase{"power_half", power(0.5), {positive}}),
    [](auto &info) { return info.param.name; });

const char *select_text = R"(
func.func @main(%p: tensor<5xi1>, %x: tensor<5xf64>, %y: tensor<5xf64>) -> tensor<5xf64> {
  %a = stablehlo.multiply %x, %x : tensor<5xf64>
  %z = stablehlo.select %p, %a, %y : tensor<5xi1>, tensor<5xf64>
  return %z : tensor<5xf64>
})";
const char *select_scalar_text = R"(
func.func @main(%p: tensor<i1>, %x: tensor<5xf64>, %y: tensor<5xf64>) -> tensor<5xf64> {
  %a = stablehlo.multiply %x, %x : tensor<5xf64>
  %z = stablehlo.select %p, %a, %y : tensor<i1>, tensor<5xf64>
  return %z : tensor<5xf64>
})";
const char *clamp_text = R"(
func.func @main(%a: tensor<5xf64>, %x: tensor<5xf64>, %b: tensor<5xf64>) -> tensor<5xf64> {
  %z = stablehlo.clamp %a, %x, %b : tensor<5xf64>
  return %z : tensor<5xf64>
})";
const char *clamp_scalar_text = R"(
func.func @main(%a: tensor<f64>, %x: tensor<9xf64>, %b: tensor<f64>) -> tensor<9xf64> {
  %y = stablehlo.multiply %x, %x : tensor<9xf64>
  %z = "stablehlo.clamp"(%a, %y, %b) : (tensor<f64>, tensor<9xf64>, tensor<f64>) -> tensor<9xf64>
  return %z : tensor<9xf64>
})";
// A comparison, a rounding and integers on the way carry no tangent.
const char *no_tangent_text = R"(
func.func @main(%x: tensor<5xf64>, %n: tensor<5xi32>) -> (tensor<5xf64>, tensor<5xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<5xf64>
  %p = stablehlo.compare GT, %x, %zero : (tensor<5xf64>, tensor<5xf64>) -> tensor<5xi1>
  %i = stablehlo.convert %x : (tensor<5xf64>) -> tensor<5xi32>
  %m = stablehlo.multiply %i, %n : tensor<5xi32>
  %g = stablehlo.convert %n : (tensor<5xi32>) -> tensor<5xf64>
  %stopped = brigade.stop_gradient %zero : tensor<5xf64>
  %y = stablehlo.multiply %x, %g : tensor<5xf64>
  %z = stablehlo.select %p, %y, %stopped : tensor<5xi1>, tensor<5xf64>
  return %z, %m : tensor<5xf64>, tensor<5xi32>
})";
// Through a narrower type and back.
const char *convert_text = R"(
func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> {
  %y = stablehlo.multiply %x, %x : tensor<5xf64>
  %a = stablehlo.convert %y : (tensor<5xf64>) -> tensor<5xf64>
  %z = stablehlo.multiply %a, %x : tensor<5xf64>
  return %z : tensor<5xf64>
})";

INSTANTIATE_TEST_SUITE_P(
    Other, ElementwiseGradients,
    testing::Values(GradientCase{"select", select_text},
                    GradientCase{"select_scalar", select_scalar_text},
                    GradientCase{"clamp", clamp_text, {{-1, -0.5}, {}, {0.5, 1}}},
                    GradientCase{"clamp_crossed", clamp_text, {{-2, 2}, {-2, 2}, {2, 3}}},
                    GradientCase{"clamp_scalar", clamp_scalar_text, {{0.5, 1}, {-2, 2}, {2, 3}}},
                    GradientCase{"no_tangent", no_tangent_text, {{0.3, 0.7}, {1, 5}}},
                    GradientCase{"convert", convert_text}),
    [](auto &info) { return info.param.name; });

} // namespace
} // namespace brigade::test
