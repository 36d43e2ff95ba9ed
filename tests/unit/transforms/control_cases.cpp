#include "cases.h"

/// Derivatives through indices, loops and calls.
namespace brigade::test {
namespace {

const char *gather_text = R"(
func.func @main(%x: tensor<5x3xf64>, %i: tensor<4x1xi32>) -> tensor<4x3xf64> {
  %s = stablehlo.multiply %x, %x : tensor<5x3xf64>
  %y = "stablehlo.gather"(%s, %i) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
                                          start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 3>} : (tensor<5x3xf64>, tensor<4x1xi32>) -> tensor<4x3xf64>
  return %y : tensor<4x3xf64>
})";
// Windows of 2 x 2, index vectors of two components along dimension 0, one batching dimension.
const char *gather_windows_text = R"(
func.func @main(%x: tensor<3x4x5xf64>, %i: tensor<2x3xi32>) -> tensor<3x2x2xf64> {
  %s = stablehlo.multiply %x, %x : tensor<3x4x5xf64>
  %y = "stablehlo.gather"(%s, %i) {
    dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], operand_batching_dims = [0],
                                          start_indices_batching_dims = [1], start_index_map = [2, 1],
                                          index_vector_dim = 0>,
    slice_sizes = array<i64: 1, 2, 2>} : (tensor<3x4x5xf64>, tensor<2x3xi32>) -> tensor<3x2x2xf64>
  return %y : tensor<3x2x2xf64>
})";
std::string scatter(const std::string &body, bool unique) {
  return R"(
func.func @main(%x: tensor<6x2xf64>, %i: tensor<4x1xi32>, %u: tensor<4x2xf64>) -> tensor<6x2xf64> {
  %s = stablehlo.multiply %x, %x : tensor<6x2xf64>
  %v = stablehlo.multiply %u, %u : tensor<4x2xf64>
  %y = "stablehlo.scatter"(%s, %i, %v) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
                                                   scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    unique_indices = )" +
         std::string(unique ? "true" : "false") + R"(}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      )" +
         body +
         R"(
  }) : (tensor<6x2xf64>, tensor<4x1xi32>, tensor<4x2xf64>) -> tensor<6x2xf64>
  return %y : tensor<6x2xf64>
})";
}
const std::string add =
    "%c = stablehlo.add %a, %b : tensor<f64>\n stablehlo.return %c : tensor<f64>";
const std::string maximum =
    "%c = stablehlo.maximum %a, %b : tensor<f64>\n stablehlo.return %c : tensor<f64>";
const std::string minimum =
    "%c = stablehlo.minimum %b, %a : tensor<f64>\n stablehlo.return %c : tensor<f64>";
const std::string multiply =
    "%c = stablehlo.multiply %a, %b : tensor<f64>\n stablehlo.return %c : tensor<f64>";
const std::string overwrite = "stablehlo.return %b : tensor<f64>";
// All indices different, since the program says so.
std::string unique_scatter(const std::string &body) {
  return R"(
func.func @main(%x: tensor<6xf64>, %u: tensor<3xf64>) -> tensor<6xf64> {
  %i = stablehlo.constant dense<[[4], [0], [3]]> : tensor<3x1xi32>
  %s = stablehlo.multiply %x, %x : tensor<6xf64>
  %v = stablehlo.multiply %u, %u : tensor<3xf64>
  %y = "stablehlo.scatter"(%s, %i, %v) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
                                                   scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    unique_indices = true}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      )" +
         body +
         R"(
  }) : (tensor<6xf64>, tensor<3x1xi32>, tensor<3xf64>) -> tensor<6xf64>
  return %y : tensor<6xf64>
})";
}
// A place is written twice, with updates that have no derivative.
const char *scatter_twice_text = R"(
func.func @main(%x: tensor<4xf64>) -> tensor<4xf64> {
  %i = stablehlo.constant dense<[[1], [1], [3]]> : tensor<3x1xi32>
  %u = stablehlo.constant dense<[2.0, 3.0, -4.0]> : tensor<3xf64>
  %s = stablehlo.multiply %x, %x : tensor<4xf64>
  %y = "stablehlo.scatter"(%s, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
                                                   scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      %c = stablehlo.multiply %a, %b : tensor<f64>
      stablehlo.return %c : tensor<f64>
  }) : (tensor<4xf64>, tensor<3x1xi32>, tensor<3xf64>) -> tensor<4xf64>
  return %y : tensor<4xf64>
})";
const char *dynamic_slice_text = R"(
func.func @main(%x: tensor<5x4xf64>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<2x3xf64> {
  %s = stablehlo.multiply %x, %x : tensor<5x4xf64>
  %y = stablehlo.dynamic_slice %s, %i, %j, sizes = [2, 3]
      : (tensor<5x4xf64>, tensor<i32>, tensor<i32>) -> tensor<2x3xf64>
  return %y : tensor<2x3xf64>
})";
const char *dynamic_update_slice_text = R"(
func.func @main(%x: tensor<5x4xf64>, %u: tensor<2x3xf64>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<5x4xf64> {
  %s = stablehlo.multiply %x, %x : tensor<5x4xf64>
  %v = stablehlo.multiply %u, %u : tensor<2x3xf64>
  %y = stablehlo.dynamic_update_slice %s, %v, %i, %j
      : (tensor<5x4xf64>, tensor<2x3xf64>, tensor<i32>, tensor<i32>) -> tensor<5x4xf64>
  return %y : tensor<5x4xf64>
})";

std::vector<GradientCase> indexing_group() {
  return {{"gather", gather_text, {{}, {0, 4}}},
          {"gather_out_of_bounds", gather_text, {{}, {-3, 8}}},
          {"gather_windows", gather_windows_text, {{}, {-1, 4}}},
          {"scatter_add", scatter(add, false), {{}, {0, 3}, {}}},
          {"scatter_add_out_of_bounds", scatter(add, false), {{}, {-3, 8}, {}}},
          {"scatter_overwrite", scatter(overwrite, false), {{}, {0, 2}, {}}},
          {"scatter_overwrite_out_of_bounds", scatter(overwrite, false), {{}, {-3, 8}, {}}},
          {"scatter_unique", unique_scatter(overwrite)},
          {"scatter_max", scatter(maximum, false), {{}, {0, 3}, {}}},
          {"scatter_min_out_of_bounds", scatter(minimum, false), {{}, {-3, 8}, {}}},
          {"scatter_multiply_unique", unique_scatter(multiply)},
          {"scatter_multiply_twice", scatter_twice_text},
          {"dynamic_slice", dynamic_slice_text, {{}, {-1, 5}}},
          {"dynamic_update_slice", dynamic_update_slice_text, {{}, {}, {-1, 5}}}};
}

// x = sin(x) * w + x, five times, from iteration 2 in steps of 3; w comes from outside, the limit
// is carried.
const char *counted_text = R"(
func.func @main(%x: tensor<3xf64>, %w: tensor<3xf64>) -> (tensor<3xf64>, tensor<i32>) {
  %start = stablehlo.constant dense<2> : tensor<i32>
  %limit = stablehlo.constant dense<15> : tensor<i32>
  %step = stablehlo.constant dense<3> : tensor<i32>
  %r:3 = stablehlo.while(%i = %start, %n = %limit, %y = %x) : tensor<i32>, tensor<i32>, tensor<3xf64>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s = stablehlo.sine %y : tensor<3xf64>
      %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f64>
      %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f64>) -> tensor<3xf64>
      %t = stablehlo.multiply %s, %w : tensor<3xf64>
      %u = stablehlo.divide %t, %b : tensor<3xf64>
      %v = stablehlo.add %u, %y : tensor<3xf64>
      %j = stablehlo.add %i, %step : tensor<i32>
      stablehlo.return %j, %n, %v : tensor<i32>, tensor<i32>, tensor<3xf64>
    }
  return %r#2, %r#0 : tensor<3xf64>, tensor<i32>
})";
// A tangent that enters one carried value reaches the other only in the second iteration.
const char *delayed_text = R"(
func.func @main(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2.0> : tensor<f64>
  %r:4 = stablehlo.while(%i = %zero, %a = %x, %b = %two, %c = %two) : tensor<i32>, tensor<f64>, tensor<f64>, tensor<f64>
    cond {
      %limit = stablehlo.constant dense<4> : tensor<i32>
      %p = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %e = stablehlo.multiply %a, %b : tensor<f64>
      %f = stablehlo.tanh %c : tensor<f64>
      stablehlo.return %j, %e, %c, %f : tensor<i32>, tensor<f64>, tensor<f64>, tensor<f64>
    }
  return %r#1, %r#2 : tensor<f64>, tensor<f64>
})";
const char *composite_text = R"(
func.func private @scaled(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %y = stablehlo.sine %x : tensor<3xf64>
  %z = stablehlo.multiply %y, %w : tensor<3xf64>
  return %z : tensor<3xf64>
}
func.func @main(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %y = stablehlo.composite "my.scaled" %x, %w {decomposition = @scaled} : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %y : tensor<3xf64>
})";
const char *call_text = R"(
func.func private @layer(%x: tensor<2x3xf64>, %w: tensor<3x3xf64>, %n: tensor<i32>) -> (tensor<2x3xf64>, tensor<i32>) {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<2x3xf64>, tensor<3x3xf64>) -> tensor<2x3xf64>
  %z = stablehlo.tanh %y : tensor<2x3xf64>
  %m = stablehlo.add %n, %n : tensor<i32>
  return %z, %m : tensor<2x3xf64>, tensor<i32>
}
func.func @main(%x: tensor<2x3xf64>, %w: tensor<3x3xf64>, %n: tensor<i32>) -> (tensor<2x3xf64>, tensor<i32>) {
  %a:2 = call @layer(%x, %w, %n) : (tensor<2x3xf64>, tensor<3x3xf64>, tensor<i32>) -> (tensor<2x3xf64>, tensor<i32>)
  %b:2 = call @layer(%a#0, %w, %a#1) : (tensor<2x3xf64>, tensor<3x3xf64>, tensor<i32>) -> (tensor<2x3xf64>, tensor<i32>)
  %c:2 = call @layer(%b#0, %w, %b#1) : (tensor<2x3xf64>, tensor<3x3xf64>, tensor<i32>) -> (tensor<2x3xf64>, tensor<i32>)
  return %c#0, %c#1 : tensor<2x3xf64>, tensor<i32>
})";

// Calls and a loop in a loop.
const char *nested_text = R"(
func.func private @f(%x: tensor<f64>) -> tensor<f64> {
  %y = stablehlo.sine %x : tensor<f64>
  return %y : tensor<f64>
}
func.func @main(%x: tensor<f64>) -> tensor<f64> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %limit = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<f64>
    cond {
      %p = stablehlo.compare LT, %i, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s:2 = stablehlo.while(%j = %zero, %b = %a) : tensor<i32>, tensor<f64>
        cond {
          %q = stablehlo.compare LT, %j, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %q : tensor<i1>
        } do {
          %c = func.call @f(%b) : (tensor<f64>) -> tensor<f64>
          %d = stablehlo.multiply %c, %a : tensor<f64>
          %k = stablehlo.add %j, %one : tensor<i32>
          stablehlo.return %k, %d : tensor<i32>, tensor<f64>
        }
      %e = func.call @f(%s#1) : (tensor<f64>) -> tensor<f64>
      %f = stablehlo.add %e, %x : tensor<f64>
      %m = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %m, %f : tensor<i32>, tensor<f64>
    }
  return %r#1 : tensor<f64>
})";

// Each example stops at a time of its own.
const char *unknown_trips_text = R"(
func.func @main(%x: tensor<f64>, %w: tensor<f64>) -> (tensor<f64>, tensor<i32>, tensor<f64>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%y = %x, %n = %zero, %v = %w) : tensor<f64>, tensor<i32>, tensor<f64>
    cond {
      %limit = stablehlo.constant dense<10.0> : tensor<f64>
      %p = stablehlo.compare LT, %y, %limit : (tensor<f64>, tensor<f64>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %z = stablehlo.multiply %y, %v : tensor<f64>
      %m = stablehlo.add %n, %one : tensor<i32>
      stablehlo.return %z, %m, %v : tensor<f64>, tensor<i32>, tensor<f64>
    }
  return %r#0, %r#1, %r#2 : tensor<f64>, tensor<i32>, tensor<f64>
})";

std::vector<GradientCase> control_group() {
  return {{"counted", counted_text},
          {"delayed", delayed_text},
          {"call", call_text, {{-0.5, 0.5}}},
          {"composite", composite_text},
          {"unknown_trips", unknown_trips_text, {{0.5, 2}, {1.3, 1.9}}, 1, {}, false},
          {"nested", nested_text, {{0.6, 1.4}}},
          {"call_in_part", call_text, {{-0.5, 0.5}}, 2, {true, false, false}}};
}

} // namespace

std::vector<GradientCase> control_cases() { return joined({indexing_group(), control_group()}); }

} // namespace brigade::test
