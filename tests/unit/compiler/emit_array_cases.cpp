#include "emit_cases.h"

/// The operations that move, contract and reduce, on each element type that they take.
namespace brigade::compiler::testing {
namespace {

using std::string;

void iota(EmitCases &cases) {
  for (const string &type : numbers)
    for (int d : {0, 1})
      cases.program("", tensor({5, 19}, type),
                    " %r = stablehlo.iota dim = " + std::to_string(d) + " : " +
                        tensor({5, 19}, type));
}

void constants(EmitCases &cases) {
  for (const string &type : all_types) {
    string values = is_floating(dtype_of_name(type)) ? "[1.5, 0.0, -2.25]"
                    : type == "i1"                   ? "[true, false, true]"
                                                     : "[1, 0, 77]";
    string t = tensor({3}, type);
    cases.program("", t, " %r = stablehlo.constant dense<" + values + "> : " + t);
  }
  cases.program("", "tensor<3xf32>",
                " %r = stablehlo.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>");
  cases.program("", "tensor<3x50xbf16>", " %r = stablehlo.constant dense<1.5> : tensor<3x50xbf16>");
  cases.program("", "tensor<300x500xi1>",
                " %r = stablehlo.constant dense<true> : tensor<300x500xi1>");
  cases.program(
      "%a: tensor<3xi32>", "tensor<3xi32>",
      " %c = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>\n %r = stablehlo.add %a, %c : "
      "tensor<3xi32>");
}

void structure(EmitCases &cases) {
  for (const string &type : all_types) {
    string t = tensor({6, 21}, type);
    auto one = [&](const string &operation, const Shape &shape) {
      cases.program("%a: " + t, tensor(shape, type),
                    " %r = stablehlo." + operation + " : (" + t + ") -> " + tensor(shape, type));
    };
    one("broadcast_in_dim %a, dims = [0, 2]", {6, 4, 21});
    one("broadcast_in_dim %a, dims = [1, 2]", {3, 6, 21});
    one("reshape %a", {9, 14});
    one("reshape %a", {2, 63});
    one("transpose %a, dims = [1, 0]", {21, 6});
    one("slice %a [1:5, 2:20:3]", {4, 6});
    one("slice %a [0:6:2, 3:21]", {3, 18});
    cases.program("%a: " + t, t, " %r = stablehlo.reverse %a, dims = [1] : " + t);
    cases.program("%a: " + t, t, " %r = stablehlo.reverse %a, dims = [0, 1] : " + t);
    cases.program("%a: " + t + ", %b: " + tensor({6, 5}, type) + ", %c: " + tensor({6, 30}, type),
                  tensor({6, 56}, type),
                  " %r = stablehlo.concatenate %a, %b, %c, dim = 1 : (" + t + ", " +
                      tensor({6, 5}, type) + ", " + tensor({6, 30}, type) + ") -> " +
                      tensor({6, 56}, type));
    cases.program("%a: " + t + ", %b: " + tensor({2, 21}, type), tensor({14, 21}, type),
                  " %r = stablehlo.concatenate %a, %b, %a, dim = 0 : (" + t + ", " +
                      tensor({2, 21}, type) + ", " + t + ") -> " + tensor({14, 21}, type));
    auto pad = [&](const string &numbers, const Shape &shape) {
      cases.program("%a: " + t + ", %p: " + tensor({}, type), tensor(shape, type),
                    " %r = stablehlo.pad %a, %p, " + numbers + " : (" + t + ", " +
                        tensor({}, type) + ") -> " + tensor(shape, type));
    };
    pad("low = [1, 2], high = [0, 3], interior = [0, 0]", {7, 26});
    pad("low = [1, -2], high = [-2, 3], interior = [0, 2]", {5, 62});
    pad("low = [0, 0], high = [0, 0], interior = [1, 0]", {11, 21});
  }
}

void structure_of_computed_values(EmitCases &cases) {
  cases.program("%a: tensor<6x21xf32>", "tensor<21x12xf32>", R"(
    %0 = stablehlo.tanh %a : tensor<6x21xf32>
    %1 = stablehlo.concatenate %0, %a, dim = 0 : (tensor<6x21xf32>, tensor<6x21xf32>) -> tensor<12x21xf32>
    %r = stablehlo.transpose %1, dims = [1, 0] : (tensor<12x21xf32>) -> tensor<21x12xf32>)");
  cases.program("%a: tensor<64xf32>", "tensor<63xf32>", R"(
    %0 = stablehlo.exponential %a : tensor<64xf32>
    %1 = stablehlo.slice %0 [1:64] : (tensor<64xf32>) -> tensor<63xf32>
    %2 = stablehlo.slice %0 [0:63] : (tensor<64xf32>) -> tensor<63xf32>
    %r = stablehlo.subtract %1, %2 : tensor<63xf32>)");
  cases.program("%a: tensor<4x6xf32>, %z: tensor<f32>", "tensor<8x3xf32>", R"(
    %0 = stablehlo.exponential %a : tensor<4x6xf32>
    %1 = stablehlo.reshape %0 : (tensor<4x6xf32>) -> tensor<8x3xf32>
    %2 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<8x3xf32>
    %r = stablehlo.add %1, %2 : tensor<8x3xf32>)");
}

void dynamic_slices(EmitCases &cases) {
  for (const string &type : all_types) {
    string t = tensor({6, 21}, type), u = tensor({2, 20}, type), s = tensor({3, 5}, type);
    cases.program("%a: " + t + ", %i: tensor<i32>, %j: tensor<i32>", s,
                  " %r = stablehlo.dynamic_slice %a, %i, %j, sizes = [3, 5] : (" + t +
                      ", tensor<i32>, tensor<i32>) -> " + s);
    cases.program("%a: " + t + ", %u: " + u + ", %i: tensor<i64>, %j: tensor<i64>", t,
                  " %r = stablehlo.dynamic_update_slice %a, %u, %i, %j : (" + t + ", " + u +
                      ", tensor<i64>, tensor<i64>) -> " + t);
  }
  // The update reads what it overwrites.
  cases.program("%a: tensor<30xf32>, %i: tensor<i32>", "tensor<30xf32>", R"(
    %b = stablehlo.tanh %a : tensor<30xf32>
    %u = stablehlo.slice %b [0:20] : (tensor<30xf32>) -> tensor<20xf32>
    %r = stablehlo.dynamic_update_slice %b, %u, %i : (tensor<30xf32>, tensor<20xf32>, tensor<i32>) -> tensor<30xf32>)");
}

void gather(EmitCases &cases) {
  for (const string &type : all_types)
    cases.program("%a: " + tensor({10, 8}, type) + ", %i: tensor<5x1xi32>", tensor({5, 8}, type),
                  R"(
    %r = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>} :
      ()" + tensor({10, 8}, type) +
                      ", tensor<5x1xi32>) -> " + tensor({5, 8}, type));
  cases.program("%a: tensor<10x40xbf16>, %i: tensor<33x2xi64>", "tensor<33xbf16>", R"(
    %r = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [], collapsed_slice_dims = [0, 1],
      start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>} :
      (tensor<10x40xbf16>, tensor<33x2xi64>) -> tensor<33xbf16>)");
  cases.program("%a: tensor<4x10x8xi32>, %i: tensor<4x3xui32>", "tensor<4x3x2x8xi32>", R"(
    %r = "stablehlo.gather"(%a, %i) {dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], operand_batching_dims = [0],
      start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 8>} :
      (tensor<4x10x8xi32>, tensor<4x3xui32>) -> tensor<4x3x2x8xi32>)");
}

/// Rows of %u into rows of %a by `body` of %x and %y.
void scatter_rows(EmitCases &cases, const string &type, const string &body, Within within = {}) {
  string a = tensor({10, 24}, type), u = tensor({7, 24}, type), one = tensor({}, type);
  cases.program("%a: " + a + ", %i: tensor<7x1xi32>, %u: " + u, a,
                R"(
    %r = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%x: )" + one +
                    ", %y: " + one + "):\n" + body + R"(
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : ()" +
                    a + ", tensor<7x1xi32>, " + u + ") -> " + a,
                within);
}

void scatter(EmitCases &cases) {
  for (const string &type : all_types) {
    string one = tensor({}, type);
    scatter_rows(cases, type, "stablehlo.return %y : " + one);
    scatter_rows(cases, type,
                 "%s = stablehlo.add %x, %y : " + one + "\n stablehlo.return %s : " + one,
                 {1e-5, type == "bf16" || type == "f16" ? 0.1 : 1e-5});
  }
  cases.program("%a: tensor<9xi32>, %i: tensor<50x1xi32>, %u: tensor<50xi32>", "tensor<9xi32>", R"(
    %r = "stablehlo.scatter"(%a, %i, %u) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.subtract %y, %x : tensor<i32>
      stablehlo.return %s : tensor<i32>
    }) {scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} :
      (tensor<9xi32>, tensor<50x1xi32>, tensor<50xi32>) -> tensor<9xi32>)");
  cases.program("%a: tensor<12x12xf32>, %i: tensor<3x2xi32>, %u: tensor<3x4x5xf32>",
                "tensor<12x12xf32>",
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

void reductions(EmitCases &cases) {
  for (const string &type : numbers) {
    // The interpreter rounds each partial sum to 16 bits; kernels round the sum.
    Within within{1e-5, type == "bf16" ? 3 : type == "f16" ? 0.3 : 1e-4};
    string zero = is_floating(dtype_of_name(type)) ? "0.0" : "0",
           three = is_floating(dtype_of_name(type)) ? "3.0" : "3";
    for (auto [op, init] : {std::pair<string, string>("add", zero),
                            {"add", three},
                            {"maximum", three},
                            {"minimum", zero}}) {
      cases.program("%a: " + tensor({6, 77}, type), tensor({6}, type),
                    reduce(type, {6, 77}, {6}, "1", op, init), within);
      cases.program("%a: " + tensor({6, 77}, type), tensor({77}, type),
                    reduce(type, {6, 77}, {77}, "0", op, init), within);
    }
    cases.program("%a: " + tensor({6, 77}, type), tensor({}, type),
                  reduce(type, {6, 77}, {}, "0, 1", "add", zero), within);
    cases.program("%a: " + tensor({3, 5, 40}, type), tensor({5}, type),
                  reduce(type, {3, 5, 40}, {5}, "0, 2", "add", zero), within);
    cases.program("%a: " + tensor({3, 50, 7}, type), tensor({3, 7}, type),
                  reduce(type, {3, 50, 7}, {3, 7}, "1", "add", zero), within);
    cases.program("%a: " + tensor({3, 1, 7}, type), tensor({3, 7}, type),
                  reduce(type, {3, 1, 7}, {3, 7}, "1", "add", three), within);
    cases.program("%a: " + tensor({0, 7}, type), tensor({7}, type),
                  reduce(type, {0, 7}, {7}, "0", "add", three), within);
    for (auto [to, dim] : {std::pair<int64_t, string>(5, "1"), {4, "0"}})
      cases.program("%a: " + tensor({5, 4}, type), tensor({to}, type),
                    reduce(type, {5, 4}, {to}, dim, "multiply", three),
                    {1e-5, type == "bf16"  ? 1
                           : type == "f16" ? 0.1
                                           : 1e-4});
  }
  for (const string &type : ints)
    for (string op : {"and", "or", "xor"})
      cases.program("%a: " + tensor({6, 77}, type), tensor({6}, type),
                    reduce(type, {6, 77}, {6}, "1", op, "5"));
  for (string op : {"and", "or"})
    cases.program("%a: tensor<6x77xi1>", "tensor<6xi1>",
                  reduce("i1", {6, 77}, {6}, "1", op, op == "and" ? "true" : "false"));
}

void long_reductions(EmitCases &cases) {
  cases.program("%a: tensor<100003xf32>", "tensor<f32>",
                reduce("f32", {100003}, {}, "0", "add", "1.0"), {1e-4, 1e-2});
  cases.program("%a: tensor<100003xi32>", "tensor<i32>",
                reduce("i32", {100003}, {}, "0", "minimum", "100"));
  cases.program("%a: tensor<2x65536xf32>", "tensor<2xf32>",
                reduce("f32", {2, 65536}, {2}, "1", "maximum", "0.0"));
  cases.program("%a: tensor<40000x3xf32>", "tensor<3xf32>",
                reduce("f32", {40000, 3}, {3}, "0", "add", "0.0"), {1e-4, 1e-2});
}

void arg_max(EmitCases &cases) {
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
  cases.program("%a: tensor<6x77xf32>", "tensor<6xi32>", text("6x77", "6", "1", "1"));
  cases.program("%a: tensor<6x77xf32>", "tensor<77xi32>", text("6x77", "77", "0", "0"));
}

void ordered_reduction(EmitCases &cases) {
  // (a, b) -> b is associative and keeps the last element.
  cases.program("%a: tensor<6x77xf32>", "tensor<6xf32>", R"(
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %r = stablehlo.reduce(%a init: %c) across dimensions = [1] : (tensor<6x77xf32>, tensor<f32>) -> tensor<6xf32>
     reducer(%x: tensor<f32>, %y: tensor<f32>) { stablehlo.return %y : tensor<f32> })");
}

void products(EmitCases &cases) {
  for (const string &type : all_types) {
    Within within{1e-5, type == "bf16" || type == "f16" ? 0.05 : 1e-4};
    auto dot = [&](const Shape &a, const Shape &b, const Shape &out, const string &numbers) {
      cases.program("%a: " + tensor(a, type) + ", %b: " + tensor(b, type), tensor(out, type),
                    " %r = stablehlo.dot_general %a, %b, " + numbers + " : (" + tensor(a, type) +
                        ", " + tensor(b, type) + ") -> " + tensor(out, type),
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
  cases.program(
      "%a: tensor<5x8xbf16>, %b: tensor<8x7xbf16>", "tensor<5x7xf32>",
      " %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<5x8xbf16>, "
      "tensor<8x7xbf16>) -> tensor<5x7xf32>");
  cases.program("%a: tensor<8x5xf32>, %b: tensor<7x8xf32>", "tensor<5x7xf32>", R"(
    %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<8x5xf32>) -> tensor<5x8xf32>
    %1 = stablehlo.transpose %b, dims = [1, 0] : (tensor<7x8xf32>) -> tensor<8x7xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<5x8xf32>, tensor<8x7xf32>) -> tensor<5x7xf32>
    %r = stablehlo.tanh %2 : tensor<5x7xf32>)",
                {1e-5, 1e-5});
}

void control(EmitCases &cases) {
  for (const string &type : all_types) {
    string t = tensor({33}, type);
    cases.program("%a: " + t + ", %b: " + t, t,
                  R"(
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %w:3 = stablehlo.while(%i = %zero, %x = %a, %y = %b) : tensor<i32>, )" +
                      t + ", " + t + R"(
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %go = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %z = stablehlo.add %x, %y : )" +
                      t + R"(
      stablehlo.return %j, %y, %z : tensor<i32>, )" +
                      t + ", " + t + R"(
    }
    %r = stablehlo.maximum %w#1, %w#2 : )" +
                      t,
                  {1e-5, type == "bf16" || type == "f16" ? 0.1 : 1e-5});
    cases.program("%a: " + t + ", %b: " + t, t,
                  " %c:2 = stablehlo.optimization_barrier %a, %b : " + t + ", " + t +
                      "\n %r = stablehlo.add %c#0, %c#1 : " + t,
                  {1e-5, 1e-2});
  }
}

void empty_arrays(EmitCases &cases) {
  cases.program("%a: tensor<0x5xf32>", "tensor<0x5xf32>",
                " %r = stablehlo.tanh %a : tensor<0x5xf32>");
  cases.program(
      "%a: tensor<0x5xf32>, %b: tensor<5x3xf32>", "tensor<0x3xf32>",
      " %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<0x5xf32>, "
      "tensor<5x3xf32>) -> tensor<0x3xf32>");
  cases.program(
      "%a: tensor<2x0xf32>, %b: tensor<0x3xf32>", "tensor<2x3xf32>",
      " %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x0xf32>, "
      "tensor<0x3xf32>) -> tensor<2x3xf32>");
  cases.program(
      "%a: tensor<0x5xf32>, %b: tensor<3x5xf32>", "tensor<3x5xf32>",
      " %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<0x5xf32>, tensor<3x5xf32>) -> "
      "tensor<3x5xf32>");
}

} // namespace

std::vector<EmitGroup> array_groups() {
  return {{"Iota", iota},
          {"Constants", constants},
          {"Structure", structure},
          {"StructureOfComputedValues", structure_of_computed_values},
          {"DynamicSlices", dynamic_slices},
          {"Gather", gather},
          {"Scatter", scatter},
          {"Reductions", reductions},
          {"LongReductions", long_reductions},
          {"ArgMax", arg_max},
          {"OrderedReduction", ordered_reduction},
          {"Products", products},
          {"Control", control},
          {"EmptyArrays", empty_arrays}};
}

} // namespace brigade::compiler::testing
