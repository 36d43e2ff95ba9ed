#include "cases.h"

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

std::vector<GradientCase> unary_group() {
  return {{"abs", unary("stablehlo.abs"), {negative}},
          {"cbrt", unary("stablehlo.cbrt"), {positive}},
          {"ceil", unary("stablehlo.ceil"), {{0.1, 0.9}}},
          {"cosine", unary("stablehlo.cosine")},
          {"exponential", unary("stablehlo.exponential")},
          {"exponential_minus_one", unary("stablehlo.exponential_minus_one")},
          {"floor", unary("stablehlo.floor"), {{0.1, 0.9}}},
          {"log", unary("stablehlo.log"), {positive}},
          {"log_plus_one", unary("stablehlo.log_plus_one"), {positive}},
          {"logistic", unary("stablehlo.logistic")},
          {"negate", unary("stablehlo.negate")},
          {"round_nearest_afz", unary("stablehlo.round_nearest_afz"), {{0.6, 1.4}}},
          {"round_nearest_even", unary("stablehlo.round_nearest_even"), {{0.6, 1.4}}},
          {"rsqrt", unary("stablehlo.rsqrt"), {positive}},
          {"sign", unary("stablehlo.sign"), {negative}},
          {"sine", unary("stablehlo.sine")},
          {"sqrt", unary("stablehlo.sqrt"), {positive}},
          {"tan", unary("stablehlo.tan"), {unit}},
          {"tanh", unary("stablehlo.tanh")}};
}

std::vector<GradientCase> special_group() {
  return {{"acos", special("acos"), {unit}},
          {"acosh", special("acosh"), {above_one}},
          {"asin", special("asin"), {unit}},
          {"asinh", special("asinh")},
          {"atan", special("atan")},
          {"atanh", special("atanh"), {unit}},
          {"cosh", special("cosh")},
          {"digamma", special("digamma"), {positive}},
          {"digamma_negative", special("digamma"), {{-0.8, -0.2}}},
          {"erf", special("erf")},
          {"erf_inv", special("erf_inv"), {unit}},
          {"erfc", special("erfc")},
          {"lgamma", special("lgamma"), {positive}},
          {"sinh", special("sinh")},
          {"square", special("square")}};
}

std::vector<GradientCase> binary_group() {
  return {{"add", binary("stablehlo.add")},
          {"subtract", binary("stablehlo.subtract")},
          {"multiply", binary("stablehlo.multiply")},
          {"divide", binary("stablehlo.divide"), {{}, positive}},
          {"maximum", binary("stablehlo.maximum")},
          {"minimum", binary("stablehlo.minimum")},
          {"power", binary("stablehlo.power"), {positive, {}}},
          {"atan2", binary("stablehlo.atan2"), {positive, {}}},
          {"remainder", binary("stablehlo.remainder"), {{2.2, 2.8}, {1.2, 1.9}}},
          {"power_0", power(0)},
          {"power_1", power(1)},
          {"power_2", power(2)},
          {"power_3", power(3)},
          {"power_minus_1", power(-1), {negative}},
          {"power_half", power(0.5), {positive}}};
}

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
// To the type it has; other types are too coarse for differences.
const char *convert_text = R"(
func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> {
  %y = stablehlo.multiply %x, %x : tensor<5xf64>
  %a = stablehlo.convert %y : (tensor<5xf64>) -> tensor<5xf64>
  %z = stablehlo.multiply %a, %x : tensor<5xf64>
  return %z : tensor<5xf64>
})";
// As precise as the type, so that there are differences to compare with.
const char *reduce_precision_text = R"(
func.func @main(%x: tensor<5xf64>) -> tensor<5xf64> {
  %y = stablehlo.multiply %x, %x : tensor<5xf64>
  %z = stablehlo.reduce_precision %y, format = e11m52 : tensor<5xf64>
  return %z : tensor<5xf64>
})";

std::vector<GradientCase> other_group() {
  return {{"select", select_text},
          {"select_scalar", select_scalar_text},
          {"clamp", clamp_text, {{-1, -0.5}, {}, {0.5, 1}}},
          {"clamp_crossed", clamp_text, {{-2, 2}, {-2, 2}, {2, 3}}},
          {"clamp_scalar", clamp_scalar_text, {{0.5, 1}, {-2, 2}, {2, 3}}},
          {"no_tangent", no_tangent_text, {{0.3, 0.7}, {1, 5}}},
          {"convert", convert_text},
          {"reduce_precision", reduce_precision_text}};
}

} // namespace

std::vector<GradientCase> elementwise_cases() {
  return joined({unary_group(), special_group(), binary_group(), other_group()});
}

} // namespace brigade::test
