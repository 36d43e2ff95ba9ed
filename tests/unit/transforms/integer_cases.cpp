#include "cases.h"

namespace brigade::test {
namespace {

std::string unary(const std::string &op, const std::string &from, const std::string &to) {
  return "func.func @main(%x: " + from + ") -> " + to + " {\n  %y = stablehlo." + op + " %x : (" +
         from + ") -> " + to + "\n  return %y : " + to + "\n}";
}
std::string binary(const std::string &op, const std::string &type) {
  return "func.func @main(%x: " + type + ", %y: " + type + ") -> " + type +
         " {\n  %z = stablehlo." + op + " %x, %y : " + type + "\n  return %z : " + type + "\n}";
}
const std::string i32 = "tensor<2x3xi32>", u32 = "tensor<2x3xui32>", i1 = "tensor<2x3xi1>",
                  f32 = "tensor<2x3xf32>";

std::string compare(const std::string &direction) {
  return "func.func @main(%x: " + f32 + ", %y: " + f32 + ") -> " + i1 +
         " {\n  %z = stablehlo.compare " + direction + ", %x, %y : (" + f32 + ", " + f32 + ") -> " +
         i1 + "\n  return %z : " + i1 + "\n}";
}

} // namespace

std::vector<GradientCase> integer_cases() {
  std::vector<GradientCase> cases;
  auto add = [&](const std::string &name, const std::string &text, std::vector<Range> ranges) {
    cases.push_back({name, text, ranges, /*order=*/0});
  };
  const Range small{-9, 9}, natural{0, 9};
  add("not", unary("not", i32, i32), {small});
  add("count_leading_zeros", unary("count_leading_zeros", i32, i32), {small});
  add("popcnt", unary("popcnt", i32, i32), {small});
  add("is_finite", unary("is_finite", f32, i1), {});
  add("bitcast_convert", unary("bitcast_convert", f32, u32), {});
  add("bitcast_convert_narrow", unary("bitcast_convert", f32, "tensor<2x3x4xui8>"), {});
  add("convert_to_integer", unary("convert", f32, i32), {small});
  for (std::string op : {"and", "or", "xor"}) {
    add(op, binary(op, i32), {small});
    add(op + "_bool", binary(op, i1), {});
  }
  for (std::string op : {"shift_left", "shift_right_arithmetic", "shift_right_logical"})
    add(op, binary(op, i32), {small, natural});
  for (std::string op : {"add", "subtract", "multiply", "maximum", "minimum"})
    add(op + "_integer", binary(op, u32), {natural});
  for (std::string direction : {"EQ", "NE", "GE", "GT", "LE", "LT"})
    add("compare_" + direction, compare(direction), {});
  add("reduce_precision_coarse",
      "func.func @main(%x: " + f32 + ") -> " + f32 +
          " {\n  %y = stablehlo.reduce_precision %x, format = e5m10 : " + f32 +
          "\n  return %y : " + f32 + "\n}",
      {});
  return cases;
}

} // namespace brigade::test
