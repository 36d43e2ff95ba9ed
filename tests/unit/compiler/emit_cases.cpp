#include "emit_cases.h"

#include <limits>
#include <map>

namespace brigade::compiler::testing {

using std::string;

std::vector<string> joined(std::initializer_list<std::vector<string>> lists) {
  std::vector<string> all;
  for (const auto &list : lists)
    all.insert(all.end(), list.begin(), list.end());
  return all;
}

const std::vector<string> floats{"f32", "f64", "bf16", "f16"};
const std::vector<string> signed_ints{"i8", "i16", "i32", "i64"};
const std::vector<string> unsigned_ints{"ui8", "ui16", "ui32", "ui64"};
const std::vector<string> ints = joined({signed_ints, unsigned_ints});
const std::vector<string> numbers = joined({floats, ints});
const std::vector<string> all_types = joined({numbers, {"i1"}});
const std::vector<string> signed_numbers = joined({floats, signed_ints});

DType dtype_of_name(const string &element) {
  static const std::map<string, DType> names{
      {"i1", DType::Bool},  {"i8", DType::S8},     {"i16", DType::S16},  {"i32", DType::S32},
      {"i64", DType::S64},  {"ui8", DType::U8},    {"ui16", DType::U16}, {"ui32", DType::U32},
      {"ui64", DType::U64}, {"bf16", DType::BF16}, {"f16", DType::F16},  {"f32", DType::F32},
      {"f64", DType::F64}};
  return names.at(element);
}

string tensor(const Shape &shape, const string &element) {
  string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + element + ">";
}

namespace {

constexpr int64_t vector_size = 37;

/// Values that show what an operation does at its edges.
std::vector<double> edge_values(const string &type, int shift) {
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
  for (int64_t i = 0; i < vector_size; ++i)
    result.push_back(
        values[(i * (1 + shift) + i / static_cast<int64_t>(values.size()) * shift + shift) %
               values.size()]);
  return result;
}

} // namespace

string elementwise_text(const string &operation, int operands, const string &type,
                        const string &result, const string &attributes) {
  string t = tensor({vector_size}, type), r = tensor({vector_size}, result), arguments, names,
         types;
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

void EmitCases::add(string text, std::vector<Literal> arguments, Within within) {
  all_.push_back({std::move(text), std::move(arguments), within});
}

void EmitCases::elementwise(const string &operation, int operands, const std::vector<string> &types,
                            const string &result, const string &attributes, Within within) {
  for (const string &type : types) {
    std::vector<Literal> arguments;
    for (int i = 0; i < operands; ++i)
      arguments.push_back(literal(dtype_of_name(type), {vector_size}, edge_values(type, i)));
    add(elementwise_text(operation, operands, type, result.empty() ? type : result, attributes),
        arguments, within);
  }
}

void EmitCases::program(const string &arguments, const string &result, const string &body,
                        Within within) {
  add("func.func @main(" + arguments + ") -> " + result + " {\n" + body +
          "\n return %r : " + result + "\n}",
      {}, within);
}

} // namespace brigade::compiler::testing
