#include "partition_testing.h"

#include "ir/dialects.h"

#include <gtest/gtest.h>

#include <set>

/// Every operation under every factoring of 8 devices, with each dimension of each argument, and of
/// the result, split over each axis: the parts must be parts of what one device computes. All
/// elementwise operations have one factor rule, so for most of them one axis or all are enough.
namespace brigade::compiler::testing {
namespace {

struct Case {
  const char *name;
  std::vector<std::string> arguments; ///< Types of %a0, %a1, ...
  std::string result;
  std::string body; ///< Ends by defining %r.
};

const std::string add_body = R"(({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }))";

const std::vector<Case> &cases() {
  static const std::vector<Case> list = {
      {"Negate", {"8x16xf32"}, "8x16xf32", "%r = stablehlo.negate %a0 : tensor<8x16xf32>"},
      {"Add",
       {"8x16xf32", "8x16xf32"},
       "8x16xf32",
       "%r = stablehlo.add %a0, %a1 : tensor<8x16xf32>"},
      {"Compare",
       {"8x16xi32", "8x16xi32"},
       "8x16xi1",
       "%r = stablehlo.compare LT, %a0, %a1 : (tensor<8x16xi32>, tensor<8x16xi32>) -> "
       "tensor<8x16xi1>"},
      {"SelectScalar",
       {"i1", "8x8xf32", "8x8xf32"},
       "8x8xf32",
       "%r = stablehlo.select %a0, %a1, %a2 : tensor<i1>, tensor<8x8xf32>"},
      {"Select",
       {"8x8xi1", "8x8xf32", "8x8xf32"},
       "8x8xf32",
       "%r = stablehlo.select %a0, %a1, %a2 : tensor<8x8xi1>, tensor<8x8xf32>"},
      {"Clamp",
       {"f32", "8x8xf32", "8x8xf32"},
       "8x8xf32",
       R"(%r = "stablehlo.clamp"(%a0, %a1, %a2) : (tensor<f32>, tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>)"},
      {"Convert",
       {"8x16xi32"},
       "8x16xf32",
       "%r = stablehlo.convert %a0 : (tensor<8x16xi32>) -> tensor<8x16xf32>"},
      {"Dot",
       {"8x16xf32", "16x8xf32"},
       "8x8xf32",
       "%r = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0] : (tensor<8x16xf32>, "
       "tensor<16x8xf32>) -> "
       "tensor<8x8xf32>"},
      {"BatchedDot",
       {"8x8x16xf32", "8x16x8xf32"},
       "8x8x8xf32",
       "%r = stablehlo.dot_general %a0, %a1, batching_dims = [0] x [0], contracting_dims = [2] x "
       "[1] : "
       "(tensor<8x8x16xf32>, tensor<8x16x8xf32>) -> tensor<8x8x8xf32>"},
      {"DotOfOne",
       {"8x8xf32"},
       "8x8xf32",
       "%r = stablehlo.dot_general %a0, %a0, contracting_dims = [1] x [0] : (tensor<8x8xf32>, "
       "tensor<8x8xf32>) -> "
       "tensor<8x8xf32>"},
      {"ReduceSum",
       {"8x16xf32", "f32"},
       "8xf32",
       "%r = stablehlo.reduce(%a0 init: %a1) applies stablehlo.add across dimensions = [1] : "
       "(tensor<8x16xf32>, "
       "tensor<f32>) -> tensor<8xf32>"},
      {"ReduceMax",
       {"8x16xf32", "f32"},
       "16xf32",
       "%r = stablehlo.reduce(%a0 init: %a1) applies stablehlo.maximum across dimensions = [0] : "
       "(tensor<8x16xf32>, "
       "tensor<f32>) -> tensor<16xf32>"},
      {"ReduceAll",
       {"8x16xi1", "i1"},
       "i1",
       "%r = stablehlo.reduce(%a0 init: %a1) applies stablehlo.and across dimensions = [0, 1] : "
       "(tensor<8x16xi1>, "
       "tensor<i1>) -> tensor<i1>"},
      {"ReduceProduct",
       {"8x8xi32", "i32"},
       "8xi32",
       "%r = stablehlo.reduce(%a0 init: %a1) applies stablehlo.multiply across dimensions = [0] : "
       "(tensor<8x8xi32>, "
       "tensor<i32>) -> tensor<8xi32>"},
      {"ArgMax", {"8x16xf32"}, "8xi32", R"(%i = stablehlo.iota dim = 1 : tensor<8x16xi32>
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %both:2 = stablehlo.reduce(%a0 init: %low), (%i init: %zero) across dimensions = [1] : (tensor<8x16xf32>, tensor<8x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
     reducer(%v: tensor<f32>, %w: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>)  {
      %gt = stablehlo.compare GT, %v, %w : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %eq = stablehlo.compare EQ, %v, %w : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %lt = stablehlo.compare LT, %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %and = stablehlo.and %eq, %lt : tensor<i1>
      %or = stablehlo.or %gt, %and : tensor<i1>
      %x = stablehlo.select %or, %v, %w : tensor<i1>, tensor<f32>
      %y = stablehlo.select %or, %j, %k : tensor<i1>, tensor<i32>
      stablehlo.return %x, %y : tensor<f32>, tensor<i32>
    }
    %r = stablehlo.add %both#1, %both#1 : tensor<8xi32>)"},
      {"Broadcast",
       {"8x1xf32"},
       "8x16x8xf32",
       "%r = stablehlo.broadcast_in_dim %a0, dims = [0, 2] : (tensor<8x1xf32>) -> "
       "tensor<8x16x8xf32>"},
      {"ReshapeMerge",
       {"8x16xf32"},
       "128xf32",
       "%r = stablehlo.reshape %a0 : (tensor<8x16xf32>) -> tensor<128xf32>"},
      {"ReshapeSplit",
       {"64x8xf32"},
       "4x16x8xf32",
       "%r = stablehlo.reshape %a0 : (tensor<64x8xf32>) -> tensor<4x16x8xf32>"},
      {"ReshapeCross",
       {"8x16xf32"},
       "16x8xf32",
       "%r = stablehlo.reshape %a0 : (tensor<8x16xf32>) -> tensor<16x8xf32>"},
      {"ReshapeOdd",
       {"24x8xf32"},
       "16x12xf32",
       "%r = stablehlo.reshape %a0 : (tensor<24x8xf32>) -> tensor<16x12xf32>"},
      {"Transpose",
       {"8x16x8xf32"},
       "16x8x8xf32",
       "%r = stablehlo.transpose %a0, dims = [1, 2, 0] : (tensor<8x16x8xf32>) -> "
       "tensor<16x8x8xf32>"},
      {"Slice",
       {"16x16xf32"},
       "8x16xf32",
       "%r = stablehlo.slice %a0 [1:16:2, 0:16] : (tensor<16x16xf32>) -> tensor<8x16xf32>"},
      {"SliceHalf",
       {"16x16xf32"},
       "8x16xf32",
       "%r = stablehlo.slice %a0 [8:16, 0:16] : (tensor<16x16xf32>) -> tensor<8x16xf32>"},
      {"Concatenate",
       {"8x8xf32", "8x16xf32", "8x8xf32"},
       "8x32xf32",
       "%r = stablehlo.concatenate %a0, %a1, %a2, dim = 1 : (tensor<8x8xf32>, tensor<8x16xf32>, "
       "tensor<8x8xf32>) -> "
       "tensor<8x32xf32>"},
      {"Pad",
       {"8x8xf32", "f32"},
       "16x8xf32",
       "%r = stablehlo.pad %a0, %a1, low = [3, 0], high = [5, 0], interior = [0, 0] : "
       "(tensor<8x8xf32>, tensor<f32>) -> "
       "tensor<16x8xf32>"},
      {"PadInterior",
       {"8x8xf32", "f32"},
       "16x8xf32",
       "%r = stablehlo.pad %a0, %a1, low = [2, 0], high = [-1, 0], interior = [1, 0] : "
       "(tensor<8x8xf32>, tensor<f32>) -> "
       "tensor<16x8xf32>"},
      {"Reverse",
       {"8x16xf32"},
       "8x16xf32",
       "%r = stablehlo.reverse %a0, dims = [1] : tensor<8x16xf32>"},
      {"Iota", {"8x16xf32"}, "8x16xf32", R"(%i = stablehlo.iota dim = 1 : tensor<8x16xf32>
    %r = stablehlo.add %a0, %i : tensor<8x16xf32>)"},
      {"Constant",
       {"2x8xf32"},
       "2x8xf32",
       R"(%c = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0]]> : tensor<2x8xf32>
    %r = stablehlo.add %a0, %c : tensor<2x8xf32>)"},
      {"GatherRows",
       {"16x8xf32", "8x1xi32"},
       "8x8xf32",
       R"(%r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xf32>, tensor<8x1xi32>) -> tensor<8x8xf32>)"},
      {"GatherWindow",
       {"16x8xf32", "8x2xi32"},
       "8x3x8xf32",
       R"(%r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = array<i64: 3, 8>}> : (tensor<16x8xf32>, tensor<8x2xi32>) -> tensor<8x3x8xf32>)"},
      {"GatherBatched",
       {"8x16xf32", "8x8x1xi32"},
       "8x8xf32",
       R"(%r = "stablehlo.gather"(%a0, %a1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<8x16xf32>, tensor<8x8x1xi32>) -> tensor<8x8xf32>)"},
      {"ScatterAdd",
       {"16x8xf32", "8x1xi32", "8x8xf32"},
       "16x8xf32",
       R"(%r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> )" +
           add_body +
           " : (tensor<16x8xf32>, tensor<8x1xi32>, tensor<8x8xf32>) -> tensor<16x8xf32>"},
      {"ScatterSet",
       {"16x8xf32", "1xi32", "8xf32"},
       "16x8xf32",
       R"(%r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      stablehlo.return %q : tensor<f32>
    }) : (tensor<16x8xf32>, tensor<1xi32>, tensor<8xf32>) -> tensor<16x8xf32>)"},
      {"ScatterWindow",
       {"16x8xf32", "1xi32", "4x8xf32"},
       "16x8xf32",
       R"(%r = "stablehlo.scatter"(%a0, %a1, %a2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> )" +
           add_body + " : (tensor<16x8xf32>, tensor<1xi32>, tensor<4x8xf32>) -> tensor<16x8xf32>"},
      {"DynamicSlice",
       {"16x8xf32", "i32", "i32"},
       "8x8xf32",
       "%r = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [8, 8] : (tensor<16x8xf32>, "
       "tensor<i32>, tensor<i32>) -> "
       "tensor<8x8xf32>"},
      {"DynamicUpdateSlice",
       {"16x8xf32", "8x8xf32", "i32", "i32"},
       "16x8xf32",
       "%r = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3 : (tensor<16x8xf32>, "
       "tensor<8x8xf32>, tensor<i32>, "
       "tensor<i32>) -> tensor<16x8xf32>"},
      {"DynamicSliceBoth",
       {"16x16xf32", "i32", "i32"},
       "8x3xf32",
       "%r = stablehlo.dynamic_slice %a0, %a1, %a2, sizes = [8, 3] : (tensor<16x16xf32>, "
       "tensor<i32>, tensor<i32>) -> tensor<8x3xf32>"},
      {"DynamicUpdateSliceBoth",
       {"16x16xf32", "8x3xf32", "i32", "i32"},
       "16x16xf32",
       "%r = stablehlo.dynamic_update_slice %a0, %a1, %a2, %a3 : (tensor<16x16xf32>, "
       "tensor<8x3xf32>, tensor<i32>, tensor<i32>) -> tensor<16x16xf32>"},
      {"SliceBoth",
       {"16x16xf32"},
       "9x8xf32",
       "%r = stablehlo.slice %a0 [3:12, 4:12] : (tensor<16x16xf32>) -> tensor<9x8xf32>"},
      {"Bitcast",
       {"8x16xf32"},
       "8x16x4xui8",
       "%r = stablehlo.bitcast_convert %a0 : (tensor<8x16xf32>) -> tensor<8x16x4xui8>"},
      {"Barrier",
       {"8x16xf32", "16x8xf32"},
       "8x16xf32",
       R"(%b:2 = stablehlo.optimization_barrier %a0, %a1 : tensor<8x16xf32>, tensor<16x8xf32>
    %t = stablehlo.transpose %b#1, dims = [1, 0] : (tensor<16x8xf32>) -> tensor<8x16xf32>
    %r = stablehlo.add %b#0, %t : tensor<8x16xf32>)"},
      {"Constraint",
       {"16x16xf32"},
       "16x16xf32",
       R"(%c = sdy.sharding_constraint %a0 <@mesh, [{}, {"x"}]> : tensor<16x16xf32>
    %r = stablehlo.negate %c : tensor<16x16xf32>)"},
      {"While",
       {"8x16xf32", "16x16xf32"},
       "8x16xf32",
       R"(%zero = stablehlo.constant dense<0> : tensor<i32>
    %w:3 = stablehlo.while(%k = %zero, %x = %a0, %y = %a1) : tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %go = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %k, %one : tensor<i32>
      %d = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x16xf32>) -> tensor<8x16xf32>
      %t = stablehlo.tanh %d : tensor<8x16xf32>
      stablehlo.return %next, %t, %y : tensor<i32>, tensor<8x16xf32>, tensor<16x16xf32>
    }
    %r = stablehlo.add %w#1, %w#1 : tensor<8x16xf32>)"},
  };
  return list;
}

/// "tensor<8x16xf32>, tensor<8x16xf32>"
std::string repeated(const std::string &type, int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += (i ? ", " : "") + type;
  return text;
}

/// r = name(a0, a1, ...) of `count` operands of one type.
Case elementwise(const char *name, int count, const std::string &element,
                 const std::string &result = "", const std::string &attributes = "") {
  std::string type = "8x16x" + element, to = "8x16x" + (result.empty() ? element : result), names;
  for (int i = 0; i < count; ++i)
    names += (i ? ", %a" : "%a") + std::to_string(i);
  return {name, std::vector<std::string>(count, type), to,
          "%r = \"" + std::string(name) + "\"(" + names + ") {" + attributes + "} : (" +
              repeated("tensor<" + type + ">", count) + ") -> tensor<" + to + ">"};
}

std::vector<Case> elementwise_cases() {
  std::vector<Case> list;
  for (const char *name : {"stablehlo.abs",
                           "stablehlo.cbrt",
                           "stablehlo.ceil",
                           "stablehlo.cosine",
                           "stablehlo.exponential",
                           "stablehlo.exponential_minus_one",
                           "stablehlo.floor",
                           "stablehlo.log",
                           "stablehlo.log_plus_one",
                           "stablehlo.logistic",
                           "stablehlo.negate",
                           "stablehlo.round_nearest_afz",
                           "stablehlo.round_nearest_even",
                           "stablehlo.rsqrt",
                           "stablehlo.sign",
                           "stablehlo.sine",
                           "stablehlo.sqrt",
                           "stablehlo.tan",
                           "stablehlo.tanh",
                           "chlo.acos",
                           "chlo.acosh",
                           "chlo.asin",
                           "chlo.asinh",
                           "chlo.atan",
                           "chlo.atanh",
                           "chlo.cosh",
                           "chlo.digamma",
                           "chlo.erf",
                           "chlo.erf_inv",
                           "chlo.erfc",
                           "chlo.lgamma",
                           "chlo.sinh",
                           "chlo.square",
                           "brigade.stop_gradient"})
    list.push_back(elementwise(name, 1, "f32"));
  for (const char *name : {"stablehlo.not", "stablehlo.popcnt", "stablehlo.count_leading_zeros"})
    list.push_back(elementwise(name, 1, "i32"));
  for (const char *name : {"stablehlo.add", "stablehlo.subtract", "stablehlo.multiply",
                           "stablehlo.divide", "stablehlo.maximum", "stablehlo.minimum",
                           "stablehlo.power", "stablehlo.remainder", "stablehlo.atan2"})
    list.push_back(elementwise(name, 2, "f32"));
  for (const char *name : {"stablehlo.and", "stablehlo.or", "stablehlo.xor", "stablehlo.shift_left",
                           "stablehlo.shift_right_arithmetic", "stablehlo.shift_right_logical"})
    list.push_back(elementwise(name, 2, "i32"));
  list.push_back(elementwise("stablehlo.is_finite", 1, "f32", "i1"));
  list.push_back(elementwise("stablehlo.convert", 1, "f32", "bf16"));
  list.push_back(elementwise("stablehlo.bitcast_convert", 1, "f32", "ui32"));
  list.push_back(elementwise("stablehlo.reduce_precision", 1, "f32", "",
                             "exponent_bits = 5 : i32, mantissa_bits = 3 : i32"));
  list.push_back(elementwise("stablehlo.compare", 2, "f32", "i1",
                             "comparison_direction = #stablehlo<comparison_direction GE>"));
  list.push_back(elementwise("stablehlo.clamp", 3, "f32"));
  return list;
}

/// The rank of a type text: "8x16xf32" has 2.
int rank(const std::string &type) { return count(type, "x"); }

/// [{}, {"x"}]: axes `axes` in dimension `dim` of `rank`.
std::string sharding(int rank, int dim, const std::string &axes) {
  std::string text = "[";
  for (int d = 0; d < rank; ++d)
    text += std::string(d ? ", " : "") + (d == dim ? "{" + axes + "}" : "{}");
  return "{sdy.sharding = #sdy.sharding<@mesh, " + text + "]>}";
}

/// The program with one argument (or, past the last, the result) split.
std::string program(const Case &c, const std::string &mesh, size_t which, int dim,
                    const std::string &axes) {
  std::string text = "module {\n" + mesh + "\nfunc.func public @main(";
  for (size_t i = 0; i < c.arguments.size(); ++i)
    text += (i ? ", %a" : "%a") + std::to_string(i) + ": tensor<" + c.arguments[i] + "> " +
            (i == which ? sharding(rank(c.arguments[i]), dim, axes) : "");
  text += ") -> (tensor<" + c.result + "> " +
          (which == c.arguments.size() ? sharding(rank(c.result), dim, axes) : "") + ") {\n    " +
          c.body + "\n    return %r : tensor<" + c.result + ">\n  }\n}\n";
  return text;
}

int64_t size_of(const std::string &type, int dim) {
  size_t at = 0;
  for (; dim > 0; --dim)
    at = type.find('x', at) + 1;
  return std::stoll(type.substr(at));
}

/// The axes of a mesh text that are larger than 1, each alone and all together, with how many parts
/// they make.
std::vector<std::pair<std::string, int64_t>> choices(const std::string &mesh) {
  std::vector<std::pair<std::string, int64_t>> list;
  std::string all;
  for (const char *name : {"x", "y", "z"}) {
    std::string key = std::string("\"") + name + "\"=";
    size_t at = mesh.find(key);
    if (at == std::string::npos)
      continue;
    int64_t size = std::stoll(mesh.substr(at + key.size()));
    if (size == 1)
      continue;
    list.push_back({"\"" + std::string(name) + "\"", size});
    all = list.back().first + (all.empty() ? "" : ", " + all);
  }
  if (list.size() > 1)
    list.push_back({all, 8});
  return list;
}

class Operations : public ::testing::TestWithParam<std::tuple<size_t, size_t>> {};

TEST_P(Operations, EachDimensionOnEachAxis) {
  const Case &c = cases()[std::get<0>(GetParam())];
  const std::string &mesh = meshes_of_eight()[std::get<1>(GetParam())];
  for (size_t which = 0; which <= c.arguments.size(); ++which) {
    const std::string &type = which < c.arguments.size() ? c.arguments[which] : c.result;
    for (int dim = 0; dim < rank(type); ++dim)
      for (auto &[axes, parts] : choices(mesh))
        if (size_of(type, dim) % parts == 0) {
          expect_same(program(c, mesh, which, dim, axes), {}, {}, {-2, 18});
          if (HasFailure())
            return;
        }
  }
}

std::string test_name(const ::testing::TestParamInfo<std::tuple<size_t, size_t>> &info) {
  static const char *meshes[] = {"8x1", "4x2", "2x4", "1x8", "2x2x2"};
  return std::string(cases()[std::get<0>(info.param)].name) + "_" + meshes[std::get<1>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Partition, Operations,
                         ::testing::Combine(::testing::Range<size_t>(0, cases().size()),
                                            ::testing::Range<size_t>(0, meshes_of_eight().size())),
                         test_name);

class Elementwise : public ::testing::TestWithParam<std::string> {};

TEST_P(Elementwise, FirstAndLastDimension) {
  for (const Case &c : elementwise_cases()) {
    SCOPED_TRACE(c.name);
    for (size_t which : {size_t(0), c.arguments.size() - 1, c.arguments.size()})
      expect_same(program(c, GetParam(), which, static_cast<int>(which % 2),
                          choices(GetParam()).back().first));
    if (HasFailure())
      return;
  }
}

INSTANTIATE_TEST_SUITE_P(Partition, Elementwise, ::testing::ValuesIn(meshes_of_eight()),
                         [](const auto &info) { return "Mesh" + std::to_string(info.index); });

/// What needs no case here, and why.
const std::set<std::string> without_case = {
    // Programs, regions and calls, which import has taken apart.
    "stablehlo.composite", "stablehlo.custom_call", "sdy.return", "brigade.fusion",
    // On devices, inside a manual computation: partition_jax_test.cpp.
    "stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all",
    "stablehlo.collective_broadcast", "stablehlo.collective_permute", "stablehlo.reduce_scatter",
    "stablehlo.partition_id", "stablehlo.replica_id", "sdy.manual_computation",
    // A constraint by another name.
    "sdy.reshard"};

TEST(PartitionOperations, EachHasACase) {
  std::set<std::string> in_cases;
  const std::string mesh = meshes_of_eight().front();
  std::vector<Case> all = cases();
  for (const Case &c : elementwise_cases())
    all.push_back(c);
  for (const Case &c : all) {
    auto parsed = parse(program(c, mesh, c.arguments.size() + 1, 0, ""));
    ASSERT_TRUE(parsed) << c.name;
    parsed->module->walk(
        [&](mlir::Operation *op) { in_cases.insert(op->getName().getStringRef().str()); });
  }
  mlir::MLIRContext context;
  ir::load_dialects(context);
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    std::string name = op.getStringRef().str();
    llvm::StringRef dialect = op.getDialectNamespace();
    bool named_axis = dialect == "brigade" && name != "brigade.stop_gradient";
    if ((dialect == "stablehlo" || dialect == "chlo" || dialect == "sdy" || dialect == "brigade") &&
        !named_axis)
      EXPECT_NE(in_cases.contains(name), without_case.contains(name)) << name;
  }
}

} // namespace
} // namespace brigade::compiler::testing
