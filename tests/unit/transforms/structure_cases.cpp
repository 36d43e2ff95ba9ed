#include "cases.h"

/// Derivatives of the operations that move and contract. Each program squares its argument or
/// result somewhere, so that the second order is not zero.
namespace brigade::test {
namespace {

/// One operation of x, of type `from` to type `to`, after a square.
std::string of_square(const std::string &from, const std::string &to, const std::string &op) {
  return "func.func @main(%x: " + from + ") -> " + to +
         " {\n  %s = stablehlo.multiply %x, %x : " + from + "\n  %y = " + op +
         "\n  return %y : " + to + "\n}";
}

std::string unary(const std::string &from, const std::string &to, const std::string &op) {
  return of_square(from, to, op + " : (" + from + ") -> " + to);
}

const char *pad_text = R"(
func.func @main(%x: tensor<2x3xf64>, %v: tensor<f64>) -> tensor<6x7xf64> {
  %s = stablehlo.multiply %x, %x : tensor<2x3xf64>
  %w = stablehlo.multiply %v, %v : tensor<f64>
  %y = stablehlo.pad %s, %w, low = [1, 0], high = [2, 2], interior = [1, 1]
      : (tensor<2x3xf64>, tensor<f64>) -> tensor<6x7xf64>
  return %y : tensor<6x7xf64>
})";
const char *negative_pad_text = R"(
func.func @main(%x: tensor<4x3xf64>, %v: tensor<f64>) -> tensor<3x3xf64> {
  %s = stablehlo.multiply %x, %x : tensor<4x3xf64>
  %w = stablehlo.multiply %v, %v : tensor<f64>
  %y = stablehlo.pad %s, %w, low = [-1, 1], high = [0, -1], interior = [0, 0]
      : (tensor<4x3xf64>, tensor<f64>) -> tensor<3x3xf64>
  return %y : tensor<3x3xf64>
})";
const char *concatenate_text = R"(
func.func @main(%x: tensor<2x3xf64>, %y: tensor<2x1xf64>) -> tensor<2x7xf64> {
  %s = stablehlo.multiply %x, %x : tensor<2x3xf64>
  %z = stablehlo.concatenate %s, %y, %x, dim = 1
      : (tensor<2x3xf64>, tensor<2x1xf64>, tensor<2x3xf64>) -> tensor<2x7xf64>
  return %z : tensor<2x7xf64>
})";
const char *barrier_text = R"(
func.func @main(%x: tensor<3xf64>, %y: tensor<3xf64>, %n: tensor<3xi32>) -> (tensor<3xf64>, tensor<3xi32>) {
  %s = stablehlo.multiply %x, %y : tensor<3xf64>
  %c = stablehlo.constant dense<2.0> : tensor<3xf64>
  %b:3 = stablehlo.optimization_barrier %s, %c, %n : tensor<3xf64>, tensor<3xf64>, tensor<3xi32>
  %z = stablehlo.multiply %b#0, %b#1 : tensor<3xf64>
  return %z, %b#2 : tensor<3xf64>, tensor<3xi32>
})";

std::vector<GradientCase> structure_group() {
  return {
      {"broadcast_in_dim",
       unary("tensor<3xf64>", "tensor<2x3x4xf64>", "stablehlo.broadcast_in_dim %s, dims = [1]")},
      {"broadcast_of_one", unary("tensor<3x1xf64>", "tensor<2x3x4xf64>",
                                 "stablehlo.broadcast_in_dim %s, dims = [1, 2]")},
      {"broadcast_swapped", unary("tensor<3x2xf64>", "tensor<2x4x3xf64>",
                                  "stablehlo.broadcast_in_dim %s, dims = [2, 0]")},
      {"broadcast_scalar",
       unary("tensor<f64>", "tensor<2x2xf64>", "stablehlo.broadcast_in_dim %s, dims = []")},
      {"reshape", unary("tensor<2x3xf64>", "tensor<3x2xf64>", "stablehlo.reshape %s")},
      {"transpose",
       unary("tensor<2x3x4xf64>", "tensor<4x2x3xf64>", "stablehlo.transpose %s, dims = [2, 0, 1]")},
      {"slice", unary("tensor<5x6xf64>", "tensor<2x3xf64>", "stablehlo.slice %s [1:4:2, 0:6:2]")},
      {"slice_uneven", unary("tensor<7xf64>", "tensor<2xf64>", "stablehlo.slice %s [1:6:3]")},
      {"reverse", of_square("tensor<2x3xf64>", "tensor<2x3xf64>",
                            "stablehlo.reverse %s, dims = [1] : tensor<2x3xf64>")},
      {"pad", pad_text},
      {"negative_pad", negative_pad_text},
      {"concatenate", concatenate_text},
      {"optimization_barrier", barrier_text}};
}

std::string dot(const std::string &lhs, const std::string &rhs, const std::string &out,
                const std::string &numbers) {
  auto type = [](const std::string &shape) {
    return "tensor<" + shape + (shape.empty() ? "" : "x") + "f64>";
  };
  return "func.func @main(%x: " + type(lhs) + ", %y: " + type(rhs) + ") -> " + type(out) +
         " {\n  %z = stablehlo.dot_general %x, %y, " + numbers + " : (" + type(lhs) + ", " +
         type(rhs) + ") -> " + type(out) + "\n  return %z : " + type(out) + "\n}";
}

std::vector<GradientCase> dot_group() {
  return {{"matmul", dot("2x3", "3x4", "2x4", "contracting_dims = [1] x [0]")},
          {"matmul_transposed", dot("3x2", "4x3", "2x4", "contracting_dims = [0] x [1]")},
          {"batched", dot("5x2x3", "5x3x4", "5x2x4",
                          "batching_dims = [0] x [0], contracting_dims = [2] x [1]")},
          {"batched_middle", dot("2x5x3", "3x4x5", "5x2x4",
                                 "batching_dims = [1] x [2], contracting_dims = [2] x [0]")},
          {"two_contracted", dot("2x3x4", "4x3x2", "2x2", "contracting_dims = [1, 2] x [1, 0]")},
          {"inner", dot("3", "3", "", "contracting_dims = [0] x [0]")},
          {"outer", dot("2", "3", "2x3", "contracting_dims = [] x []")}};
}

std::string reduce(const std::string &op, const std::string &init) {
  return "func.func @main(%x: tensor<2x5x3xf64>) -> tensor<5xf64> {\n  %i = stablehlo.constant "
         "dense<" +
         init + "> : tensor<f64>\n  %s = stablehlo.multiply %x, %x : tensor<2x5x3xf64>\n" +
         "  %y = stablehlo.reduce(%s init: %i) applies stablehlo." + op +
         " across dimensions = [0, 2] : (tensor<2x5x3xf64>, tensor<f64>) -> tensor<5xf64>\n" +
         "  return %y : tensor<5xf64>\n}";
}

const char *initial_value_text = R"(
func.func @main(%x: tensor<3x2xf64>, %i: tensor<f64>) -> tensor<2xf64> {
  %s = stablehlo.multiply %x, %x : tensor<3x2xf64>
  %j = stablehlo.multiply %i, %i : tensor<f64>
  %y = stablehlo.reduce(%s init: %j) applies stablehlo.add across dimensions = [0]
      : (tensor<3x2xf64>, tensor<f64>) -> tensor<2xf64>
  return %y : tensor<2xf64>
})";
// log(exp a + exp b), pairwise.
const char *any_body_text = R"(
func.func @main(%x: tensor<5x2xf64>) -> tensor<2xf64> {
  %i = stablehlo.constant dense<-3.0> : tensor<f64>
  %y = stablehlo.reduce(%x init: %i) across dimensions = [0] : (tensor<5x2xf64>, tensor<f64>) -> tensor<2xf64>
    reducer(%a: tensor<f64>, %b: tensor<f64>) {
      %c = stablehlo.exponential %a : tensor<f64>
      %d = stablehlo.exponential %b : tensor<f64>
      %e = stablehlo.add %c, %d : tensor<f64>
      %f = stablehlo.log %e : tensor<f64>
      stablehlo.return %f : tensor<f64>
    }
  return %y : tensor<2xf64>
})";
const char *argmax_text = R"(
func.func @main(%x: tensor<2x5xf64>) -> (tensor<2xf64>, tensor<2xi32>) {
  %i = stablehlo.constant dense<-100.0> : tensor<f64>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %s = stablehlo.multiply %x, %x : tensor<2x5xf64>
  %n = stablehlo.iota dim = 1 : tensor<2x5xi32>
  %y:2 = stablehlo.reduce(%s init: %i), (%n init: %z) across dimensions = [1]
      : (tensor<2x5xf64>, tensor<2x5xi32>, tensor<f64>, tensor<i32>) -> (tensor<2xf64>, tensor<2xi32>)
    reducer(%a: tensor<f64>, %b: tensor<f64>) (%j: tensor<i32>, %k: tensor<i32>) {
      %p = stablehlo.compare GE, %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
      %v = stablehlo.select %p, %a, %b : tensor<i1>, tensor<f64>
      %m = stablehlo.select %p, %j, %k : tensor<i1>, tensor<i32>
      stablehlo.return %v, %m : tensor<f64>, tensor<i32>
    }
  return %y#0, %y#1 : tensor<2xf64>, tensor<2xi32>
})";

std::vector<GradientCase> reduce_group() {
  return {{"reduce_add", reduce("add", "0.0")},
          {"reduce_maximum", reduce("maximum", "-100.0")},
          {"reduce_minimum", reduce("minimum", "100.0")},
          {"reduce_multiply", reduce("multiply", "1.0"), {{0.5, 1.5}}},
          {"initial_value", initial_value_text},
          {"any_body", any_body_text},
          {"argmax", argmax_text}};
}

} // namespace

std::vector<GradientCase> structure_cases() {
  return joined({structure_group(), dot_group(), reduce_group()});
}

} // namespace brigade::test
