#include "emit_testing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

/// Every operation that the compiler emits, on every element type it takes, against the
/// interpreter.
namespace brigade::compiler::testing {
namespace {

using std::string;

const std::vector<string> floats{"f32", "f64", "bf16", "f16"};
const std::vector<string> signed_ints{"i8", "i16", "i32", "i64"};
const std::vector<string> unsigned_ints{"ui8", "ui16", "ui32", "ui64"};

std::vector<string> joined(std::initializer_list<std::vector<string>> lists) {
  std::vector<string> all;
  for (const auto &list : lists)
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

DType dtype_of_name(const string &name) {
  static const std::map<string, DType> names{
      {"i1", DType::Bool},  {"i8", DType::S8},     {"i16", DType::S16},  {"i32", DType::S32},
      {"i64", DType::S64},  {"ui8", DType::U8},    {"ui16", DType::U16}, {"ui32", DType::U32},
      {"ui64", DType::U64}, {"bf16", DType::BF16}, {"f16", DType::F16},  {"f32", DType::F32},
      {"f64", DType::F64}};
  return names.at(name);
}

string tensor(const Shape &shape, const string &element) {
  string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + element + ">";
}

/// f(x, y, ...) of arguments of one shape, written in generic form.
string elementwise(const string &operation, int operands, const string &type, const string &result,
                   const string &attributes = "", int64_t size = 37) {
  string t = tensor({size}, type), r = tensor({size}, result), arguments, names, types;
  for (int i = 0; i < operands; ++i) {
    string comma = i ? ", " : "";
    arguments += comma + "%a" + std::to_string(i) + ": " + t;
    names += comma + "%a" + std::to_string(i);
    types += comma + t;
  }
  return "func.func @main(" + arguments + ") -> " + r + " {\n  %r = \"" + operation + "\"(" +
         names + ") {" + attributes + "} : (" + types + ") -> " + r + "\n  return %r : " + r +
         "\n}\n";
}

/// Values that show what an operation does at its edges, `size` of them.
std::vector<double> edge_values(const string &type, int64_t size, int shift) {
  std::vector<double> values;
  DType dtype = dtype_of_name(type);
  if (is_floating(dtype)) {
    double inf = std::numeric_limits<double>::infinity(),
           nan = std::numeric_limits<double>::quiet_NaN();
    values = {0.0,   -0.0,  1.0,    -1.0,  0.5,   -0.5,   2.5,   -2.5,  inf,   -inf,
              nan,   1e-3,  -1e-3,  1e-6,  3.7,   -3.7,   10.25, -11.5, 20.75, 88.0,
              -87.0, 0.999, -0.999, 1e-40, 100.0, 1234.5, 7.0,   0.1};
  } else if (dtype == DType::Bool) {
    values = {0, 1, 1, 0, 1};
  } else {
    values = {0, 1, 2, 3, 5, 7, 8, 13, 31, 100, 127};
    if (is_signed_integer(dtype))
      for (double x : {-1., -2., -3., -8., -100., -128.})
        values.push_back(x);
  }
  std::vector<double> result;
  for (int64_t i = 0; i < size; ++i)
    result.push_back(
        values[(i * (1 + shift) + i / static_cast<int64_t>(values.size()) * shift + shift) %
               values.size()]);
  return result;
}

void check(const string &operation, int operands, const std::vector<string> &types,
           const string &result = "", const string &attributes = "", Within within = {}) {
  for (const string &type : types) {
    std::vector<Literal> arguments;
    for (int i = 0; i < operands; ++i)
      arguments.push_back(literal(dtype_of_name(type), {37}, edge_values(type, 37, i)));
    SCOPED_TRACE(operation + " of " + type);
    expect_compiled(
        elementwise(operation, operands, type, result.empty() ? type : result, attributes),
        arguments, within);
  }
}

const std::vector<string> ints = joined({signed_ints, unsigned_ints});
const std::vector<string> numbers = joined({floats, ints});
const std::vector<string> all_types = joined({numbers, {"i1"}});
const std::vector<string> signed_numbers = joined({floats, signed_ints});

TEST(EmitOperations, Arithmetic) {
  for (string op : {"add", "multiply", "maximum", "minimum"})
    check("stablehlo." + op, 2, all_types);
  for (string op : {"subtract", "divide", "remainder"})
    check("stablehlo." + op, 2, numbers);
  check("stablehlo.power", 2, ints);
  check("stablehlo.power", 2, floats, "", "", {1e-5, 1e-37});
  check("stablehlo.negate", 1, numbers);
  for (string op : {"abs", "sign"})
    check("stablehlo." + op, 1, signed_numbers);
}

TEST(EmitOperations, Logic) {
  for (string op : {"and", "or", "xor"})
    check("stablehlo." + op, 2, joined({ints, {"i1"}}));
  check("stablehlo.not", 1, joined({ints, {"i1"}}));
  for (string op : {"shift_left", "shift_right_logical", "shift_right_arithmetic"})
    check("stablehlo." + op, 2, ints);
  for (string op : {"popcnt", "count_leading_zeros"})
    check("stablehlo." + op, 1, ints);
  for (string direction : {"EQ", "NE", "GE", "GT", "LE", "LT"})
    check("stablehlo.compare", 2, all_types, "i1",
          "comparison_direction = #stablehlo<comparison_direction " + direction + ">");
  check("stablehlo.compare", 2, floats, "i1",
        "comparison_direction = #stablehlo<comparison_direction LT>, compare_type = "
        "#stablehlo<comparison_type TOTALORDER>");
  check("stablehlo.is_finite", 1, floats, "i1");
  check("stablehlo.clamp", 3, numbers);
}

TEST(EmitOperations, Select) {
  for (const string &type : all_types) {
    string t = tensor({37}, type);
    expect_compiled("func.func @main(%p: tensor<37xi1>, %a: " + t + ", %b: " + t + ") -> " + t +
                    " {\n %r = stablehlo.select %p, %a, %b : tensor<37xi1>, " + t +
                    "\n return %r : " + t + "\n}");
  }
  expect_compiled(
      R"(func.func @main(%p: tensor<i1>, %a: tensor<5x9xf32>, %b: tensor<5x9xf32>) -> tensor<5x9xf32> {
    %r = stablehlo.select %p, %a, %b : tensor<i1>, tensor<5x9xf32>
    return %r : tensor<5x9xf32> })");
}

TEST(EmitOperations, Functions) {
  Within within{2e-6, 1e-37};
  for (string op : {"exponential", "exponential_minus_one", "log", "log_plus_one", "logistic",
                    "tanh", "sqrt", "rsqrt", "cbrt", "sine", "cosine", "tan", "floor", "ceil",
                    "round_nearest_afz", "round_nearest_even"})
    check("stablehlo." + op, 1, floats, "", "", within);
  check("stablehlo.atan2", 2, floats, "", "", within);
  check("stablehlo.reduce_precision", 1, floats, "",
        "exponent_bits = 5 : i32, mantissa_bits = 3 : i32");
}

TEST(EmitOperations, Chlo) {
  Within within{5e-6, 1e-6};
  for (string op : {"acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "erf",
                    "erfc", "erf_inv", "square"})
    check("chlo." + op, 1, floats, "", "", within);
  for (string op : {"lgamma", "digamma"})
    check("chlo." + op, 1, {"f32", "f64"}, "", "", {1e-5, 1e-5});
}

TEST(EmitOperations, Convert) {
  for (const string &from : all_types)
    for (const string &to : all_types)
      check("stablehlo.convert", 1, {from}, to);
}

TEST(EmitOperations, BitcastConvert) {
  auto cast = [](const string &from, const string &to) {
    expect_compiled("func.func @main(%a: " + from + ") -> " + to +
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

TEST(EmitOperations, LargeArguments) {
  for (string type : {"f32", "f64"}) {
    auto argument = literal(dtype_of_name(type), {37}, [] {
      std::vector<double> values;
      for (int i = 0; i < 37; ++i)
        values.push_back(std::pow(-1.7, i) * 0.37);
      return values;
    }());
    for (string op : {"sine", "cosine", "tanh", "logistic", "exponential"})
      expect_compiled(elementwise("stablehlo." + op, 1, type, type), {argument}, {2e-6, 1e-7});
  }
}

/// One operation of any shape, in pretty form.
void program(const string &arguments, const string &result, const string &body,
             Within within = {}) {
  expect_compiled("func.func @main(" + arguments + ") -> " + result + " {\n" + body +
                      "\n return %r : " + result + "\n}",
                  {}, within);
}

TEST(EmitOperations, Iota) {
  for (const string &type : numbers)
    for (int d : {0, 1})
      program("", tensor({5, 19}, type),
              " %r = stablehlo.iota dim = " + std::to_string(d) + " : " + tensor({5, 19}, type));
}

TEST(EmitOperations, Constants) {
  program("", "tensor<3xf32>", " %r = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>");
  program("", "tensor<3x50xbf16>", " %r = stablehlo.constant dense<1.5> : tensor<3x50xbf16>");
  program("", "tensor<300x500xi1>", " %r = stablehlo.constant dense<true> : tensor<300x500xi1>");
  program("%a: tensor<3xi32>", "tensor<3xi32>",
          " %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>\n %r = stablehlo.add %a, %c : "
          "tensor<3xi32>");
}

TEST(EmitOperations, Structure) {
  for (const string &type : all_types) {
    SCOPED_TRACE(type);
    string t = tensor({6, 21}, type);
    auto one = [&](const string &operation, const Shape &shape) {
      program("%a: " + t, tensor(shape, type),
              " %r = stablehlo." + operation + " : (" + t + ") -> " + tensor(shape, type));
    };
    one("broadcast_in_dim %a, dims = [0, 2]", {6, 4, 21});
    one("broadcast_in_dim %a, dims = [1, 2]", {3, 6, 21});
    one("reshape %a", {9, 14});
    one("reshape %a", {2, 63});
    one("transpose %a, dims = [1, 0]", {21, 6});
    one("slice %a [1:5, 2:20:3]", {4, 6});
    one("slice %a [0:6:2, 3:21]", {3, 18});
    program("%a: " + t, t, " %r = stablehlo.reverse %a, dims = [1] : " + t);
    program("%a: " + t, t, " %r = stablehlo.reverse %a, dims = [0, 1] : " + t);
    program("%a: " + t + ", %b: " + tensor({6, 5}, type) + ", %c: " + tensor({6, 30}, type),
            tensor({6, 56}, type),
            " %r = stablehlo.concatenate %a, %b, %c, dim = 1 : (" + t + ", " +
                tensor({6, 5}, type) + ", " + tensor({6, 30}, type) + ") -> " +
                tensor({6, 56}, type));
    program("%a: " + t + ", %b: " + tensor({2, 21}, type), tensor({14, 21}, type),
            " %r = stablehlo.concatenate %a, %b, %a, dim = 0 : (" + t + ", " +
                tensor({2, 21}, type) + ", " + t + ") -> " + tensor({14, 21}, type));
    auto pad = [&](const string &numbers, const Shape &shape) {
      program("%a: " + t + ", %p: " + tensor({}, type), tensor(shape, type),
              " %r = stablehlo.pad %a, %p, " + numbers + " : (" + t + ", " + tensor({}, type) +
                  ") -> " + tensor(shape, type));
    };
    pad("low = [1, 2], high = [0, 3], interior = [0, 0]", {7, 26});
    pad("low = [1, -2], high = [-2, 3], interior = [0, 2]", {5, 62});
    pad("low = [0, 0], high = [0, 0], interior = [1, 0]", {11, 21});
  }
}

TEST(EmitOperations, StructureOfComputedValues) {
  program("%a: tensor<6x21xf32>", "tensor<21x12xf32>", R"(
    %0 = stablehlo.tanh %a : tensor<6x21xf32>
    %1 = stablehlo.concatenate %0, %a, dim = 0 : (tensor<6x21xf32>, tensor<6x21xf32>) -> tensor<12x21xf32>
    %r = stablehlo.transpose %1, dims = [1, 0] : (tensor<12x21xf32>) -> tensor<21x12xf32>)");
  program("%a: tensor<64xf32>", "tensor<63xf32>", R"(
    %0 = stablehlo.exponential %a : tensor<64xf32>
    %1 = stablehlo.slice %0 [1:64] : (tensor<64xf32>) -> tensor<63xf32>
    %2 = stablehlo.slice %0 [0:63] : (tensor<64xf32>) -> tensor<63xf32>
    %r = stablehlo.subtract %1, %2 : tensor<63xf32>)");
  program("%a: tensor<4x6xf32>, %z: tensor<f32>", "tensor<8x3xf32>", R"(
    %0 = stablehlo.exponential %a : tensor<4x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<4x6xf32>) -> tensor<8x3xf32>
    %2 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %r = stablehlo.add %1, %2 : tensor<8x3xf32>)");
}

TEST(EmitOperations, DynamicSlices) {
  for (const string &type : {"f32", "i8", "i1", "bf16", "ui64"}) {
    string t = tensor({6, 21}, type), u = tensor({2, 20}, type), s = tensor({3, 5}, type);
    program("%a: " + t + ", %i: tensor<i32>, %j: tensor<i32>", s,
            " %r = stablehlo.dynamic_slice %a, %i, %j, sizes = [3, 5] : (" + t +
                ", tensor<i32>, tensor<i32>) -> " + s);
    program("%a: " + t + ", %u: " + u + ", %i: tensor<i64>, %j: tensor<i64>", t,
            " %r = stablehlo.dynamic_update_slice %a, %u, %i, %j : (" + t + ", " + u +
                ", tensor<i64>, tensor<i64>) -> " + t);
  }
  // The update reads what it overwrites.
  program("%a: tensor<30xf32>, %i: tensor<i32>", "tensor<30xf32>", R"(
    %b = stablehlo.tanh %a : tensor<30xf32>
    %u = stablehlo.slice %b [0:20] : (tensor<30xf32>) -> tensor<20xf32>
    %r = stablehlo.dynamic_update_slice %b, %u, %i : (tensor<30xf32>, tensor<20xf32>, tensor<i32>) -> tensor<30xf32>)");
}

TEST(EmitOperations, Gather) {
  program("%a: tensor<10x8xf32>, %i: tensor<5x1xi32>", "tensor<5x8xf32>", R"(
    %r = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} :
      (tensor<10x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>)");
  program("%a: tensor<10x40xbf16>, %i: tensor<33x2xi64>", "tensor<33xbf16>", R"(
    %r = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1],
      start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} :
      (tensor<10x40xbf16>, tensor<33x2xi64>) -> tensor<33xbf16>)");
  program("%a: tensor<4x10x8xi32>, %i: tensor<4x3xui32>", "tensor<4x3x2x8xi32>", R"(
    %r = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0],
      start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 8>} :
      (tensor<4x10x8xi32>, tensor<4x3xui32>) -> tensor<4x3x2x8xi32>)");
}

TEST(EmitOperations, Scatter) {
  program("%a: tensor<10x24xf32>, %i: tensor<7x1xi32>, %u: tensor<7x24xf32>", "tensor<10x24xf32>",
          R"(
    %r = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} :
      (tensor<10x24xf32>, tensor<7x1xi32>, tensor<7x24xf32>) -> tensor<10x24xf32>)",
          {1e-5, 1e-5});
  program("%a: tensor<9xi32>, %i: tensor<50x1xi32>, %u: tensor<50xi32>", "tensor<9xi32>", R"(
    %r = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.subtract %y, %x : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} :
      (tensor<9xi32>, tensor<50x1xi32>, tensor<50xi32>) -> tensor<9xi32>)");
  program("%a: tensor<12x12xf32>, %i: tensor<3x2xi32>, %u: tensor<3x4x5xf32>", "tensor<12x12xf32>",
          R"(
    %t = stablehlo.tanh %u : tensor<3x4x5xf32>
    %r = "stablehlo.scatter"(%a, %i, %t) ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      stablehlo.return %y : tensor<f32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [],
      scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>} :
      (tensor<12x12xf32>, tensor<3x2xi32>, tensor<3x4x5xf32>) -> tensor<12x12xf32>)");
}

string reduce(const string &type, const Shape &from, const Shape &to, const string &dims,
              const string &op, const string &init) {
  return " %c = stablehlo.constant dense<" + init + "> : " + tensor({}, type) +
         "\n %r = stablehlo.reduce(%a init: %c) applies stablehlo." + op +
         " across dimensions = [" + dims + "] : (" + tensor(from, type) + ", " + tensor({}, type) +
         ") -> " + tensor(to, type);
}

TEST(EmitOperations, Reductions) {
  for (const string &type : numbers) {
    SCOPED_TRACE(type);
    // The interpreter rounds each partial sum to 16 bits; kernels round the sum.
    Within within{1e-5, type == "bf16" ? 3 : type == "f16" ? 0.3 : 1e-4};
    string zero = is_floating(dtype_of_name(type)) ? "0.0" : "0",
           three = is_floating(dtype_of_name(type)) ? "3.0" : "3";
    for (auto [op, init] : {std::pair<string, string>("add", zero),
                            {"add", three},
                            {"maximum", three},
                            {"minimum", zero}}) {
      program("%a: " + tensor({6, 77}, type), tensor({6}, type),
              reduce(type, {6, 77}, {6}, "1", op, init), within);
      program("%a: " + tensor({6, 77}, type), tensor({77}, type),
              reduce(type, {6, 77}, {77}, "0", op, init), within);
    }
    program("%a: " + tensor({6, 77}, type), tensor({}, type),
            reduce(type, {6, 77}, {}, "0, 1", "add", zero), within);
    program("%a: " + tensor({3, 5, 40}, type), tensor({5}, type),
            reduce(type, {3, 5, 40}, {5}, "0, 2", "add", zero), within);
    program("%a: " + tensor({3, 50, 7}, type), tensor({3, 7}, type),
            reduce(type, {3, 50, 7}, {3, 7}, "1", "add", zero), within);
    program("%a: " + tensor({3, 1, 7}, type), tensor({3, 7}, type),
            reduce(type, {3, 1, 7}, {3, 7}, "1", "add", three), within);
    program("%a: " + tensor({0, 7}, type), tensor({7}, type),
            reduce(type, {0, 7}, {7}, "0", "add", three), within);
  }
  for (string op : {"and", "or"})
    program("%a: tensor<6x77xi1>", "tensor<6xi1>",
            reduce("i1", {6, 77}, {6}, "1", op, op == "and" ? "true" : "false"));
}

TEST(EmitOperations, LongReductions) {
  program("%a: tensor<100003xf32>", "tensor<f32>", reduce("f32", {100003}, {}, "0", "add", "1.0"),
          {1e-4, 1e-2});
  program("%a: tensor<100003xi32>", "tensor<i32>",
          reduce("i32", {100003}, {}, "0", "minimum", "100"));
  program("%a: tensor<2x65536xf32>", "tensor<2xf32>",
          reduce("f32", {2, 65536}, {2}, "1", "maximum", "0.0"));
  program("%a: tensor<40000x3xf32>", "tensor<3xf32>",
          reduce("f32", {40000, 3}, {3}, "0", "add", "0.0"), {1e-4, 1e-2});
}

TEST(EmitOperations, ArgMax) {
  auto text = [](const string &from, const string &to, const string &dims, const string &numbers) {
    return " %i = stablehlo.iota dim = " + numbers + " : tensor<" + from + "xi32>\n" + R"(
    %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %v, %r = stablehlo.reduce(%a init: %lowest), (%i init: %zero) across dimensions = [)" +
           dims + "] : (tensor<" + from + "xf32>, tensor<" + from +
           "xi32>, tensor<f32>, tensor<i32>) -> (tensor<" + to + "xf32>, tensor<" + to + R"(xi32>)
     reducer(%x: tensor<f32>, %y: tensor<f32>) (%n: tensor<i32>, %m: tensor<i32>) {
      %g = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %e = stablehlo.compare EQ, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %l = stablehlo.compare LT, %n, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %b = stablehlo.and %e, %l : tensor<i1>
      %c = stablehlo.or %g, %b : tensor<i1>
      %s = stablehlo.select %g, %x, %y : tensor<i1>, tensor<f32>
      %t = stablehlo.select %c, %n, %m : tensor<i1>, tensor<i32>
      stablehlo.return %s, %t : tensor<f32>, tensor<i32>
    })";
  };
  program("%a: tensor<6x77xf32>", "tensor<6xi32>", text("6x77", "6", "1", "1"));
  program("%a: tensor<6x77xf32>", "tensor<77xi32>", text("6x77", "77", "0", "0"));
}

TEST(EmitOperations, OrderedReduction) {
  // (a, b) -> b is associative and keeps the last element.
  program("%a: tensor<6x77xf32>", "tensor<6xf32>", R"(
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%a init: %c) across dimensions = [1] : (tensor<6x77xf32>, tensor<f32>) -> tensor<6xf32>
     reducer(%x: tensor<f32>, %y: tensor<f32>) { stablehlo.return %y : tensor<f32> })");
}

TEST(EmitOperations, Products) {
  for (const string &type : joined({floats, {"i32", "ui8", "i64"}})) {
    SCOPED_TRACE(type);
    Within within{1e-5, type == "bf16" || type == "f16" ? 0.05 : 1e-4};
    auto dot = [&](const Shape &a, const Shape &b, const Shape &out, const string &numbers) {
      program("%a: " + tensor(a, type) + ", %b: " + tensor(b, type), tensor(out, type),
              " %r = stablehlo.dot_general %a, %b, " + numbers + " : (" + tensor(a, type) + ", " +
                  tensor(b, type) + ") -> " + tensor(out, type),
              within);
    };
    dot({5, 8}, {8, 7}, {5, 7}, "contracting_dims = [1] x [0]");
    dot({8, 5}, {7, 8}, {5, 7}, "contracting_dims = [0] x [1]");
    dot({8}, {8}, {}, "contracting_dims = [0] x [0]");
    dot({5}, {7}, {5, 7}, "contracting_dims = [] x []");
    dot({3, 5, 8}, {3, 8, 7}, {3, 5, 7}, "batching_dims = [0] x [0], contracting_dims = [2] x [1]");
    dot({5, 3, 8}, {7, 3, 8}, {3, 5, 7}, "batching_dims = [1] x [1], contracting_dims = [2] x [2]");
    dot({2, 5, 3, 8}, {2, 6, 3, 8}, {2, 3, 5, 6},
        "batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3]");
    dot({4, 5, 6}, {6, 4, 7}, {5, 7}, "contracting_dims = [0, 2] x [1, 0]");
  }
  program("%a: tensor<5x8xbf16>, %b: tensor<8x7xbf16>", "tensor<5x7xf32>",
          " %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<5x8xbf16>, "
          "tensor<8x7xbf16>) -> tensor<5x7xf32>");
  program("%a: tensor<8x5xf32>, %b: tensor<7x8xf32>", "tensor<5x7xf32>", R"(
    %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<8x5xf32>) -> tensor<5x8xf32>
    %1 = stablehlo.transpose %b, dims = [1, 0] : (tensor<7x8xf32>) -> tensor<8x7xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<5x8xf32>, tensor<8x7xf32>) -> tensor<5x7xf32>
    %r = stablehlo.tanh %2 : tensor<5x7xf32>)",
          {1e-5, 1e-5});
}

TEST(EmitOperations, EmptyArrays) {
  program("%a: tensor<0x5xf32>", "tensor<0x5xf32>", " %r = stablehlo.tanh %a : tensor<0x5xf32>");
  program("%a: tensor<0x5xf32>, %b: tensor<5x3xf32>", "tensor<0x3xf32>",
          " %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<0x5xf32>, "
          "tensor<5x3xf32>) -> tensor<0x3xf32>");
  program("%a: tensor<2x0xf32>, %b: tensor<0x3xf32>", "tensor<2x3xf32>",
          " %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x0xf32>, "
          "tensor<0x3xf32>) -> tensor<2x3xf32>");
  program("%a: tensor<0x5xf32>, %b: tensor<3x5xf32>", "tensor<3x5xf32>",
          " %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<0x5xf32>, tensor<3x5xf32>) -> "
          "tensor<3x5xf32>");
}

TEST(EmitOperations, UnknownOperationIsNamed) {
  string error = compile_error(R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %r = stablehlo.custom_call @mystery(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32> })");
  EXPECT_NE(error.find("stablehlo.custom_call"), string::npos) << error;
}

} // namespace
} // namespace brigade::compiler::testing
