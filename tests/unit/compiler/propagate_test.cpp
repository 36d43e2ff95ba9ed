#include "compiler/propagate/propagate.h"

#include "compiler/partition/partition.h"
#include "ir/parse.h"
#include "partition_testing.h"

#include <gtest/gtest.h>

namespace brigade::compiler::testing {
namespace {

std::string module(const std::string &mesh, const std::string &function) {
  return "module {\nsdy.mesh @mesh = " + mesh + "\n" + function + "\n}\n";
}

/// The sharding written on the operation that prints as `op`, or what follows `op` on its line.
std::string line_of(const std::string &text, const std::string &op) {
  size_t at = text.find(op);
  return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
}

::testing::AssertionResult has(const std::string &text, const std::string &what) {
  if (text.find(what) != std::string::npos)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "no " << what << " in\n" << text;
}

TEST(Propagate, ThroughAProductBothWays) {
  std::string text = propagated(module(R"(<["x"=4, "y"=2]>)", R"(
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {"y"}]>}) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.tanh %0 : tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  })"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.dot_general"), R"(<@mesh, [{"x"}, {"y"}]>)"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.tanh"), R"(<@mesh, [{"x"}, {"y"}]>)"));
  EXPECT_TRUE(has(line_of(text, ") -> (tensor"), R"(#sdy.sharding<@mesh, [{"x"}, {"y"}]>)"));
}

TEST(Propagate, BackwardsToArguments) {
  std::string text = propagated(module(R"(<["x"=4, "y"=2]>)", R"(
  func.func @main(%a: tensor<8x4xf32>, %b: tensor<4xf32>) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
    %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.add %a, %0 : tensor<8x4xf32>
    return %1 : tensor<8x4xf32>
  })"));
  EXPECT_TRUE(
      has(text, R"(%arg0: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>})"));
  EXPECT_TRUE(has(text, R"(%arg1: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>})"));
}

TEST(Propagate, ClosedDimensionsStay) {
  std::string text = propagated(module(R"(<["x"=4, "y"=2]>)", R"(
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}]>}) -> tensor<8x8xf32> {
    %0 = stablehlo.add %a, %b : tensor<8x8xf32>
    %c = sdy.sharding_constraint %0 <@mesh, [{}, {"y"}]> : tensor<8x8xf32>
    return %c : tensor<8x8xf32>
  })"));
  EXPECT_TRUE(
      has(text, R"(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})"));
  EXPECT_TRUE(
      has(text, R"(%arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>})"));
  EXPECT_TRUE(has(line_of(text, "sdy.sharding_constraint"), R"(<@mesh, [{}, {"y"}]>)"));
}

TEST(Propagate, ReplicatedAxesAreNotUsed) {
  std::string text = propagated(module(R"(<["x"=4, "y"=2]>)", R"(
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
    %0 = stablehlo.tanh %a : tensor<8x8xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{?}, {?}], replicated={"y"}> : tensor<8x8xf32>
    %2 = stablehlo.negate %1 : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  })"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.tanh"), R"([{"x"}, {"y"}])"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.negate"), R"([{"x"}, {}])"));
}

TEST(Propagate, SubAxesThroughReshapes) {
  std::string text = propagated(module(R"(<["x"=4]>)", R"(
  func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<2x4xf32> {
    %0 = stablehlo.reshape %a : (tensor<8xf32>) -> tensor<2x4xf32>
    return %0 : tensor<2x4xf32>
  })"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.reshape"), R"([{"x":(1)2}, {"x":(2)2}])"));
}

TEST(Propagate, LongestCompatiblePrefix) {
  // The operands agree on x and differ after it: the result gets what they agree on, and then more
  // only where it helps one.
  std::string text = propagated(module(R"(<["x"=2, "y"=2, "z"=2]>)", R"(
  func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}, %b: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}]>}) -> tensor<16xf32> {
    %0 = stablehlo.add %a, %b : tensor<16xf32>
    return %0 : tensor<16xf32>
  })"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.add"), R"([{"x", "y"}])"));
  EXPECT_TRUE(
      has(text, R"(%arg1: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>})"));
}

TEST(Propagate, PrioritiesInOrder) {
  // Without priorities the elementwise user of %b would win %0's dimension 0 for y.
  auto program = [](const std::string &pa, const std::string &pb) {
    return propagated(module(
        R"(<["x"=4, "y"=2]>)",
        R"(
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"})" +
            pa + R"(, {?}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"})" +
            pb + R"(, {?}]>}) -> tensor<8x8xf32> {
    %0 = stablehlo.add %a, %b : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  })"));
  };
  EXPECT_TRUE(has(line_of(program("p0", "p1"), "stablehlo.add"), R"([{"x"}, {}])"));
  EXPECT_TRUE(has(line_of(program("p1", "p0"), "stablehlo.add"), R"([{"y"}, {}])"));
}

TEST(Propagate, PassThroughOperationsFirst) {
  // The product would give %0 [{"x"}, {}] by its larger operand; the transposed use wants [{},
  // {"x"}] and passes it first.
  std::string text = propagated(module(R"(<["x"=4, "y"=2]>)", R"(
  func.func @main(%a: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<64x8xf32>) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  })"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.dot_general"), R"([{}, {"x"}])"));
}

TEST(Propagate, IntoAndOutOfLoops) {
  std::string text = propagated(module(R"(<["x"=4, "y"=2]>)", R"(
  func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %w:2 = stablehlo.while(%k = %zero, %v = %a) : tensor<i32>, tensor<8xf32>
    cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %go = stablehlo.compare LT, %k, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %t = stablehlo.tanh %v : tensor<8xf32>
      stablehlo.return %k, %t : tensor<i32>, tensor<8xf32>
    }
    %s = stablehlo.sqrt %w#1 : tensor<8xf32>
    return %s : tensor<8xf32>
  })"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.tanh"), R"([{"x"}])"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.sqrt"), R"([{"x"}])"));
}

TEST(Propagate, EachUserHasItsOwnConstant) {
  std::string text = propagated(module(R"(<["x"=4, "y"=2]>)", R"(
  func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<8xf32>, tensor<8xf32>) {
    %c = stablehlo.constant dense<1.0> : tensor<8xf32>
    %0 = stablehlo.add %a, %c : tensor<8xf32>
    %1 = stablehlo.subtract %b, %c : tensor<8xf32>
    return %0, %1 : tensor<8xf32>, tensor<8xf32>
  })"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.add"), R"([{"x"}])"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.subtract"), R"([{"y"}])"));
  EXPECT_EQ(count(text, "stablehlo.constant"), 2) << text;
}

TEST(Propagate, ArgumentsGetOnlyWholeAxesThatDivideThem) {
  std::string text = propagated(module(R"(<["x"=4, "y"=2]>)", R"(
  func.func @main(%a: tensor<6xf32>) -> tensor<6xf32> {
    %c = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<6xf32>
    %0 = stablehlo.tanh %c : tensor<6xf32>
    return %0 : tensor<6xf32>
  })"));
  EXPECT_TRUE(has(text, R"(%arg0: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>})"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.tanh"), R"([{"x"}])"));
}

TEST(Propagate, ManualAxesAreNotUsedInside) {
  std::string text = propagated(module(R"(<["x"=4, "y"=2]>)", R"(
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
    %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%arg1: tensor<2x8xf32>) {
      %1 = stablehlo.tanh %arg1 : tensor<2x8xf32>
      sdy.return %1 : tensor<2x8xf32>
    } : (tensor<8x8xf32>) -> tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  })"));
  EXPECT_TRUE(has(line_of(text, "stablehlo.tanh"), R"([{}, {"y"}])"));
  EXPECT_TRUE(has(
      text, R"(in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>])"));
}

TEST(Propagate, AsksForWhatDividesArguments) {
  auto program = parse(module(R"(<["data"=4, "y"=2]>)", R"(
  func.func @main(%a: tensor<30xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> tensor<30xf32> {
    return %a : tensor<30xf32>
  })"));
  ASSERT_TRUE(program);
  EXPECT_TRUE(failed(propagate(*program->module)) || failed(partition(*program->module)));
  EXPECT_TRUE(has(program->problems, "argument 0, dimension 0 has size 30, which axes \"data\" of "
                                     "size 4 do not divide; 28 and 32 do"));
}

TEST(Propagate, NoMeshNoChange) {
  std::string program = "module {\n  func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {\n    "
                        "return %arg0 : tensor<4xf32>\n  }\n}\n";
  EXPECT_EQ(count(propagated(program), "sdy"), 0);
  EXPECT_EQ(count(partitioned(program), "num_partitions"), 0);
}

TEST(Propagate, UnknownOperationIsNamed) {
  auto program = parse(module(R"(<["x"=4, "y"=2]>)", R"(
  func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
    %0 = "other.mystery"(%a) : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  })"));
  ASSERT_TRUE(program);
  EXPECT_TRUE(failed(propagate(*program->module)));
  EXPECT_TRUE(has(program->problems, "other.mystery"));
}

TEST(Propagate, MeshesOverDifferentDevicesAreRefused) {
  auto program = parse(R"(module {
  sdy.mesh @a = <["x"=4]>
  sdy.mesh @b = <["y"=6]>
  func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {
    return %a : tensor<8xf32>
  }})");
  ASSERT_TRUE(program);
  EXPECT_TRUE(failed(propagate(*program->module)));
  EXPECT_TRUE(has(program->problems, "all meshes of a program are over the same devices"));
}

TEST(Propagate, TwoMeshesOverTheSameDevicesMix) {
  std::string text = expect_same(R"(module {
  sdy.mesh @a = <["x"=4, "y"=2]>
  sdy.mesh @b = <["u"=2, "v"=4]>
  func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@a, [{"x"}, {}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@b, [{"u"}, {}]>}) -> tensor<8x8xf32> {
    %0 = stablehlo.add %a, %b : tensor<8x8xf32>
    return %0 : tensor<8x8xf32>
  }})");
  EXPECT_EQ(count(text, "replica_groups"), 0) << text;
}

} // namespace
} // namespace brigade::compiler::testing
