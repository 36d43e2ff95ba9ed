#include "emit_cases.h"

#include <cmath>

/// The elementwise operations on each element type that they take.
namespace brigade::compiler::testing {
namespace {

using std::string;

void arithmetic(EmitCases &cases) {
  for (string op : {"add", "multiply", "maximum", "minimum"})
    cases.elementwise("stablehlo." + op, 2, all_types);
  for (string op : {"subtract", "divide", "remainder"})
    cases.elementwise("stablehlo." + op, 2, numbers);
  cases.elementwise("stablehlo.power", 2, ints);
  cases.elementwise("stablehlo.power", 2, floats, "", "", {1e-5, 1e-37});
  cases.elementwise("stablehlo.negate", 1, numbers);
  for (string op : {"abs", "sign"})
    cases.elementwise("stablehlo." + op, 1, signed_numbers);
}

void logic(EmitCases &cases) {
  for (string op : {"and", "or", "xor"})
    cases.elementwise("stablehlo." + op, 2, joined({ints, {"i1"}}));
  cases.elementwise("stablehlo.not", 1, joined({ints, {"i1"}}));
  for (string op : {"shift_left", "shift_right_logical", "shift_right_arithmetic"})
    cases.elementwise("stablehlo." + op, 2, ints);
  for (string op : {"popcnt", "count_leading_zeros"})
    cases.elementwise("stablehlo." + op, 1, ints);
  for (string direction : {"EQ", "NE", "GE", "GT", "LE", "LT"})
    cases.elementwise("stablehlo.compare", 2, all_types, "i1",
                      "comparison_direction = #stablehlo<comparison_direction " + direction + ">");
  cases.elementwise("stablehlo.compare", 2, floats, "i1",
                    "comparison_direction = #stablehlo<comparison_direction LT>, compare_type = "
                    "#stablehlo<comparison_type TOTALORDER>");
  cases.elementwise("stablehlo.is_finite", 1, floats, "i1");
  cases.elementwise("stablehlo.clamp", 3, all_types);
}

void select(EmitCases &cases) {
  for (const string &type : all_types) {
    string t = tensor({37}, type);
    cases.add("func.func @main(%p: tensor<37xi1>, %a: " + t + ", %b: " + t + ") -> " + t +
              " {\n %r = stablehlo.select %p, %a, %b : tensor<37xi1>, " + t +
              "\n return %r : " + t + "\n}");
  }
  cases.add(
      R"(func.func @main(%p: tensor<i1>, %a: tensor<5x9xf32>, %b: tensor<5x9xf32>) -> tensor<5x9xf32> {
    %r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<5x9xf32>
    return %r : tensor<5x9xf32> })");
}

void functions(EmitCases &cases) {
  const Within within{2e-6, 1e-37}, within_f64{1e-14, 1e-300};
  const std::vector<string> narrow{"f32", "bf16", "f16"};
  for (string op : {"exponential", "exponential_minus_one", "log", "log_plus_one", "logistic",
                    "tanh", "sqrt", "rsqrt", "cbrt", "sine", "cosine", "tan", "floor", "ceil",
                    "round_nearest_afz", "round_nearest_even"}) {
    cases.elementwise("stablehlo." + op, 1, narrow, "", "", within);
    cases.elementwise("stablehlo." + op, 1, {"f64"}, "", "", within_f64);
  }
  cases.elementwise("stablehlo.atan2", 2, narrow, "", "", within);
  cases.elementwise("stablehlo.atan2", 2, {"f64"}, "", "", within_f64);
  cases.elementwise("stablehlo.reduce_precision", 1, floats, "",
                    "exponent_bits = 5 : i32, mantissa_bits = 3 : i32");
}

void chlo(EmitCases &cases) {
  Within within{5e-6, 1e-6};
  for (string op : {"acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "erf",
                    "erfc", "erf_inv"})
    cases.elementwise("chlo." + op, 1, floats, "", "", within);
  for (string op : {"lgamma", "digamma"})
    cases.elementwise("chlo." + op, 1, floats, "", "", {1e-5, 1e-5});
}

void square(EmitCases &cases) { cases.elementwise("chlo.square", 1, numbers); }

void convert(EmitCases &cases) {
  for (const string &from : all_types)
    for (const string &to : all_types)
      cases.elementwise("stablehlo.convert", 1, {from}, to);
}

void bitcast_convert(EmitCases &cases) {
  auto cast = [&](const string &from, const string &to) {
    cases.add("func.func @main(%a: " + from + ") -> " + to +
              " {\n %r = stablehlo.bitcast_convert %a : (" + from + ") -> " + to +
              "\n return %r : " + to + "\n}");
  };
  for (auto [from, to] : {std::pair("f32", "ui32"),
                          {"i32", "f32"},
                          {"f64", "i64"},
                          {"ui64", "f64"},
                          {"bf16", "ui16"},
                          {"i16", "f16"},
                          {"ui8", "i8"}})
    cast(tensor({5, 9}, from), tensor({5, 9}, to));
  cast(tensor({5, 9}, "ui64"), tensor({5, 9, 2}, "ui32"));
  cast(tensor({5, 9, 2}, "ui32"), tensor({5, 9}, "ui64"));
  cast(tensor({5, 9}, "f32"), tensor({5, 9, 4}, "ui8"));
  cast(tensor({5, 9, 4}, "ui8"), tensor({5, 9}, "f32"));
}

void large_arguments(EmitCases &cases) {
  for (string type : {"f32", "f64"}) {
    auto argument = literal(dtype_of_name(type), {37}, [] {
      std::vector<double> values;
      for (int i = 0; i < 37; ++i)
        values.push_back(std::pow(-1.7, i) * 0.37);
      return values;
    }());
    for (string op : {"sine", "cosine", "tanh", "logistic", "exponential"})
      cases.add(elementwise_text("stablehlo." + op, 1, type, type), {argument}, {2e-6, 1e-7});
  }
}

} // namespace

std::vector<EmitGroup> elementwise_groups() {
  return {{"Arithmetic", arithmetic},
          {"Logic", logic},
          {"Select", select},
          {"Functions", functions},
          {"Chlo", chlo},
          {"Square", square},
          {"Convert", convert},
          {"BitcastConvert", bitcast_convert},
          {"LargeArguments", large_arguments}};
}

} // namespace brigade::compiler::testing
