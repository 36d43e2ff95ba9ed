#include "ir/dialects.h"
#include "ir/parse.h"

#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

namespace brigade::ir {
namespace {

/// An operation that is wrong, with arguments of these types, and a part of the one line that says
/// so.
struct Mistake {
  const char *name, *arguments, *operation, *message;
};

class Verifier : public testing::TestWithParam<Mistake> {};

TEST_P(Verifier, ReportsOnTheOperation) {
  mlir::MLIRContext context;
  load_dialects(context);
  std::string text = "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\nfunc.func @main(" +
                     std::string(GetParam().arguments) + ") {\n" + GetParam().operation +
                     "\nreturn }";
  Problem problem;
  ASSERT_TRUE(failed(parse_module(text, context, problem, "wrong.mlir")));
  EXPECT_NE(problem.message.find(GetParam().message), std::string::npos) << problem.text();
  EXPECT_EQ(problem.message.find('\n'), std::string::npos);
  EXPECT_EQ(problem.file, "wrong.mlir");
  EXPECT_EQ(problem.line, 3u);
}

constexpr const char *two =
    "%a: tensor<2x3xf32>, %b: tensor<4x5xf32>, %i: tensor<2xi32>, %s: tensor<f32>";

const Mistake mistakes[] = {
    {"ElementwiseShapes", two,
     "%0 = stablehlo.add %a, %b : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<2x3xf32>",
     "requires the same type for all operands and results"},
    {"FloatOnly", two, "%0 = stablehlo.tanh %i : tensor<2xi32>", "elements of float type"},
    {"UnknownElements", "%a: tensor<2xf8E5M2>", "%0 = stablehlo.add %a, %a : tensor<2xf8E5M2>",
     "elements of bool, integer or float type"},
    {"DynamicShape", "%a: tensor<?xf32>", "%0 = stablehlo.add %a, %a : tensor<?xf32>",
     "static shape"},
    {"CompareType", two,
     "%0 = stablehlo.compare LT, %i, %i, FLOAT : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>",
     "compares elements of type 'i32' as FLOAT; SIGNED would fit"},
    {"CompareDirection", two,
     "%0 = stablehlo.compare XX, %i, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>",
     "unknown comparison 'XX'"},
    {"SelectPredicate", "%p: tensor<3xi1>, %a: tensor<2x3xf32>",
     "%0 = stablehlo.select %p, %a, %a : tensor<3xi1>, tensor<2x3xf32>",
     "has a predicate of shape 3"},
    {"ClampBound", two,
     "%0 = stablehlo.clamp %b, %a, %s : (tensor<4x5xf32>, tensor<2x3xf32>, tensor<f32>) -> "
     "tensor<2x3xf32>",
     "has a bound of type"},
    {"Reshape", two, "%0 = stablehlo.reshape %a : (tensor<2x3xf32>) -> tensor<7xf32>",
     "cannot reshape 2x3 (6 elements) to 7 (7 elements)"},
    {"BroadcastSize", two,
     "%0 = stablehlo.broadcast_in_dim %a, dims = [0, 1] : (tensor<2x3xf32>) -> tensor<2x4xf32>",
     "cannot broadcast dimension 1 of size 3 to dimension 1 of size 4"},
    {"BroadcastRank", two,
     "%0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2x3xf32>) -> tensor<2x3xf32>",
     "has 1 broadcast dimensions for an operand of rank 2"},
    {"Transpose", two,
     "%0 = stablehlo.transpose %a, dims = [0, 0] : (tensor<2x3xf32>) -> tensor<2x2xf32>",
     "no permutation"},
    {"Slice", two, "%0 = stablehlo.slice %a [0:2, 1:5] : (tensor<2x3xf32>) -> tensor<2x4xf32>",
     "has range 1:5:1 in dimension 1 of size 3"},
    {"SliceResult", two,
     "%0 = stablehlo.slice %a [0:2, 1:3] : (tensor<2x3xf32>) -> tensor<2x3xf32>",
     "inferred type(s)"},
    {"Concatenate", two,
     "%0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2x3xf32>, tensor<4x5xf32>) -> "
     "tensor<6x3xf32>",
     "along dimension 0; all other dimensions must be equal"},
    {"Pad", two,
     "%0 = stablehlo.pad %a, %s, low = [-3, 0], high = [0, 0], interior = [0, 0] : "
     "(tensor<2x3xf32>, tensor<f32>) -> "
     "tensor<0x3xf32>",
     "pads dimension 0 of size 2 by low -3"},
    {"Iota", "", "%0 = stablehlo.iota dim = 1 : tensor<4xf32>",
     "counts along dimension 1 of a tensor of rank 1"},
    {"Bitcast", two, "%0 = stablehlo.bitcast_convert %a : (tensor<2x3xf32>) -> tensor<2x3xui8>",
     "cannot reinterpret"},
    {"DotContraction", two,
     "%0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, "
     "tensor<4x5xf32>) -> "
     "tensor<2x5xf32>",
     "pairs contracting dimension 1 of lhs, of size 3, with dimension 0 of rhs, of size 4"},
    {"DotResult", two,
     "%0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<2x3xf32>, "
     "tensor<2x3xf32>) -> "
     "tensor<2x3xf32>",
     "gives shape 2x2, not 2x3"},
    {"ReduceDimension", two,
     "%0 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [2] : "
     "(tensor<2x3xf32>, "
     "tensor<f32>) -> tensor<2xf32>",
     "reduces [2] of inputs of rank 2"},
    {"ReduceInit", two,
     "%0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : "
     "(tensor<2x3xf32>, "
     "tensor<2xi32>) -> tensor<3xf32>",
     "starts the reduction of"},
    {"ReduceDoesNotCommute", two,
     "%0 = stablehlo.reduce(%a init: %s) applies stablehlo.subtract across dimensions = [0] : "
     "(tensor<2x3xf32>, "
     "tensor<f32>) -> tensor<3xf32>",
     "does not commute"},
    {"DynamicSlice", two,
     "%0 = stablehlo.dynamic_slice %a, %s, %s, sizes = [1, 1] : (tensor<2x3xf32>, tensor<f32>, "
     "tensor<f32>) -> "
     "tensor<1x1xf32>",
     "rank 0 with integer elements"},
    {"GatherSlice", two,
     "%0 = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
     "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = "
     "array<i64: 1, 9>}> : "
     "(tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x9xf32>",
     "takes slices of sizes [1, 9] from shape 2x3"},
    {"AllToAllDivides", "%a: tensor<3x4xf32>",
     "%0 = \"stablehlo.all_to_all\"(%a) <{concat_dimension = 1 : i64, replica_groups = dense<[[0, "
     "1]]> : "
     "tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 0 : i64}> : (tensor<3x4xf32>) -> "
     "tensor<1x8xf32>",
     "splits dimension 0 of size 3 into 2 parts"},
    {"GroupsRepeat", "%a: tensor<3x4xf32>",
     "%0 = \"stablehlo.all_gather\"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, "
     "0]]> : "
     "tensor<1x2xi64>}> : (tensor<3x4xf32>) -> tensor<6x4xf32>",
     "has device 0 twice in replica_groups"},
    {"TooLarge", "", "%0 = stablehlo.iota dim = 0 : tensor<4294967296x4294967296xi8>",
     "has a value of type 'tensor<4294967296x4294967296xi8>', which takes more than 128 TiB"},
    {"TooLargeAndEmpty", "", "%0 = stablehlo.iota dim = 0 : tensor<0x9223372036854775807xf32>",
     "which takes more than 128 TiB"},
    {"GroupsBeyondAllDevices", "%a: tensor<3x4xf32>",
     "%0 = \"stablehlo.all_gather\"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, "
     "9223372036854775807]]> : tensor<1x2xi64>}> : (tensor<3x4xf32>) -> tensor<6x4xf32>",
     "has device 9223372036854775807 in replica_groups; ids are below 65536"},
    {"GatherByGlobalIds", "%a: tensor<3x4xf32>",
     "%0 = \"stablehlo.all_gather\"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, "
     "1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, "
     "use_global_device_ids}> : (tensor<3x4xf32>) -> tensor<12x4xf32>",
     "gathers 'tensor<3x4xf32>' from 2 devices along dimension 0, which gives 'tensor<6x4xf32>', "
     "not 'tensor<12x4xf32>'"},
    // Without global ids the groups depend on how many partitions there are.
    {"GatherByChannel", "%a: tensor<3x4xf32>",
     "%0 = \"stablehlo.all_gather\"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, "
     "1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>}> : "
     "(tensor<3x4xf32>) -> tensor<10x4xf32>",
     "gathers 'tensor<3x4xf32>' along dimension 0, which gives a multiple of its size there, not "
     "'tensor<10x4xf32>'"},
    {"UnreducedTwice", two,
     "%0 = sdy.sharding_constraint %a <@mesh, [{\"x\"}, {}], unreduced={\"x\"}> : tensor<2x3xf32>",
     "uses axis \"x\" twice"},
    {"InlinedMesh", two,
     "%0 = sdy.sharding_constraint %a <mesh<[\"a\"=2]>, [{\"b\"}, {}]> : tensor<2x3xf32>",
     "names axis \"b\", which the mesh lacks"},
    {"TooManyDevices", two,
     "%0 = sdy.sharding_constraint %a <mesh<[\"a\"=65536, \"b\"=2]>, [{}, {}]> : tensor<2x3xf32>",
     "mesh axis \"b\" of size 2 makes more than 65536 devices"},
    {"FactorsInOrder", two,
     "%0 = stablehlo.add %s, %s {sdy.sharding_rule = #sdy.op_sharding_rule<([], [])->([]) {j=2}>} "
     ": "
     "tensor<f32>",
     "factors have their sizes in order"},
    {"UnknownOperation", two, "%0 = \"stablehlo.sort\"(%a) : (tensor<2x3xf32>) -> tensor<2x3xf32>",
     "operation 'stablehlo.sort' is not one that Brigade knows"},
    {"UnknownPrettyOperation", two, "%0 = stablehlo.complex %a, %a : tensor<2x3xcomplex<f32>>",
     "operation 'stablehlo.complex' is not one that Brigade knows"},
    {"UnknownMesh", two, "%0 = sdy.sharding_constraint %a <@other, [{}, {}]> : tensor<2x3xf32>",
     "names mesh @other"},
    {"UnknownAxis", two, "%0 = sdy.sharding_constraint %a <@mesh, [{\"z\"}, {}]> : tensor<2x3xf32>",
     "names axis \"z\", which mesh @mesh lacks"},
    {"AxisTwice", two,
     "%0 = sdy.sharding_constraint %a <@mesh, [{\"x\"}, {\"x\"}]> : tensor<2x3xf32>",
     "uses axis \"x\" twice"},
    {"SubAxis", two,
     "%0 = sdy.sharding_constraint %a <@mesh, [{\"y\":(1)3}, {}]> : tensor<2x3xf32>",
     "takes sub-axis (1)3 of axis \"y\" of size 4"},
    {"ShardingRank", two, "%0 = sdy.sharding_constraint %a <@mesh, [{\"x\"}]> : tensor<2x3xf32>",
     "has a sharding of rank 1"},
    {"ManualLocalShape", two,
     "%0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{\"x\"}, {}]>] out_shardings=[<@mesh, "
     "[{\"x\"}, {}]>] "
     "manual_axes={\"x\"} (%l: tensor<2x3xf32>) { sdy.return %l : tensor<2x3xf32> } : "
     "(tensor<2x3xf32>) -> "
     "tensor<2x3xf32>",
     "operand 0 has type 'tensor<2x3xf32>' in the body; 'tensor<1x3xf32>' would be right"},
    {"ManualDivides", two,
     "%0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{}, {\"x\"}]>] out_shardings=[<@mesh, "
     "[{\"x\"}, {}]>] "
     "manual_axes={\"x\"} (%l: tensor<2x1xf32>) { sdy.return %l : tensor<2x1xf32> } : "
     "(tensor<2x3xf32>) -> "
     "tensor<2x3xf32>",
     "splits dimension 1 of size 3 into 2 parts"},
};

INSTANTIATE_TEST_SUITE_P(Mistakes, Verifier, testing::ValuesIn(mistakes),
                         [](const auto &info) { return std::string(info.param.name); });

TEST(Parse, NamesTheFileThatCannotBeRead) {
  mlir::MLIRContext context;
  Problem problem;
  EXPECT_TRUE(failed(parse_file("/no/such/file.mlir", context, problem)));
  EXPECT_EQ(problem.text(), "/no/such/file.mlir: cannot be read: No such file or directory");
}

} // namespace
} // namespace brigade::ir
