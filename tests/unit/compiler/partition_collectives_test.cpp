#include "partition_testing.h"

#include "compiler/collectives/collectives.h"
#include "compiler/partition/reshard.h"
#include "compiler/partition/varying.h"
#include "ir/parse.h"

#include <gtest/gtest.h>

namespace brigade::compiler::testing {
namespace {

const std::string header = R"(module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main)";

std::string all_reduce(const std::string &result, const std::string &operand,
                       const std::string &type,
                       const std::string &groups = "[[0, 2, 4, 6], [1, 3, 5, 7]]",
                       const std::string &shape = "2x4") {
  return "    " + result + " = \"stablehlo.all_reduce\"(" + operand +
         ") <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = "
         "dense<" +
         groups + "> : tensor<" + shape + R"(xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %s = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<)" +
         type + ">) -> tensor<" + type + ">\n";
}

/// Optimises a program that is partitioned already.
std::string optimised(const std::string &text) {
  auto program = parse(text);
  if (!program)
    return "";
  EXPECT_TRUE(succeeded(optimise_collectives(*program->module))) << program->problems;
  return ir::print_module(*program->module);
}

TEST(Collectives, IndependentSumsBecomeOne) {
  std::string text = optimised(
      header + "(%a: tensor<4xf32>, %b: tensor<2x2xf32>) -> (tensor<4xf32>, tensor<2x2xf32>) {\n" +
      all_reduce("%0", "%a", "4xf32") + "    %1 = stablehlo.tanh %b : tensor<2x2xf32>\n" +
      all_reduce("%2", "%1", "2x2xf32") +
      "    %3 = stablehlo.exponential %0 : tensor<4xf32>\n    return %3, %2 : tensor<4xf32>, "
      "tensor<2x2xf32>\n  }\n}");
  EXPECT_EQ(count(text, "\"stablehlo.all_reduce\""), 1) << text;
  EXPECT_NE(text.find("(tensor<4xf32>, tensor<2x2xf32>) -> (tensor<4xf32>, tensor<2x2xf32>)"),
            std::string::npos)
      << text;
}

TEST(Collectives, SumsThatWaitForEachOtherStayApart) {
  std::string text =
      optimised(header + "(%a: tensor<4xf32>) -> tensor<4xf32> {\n" +
                all_reduce("%0", "%a", "4xf32") + "    %1 = stablehlo.tanh %0 : tensor<4xf32>\n" +
                all_reduce("%2", "%1", "4xf32") + "    return %2 : tensor<4xf32>\n  }\n}");
  EXPECT_EQ(count(text, "\"stablehlo.all_reduce\""), 2) << text;
}

TEST(Collectives, OtherGroupsStayApart) {
  std::string text = optimised(
      header + "(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {\n" +
      all_reduce("%0", "%a", "4xf32") +
      all_reduce("%1", "%b", "4xf32", "[[0, 1], [2, 3], [4, 5], [6, 7]]", "4x2") +
      "    return %0, %1 : tensor<4xf32>, tensor<4xf32>\n  }\n}");
  EXPECT_EQ(count(text, "\"stablehlo.all_reduce\""), 2) << text;
}

TEST(Collectives, EqualOnesAreDoneOnce) {
  std::string text =
      optimised(header + "(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {\n" +
                all_reduce("%0", "%a", "4xf32") + all_reduce("%1", "%a", "4xf32") +
                "    return %0, %1 : tensor<4xf32>, tensor<4xf32>\n  }\n}");
  EXPECT_EQ(count(text, "\"stablehlo.all_reduce\""), 1) << text;
  EXPECT_NE(text.find("return %0, %0"), std::string::npos) << text;
}

TEST(Collectives, SumOfTwoSumsIsOne) {
  std::string text = optimised(
      header + "(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {\n" +
      all_reduce("%0", "%a", "4xf32") + all_reduce("%1", "%b", "4xf32") +
      "    %2 = stablehlo.add %0, %1 : tensor<4xf32>\n    return %2 : tensor<4xf32>\n  }\n}");
  EXPECT_EQ(count(text, "\"stablehlo.all_reduce\""), 1) << text;
  EXPECT_NE(text.find("stablehlo.add %arg0, %arg1"), std::string::npos) << text;
}

TEST(Collectives, SumsMoveBehindReductions) {
  std::string text = optimised(header + "(%a: tensor<4x8xf32>) -> tensor<4xf32> {\n" +
                               all_reduce("%0", "%a", "4x8xf32") +
                               R"(    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
    return %1 : tensor<4xf32>
  }
})");
  EXPECT_NE(text.find("(tensor<4xf32>) -> tensor<4xf32>"), std::string::npos) << text;
}

TEST(Collectives, SumsMoveBehindProductsWithWhatAllShare) {
  auto program = [](const std::string &sharding) {
    return optimised(
        header +
        R"((%a: tensor<16x8xf32>, %w: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {)" +
        sharding + "}]>}) -> tensor<16x2xf32> {\n" + all_reduce("%0", "%a", "16x8xf32") +
        R"(    %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x2xf32>) -> tensor<16x2xf32>
    return %1 : tensor<16x2xf32>
  }
})");
  };
  EXPECT_NE(program("").find("(tensor<16x2xf32>) -> tensor<16x2xf32>"), std::string::npos);
  EXPECT_NE(program("\"y\"").find("(tensor<16x2xf32>) -> tensor<16x2xf32>"), std::string::npos);
  // Those who add up over x have different columns of w.
  EXPECT_EQ(program("\"x\"").find("(tensor<16x2xf32>) -> tensor<16x2xf32>"), std::string::npos);
}

TEST(Collectives, SumOverMoreThanIsKept) {
  // Summed over both axes and split over one: a reduce_scatter over that one, then a sum of the
  // parts over the other.
  std::string text = expect_same(R"(module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}, %b: tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
})");
  EXPECT_EQ(count(text, "\"stablehlo.reduce_scatter\""), 1) << text;
  EXPECT_EQ(count(text, "\"stablehlo.all_reduce\""), 1) << text;
  EXPECT_NE(text.find("(tensor<2x4xf32>) -> tensor<2x4xf32>"), std::string::npos) << text;
}

// Resharding.

std::string reshard(const std::string &from, const std::string &to,
                    const std::string &type = "8x8xf32") {
  return expect_same(
      "module {\n  sdy.mesh @mesh = <[\"x\"=4, \"y\"=2]>\n  func.func @main(%a: tensor<" + type +
      "> {sdy.sharding = #sdy.sharding<@mesh, [" + from + "]>}) -> (tensor<" + type +
      "> {sdy.sharding = #sdy.sharding<@mesh, [" + to + "]>}) {\n    return %a : tensor<" + type +
      ">\n  }\n}");
}

struct Route {
  const char *from, *to, *collective;
};

TEST(Reshard, TakesTheCheapestRoute) {
  const Route routes[] = {
      {R"({"x"}, {})", "{}, {}", "all_gather"},
      {R"({"x"}, {})", R"({}, {"x"})", "all_to_all"},
      {R"({"x", "y"}, {})", R"({"y", "x"}, {})", "collective_permute"},
      {R"({"x"}, {"y"})", R"({"x", "y"}, {})", "all_to_all"},
      {R"({"y"}, {})", R"({"y", "x"}, {})", ""},
      {"{}, {}", R"({"x"}, {"y"})", ""},
  };
  for (const Route &route : routes) {
    std::string text = reshard(route.from, route.to);
    int all = 0;
    for (const char *op :
         {"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute"})
      all += count(text, std::string("\"stablehlo.") + op + "\"");
    EXPECT_EQ(all, *route.collective ? 1 : 0) << text;
    if (*route.collective)
      EXPECT_EQ(count(text, std::string("\"stablehlo.") + route.collective + "\""), 1) << text;
  }
}

TEST(Reshard, AMajorAxisLeavesByAPermutation) {
  std::string text = reshard(R"({"x", "y"}, {})", R"({"y"}, {})");
  EXPECT_EQ(count(text, "\"stablehlo.collective_permute\""), 1) << text;
  EXPECT_EQ(count(text, "\"stablehlo.all_gather\""), 1) << text;
}

TEST(Reshard, EveryPairOfLayouts) {
  const char *layouts[] = {"{}, {}",
                           R"({"x"}, {})",
                           R"({}, {"x"})",
                           R"({"y"}, {"x"})",
                           R"({"x"}, {"y"})",
                           R"({"x", "y"}, {})",
                           R"({"y", "x"}, {})",
                           R"({}, {"x", "y"})",
                           R"({"y"}, {})",
                           R"({"x":(2)2, "y"}, {})",
                           R"({"x":(1)2}, {"x":(2)2})"};
  for (const char *from : layouts)
    for (const char *to : layouts)
      reshard(from, to);
}

// Which devices hold the same.

schedule::Sharing sharing_of(const std::string &text, unsigned result = 0) {
  auto program = parse(text);
  if (!program)
    return {};
  auto main = program->module->lookupSymbol<mlir::func::FuncOp>("main");
  Varying varying(main);
  return varying.of(main.getBody().front().getTerminator()->getOperand(result));
}

using Groups = std::vector<int32_t>;
const Groups same = {0, 0, 0, 0, 0, 0, 0, 0}, alone = {0, 1, 2, 3, 4, 5, 6, 7},
             by_x = {0, 0, 1, 1, 2, 2, 3, 3}, by_y = {0, 1, 0, 1, 0, 1, 0, 1};

TEST(Varying, ArgumentsAsTheirShardingsSay) {
  std::string text =
      header +
      R"((%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %c: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %0 = stablehlo.add %a, %b : tensor<4xf32>
    %1 = stablehlo.add %b, %b : tensor<4xf32>
    %2 = stablehlo.add %0, %c : tensor<4xf32>
    return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
})";
  EXPECT_EQ(sharing_of(text, 0).group, by_x);
  EXPECT_EQ(sharing_of(text, 1).group, same);
  EXPECT_EQ(sharing_of(text, 2).group, alone);
}

TEST(Varying, CollectivesMakeTheSame) {
  std::string argument =
      R"((%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> tensor<4xf32> {
)";
  std::string end = "    return %0 : tensor<4xf32>\n  }\n}";
  EXPECT_EQ(sharing_of(header + argument + all_reduce("%0", "%a", "4xf32") + end).group, by_y);
  EXPECT_EQ(sharing_of(header + argument +
                       all_reduce("%0", "%a", "4xf32", "[[0, 1, 2, 3, 4, 5, 6, 7]]", "1x8") + end)
                .group,
            same);
  // Groups that are no product of axes.
  EXPECT_EQ(sharing_of(header + argument +
                       all_reduce("%0", "%a", "4xf32", "[[0, 7], [1, 2], [3, 4], [5, 6]]", "4x2") +
                       end)
                .group,
            (Groups{0, 1, 1, 2, 2, 3, 3, 0}));
}

TEST(Varying, GroupsThatHadTheSameStayTheSame) {
  // %a differs along x alone, so both groups of an all_reduce over x had the same.
  std::string text =
      header +
      R"((%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
)" + all_reduce("%0", "%a", "4xf32") +
      "    return %0 : tensor<4xf32>\n  }\n}";
  EXPECT_EQ(sharing_of(text).group, same);
}

TEST(Varying, PermutationsCarryTheSharingAlong) {
  std::string text =
      header +
      R"((%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
    %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 2], [1, 3], [2, 4], [3, 5], [4, 6], [5, 7], [6, 0], [7, 1]]> : tensor<8x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
})";
  EXPECT_EQ(sharing_of(text).group, by_x);
}

TEST(Varying, PlacesAreWorkedOutForEachDevice) {
  std::string text = header + R"((%a: tensor<8xf32>) -> (tensor<2xf32>, tensor<ui32>) {
    %id = stablehlo.partition_id : tensor<ui32>
    %two = stablehlo.constant dense<2> : tensor<ui32>
    %x = stablehlo.divide %id, %two : tensor<ui32>
    %at = stablehlo.multiply %x, %two : tensor<ui32>
    %0 = stablehlo.dynamic_slice %a, %at, sizes = [2] : (tensor<8xf32>, tensor<ui32>) -> tensor<2xf32>
    return %0, %id : tensor<2xf32>, tensor<ui32>
  }
})";
  EXPECT_EQ(sharing_of(text, 0).group, by_x);
  EXPECT_EQ(sharing_of(text, 1).group, alone);
}

std::string loop(const std::string &limit) {
  return header +
         R"((%n: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4xf32>, tensor<4xf32>, tensor<i32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %id = stablehlo.partition_id : tensor<ui32>
    %place = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %w:4 = stablehlo.while(%k = %zero, %u = %a, %v = %a, %s = %b) : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    cond {
      %go = stablehlo.compare LT, %k, )" +
         limit + R"( : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %next = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %next, %v, %s, %s : tensor<i32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
    }
    return %w#1, %w#3, %w#0 : tensor<4xf32>, tensor<4xf32>, tensor<i32>
  }
})";
}

TEST(Varying, LoopsReachAFixpoint) {
  EXPECT_EQ(sharing_of(loop("%n"), 0).group, by_x); // From %s by way of %v.
  EXPECT_EQ(sharing_of(loop("%n"), 2).group, same);
}

TEST(Varying, LoopsOfDifferentLengthDiffer) {
  EXPECT_EQ(sharing_of(loop("%place"), 2).group, alone);
}

} // namespace
} // namespace brigade::compiler::testing
