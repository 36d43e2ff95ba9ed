#include "partition_testing.h"

#include <gtest/gtest.h>

/// Whole programs: a network forwards, and a training step, under shardings that people use.
namespace brigade::compiler::testing {
namespace {

/// tanh(x w1 + b1) w2 + b2: the shardings of x, w1, b1, w2, b2 and the result, in that order.
std::string forward(const std::string &mesh, const std::vector<std::string> &s) {
  auto arg = [&](const std::string &name, const std::string &type, const std::string &sharding) {
    return name + ": tensor<" + type + ">" +
           (sharding.empty() ? "" : " {sdy.sharding = #sdy.sharding<@mesh, [" + sharding + "]>}");
  };
  return "module @net {\n" + mesh + "\nfunc.func public @main(" + arg("%x", "16x8xf32", s[0]) +
         ", " + arg("%w1", "8x32xf32", s[1]) + ", " + arg("%b1", "32xf32", s[2]) + ", " +
         arg("%w2", "32x8xf32", s[3]) + ", " + arg("%b2", "8xf32", s[4]) + ") -> " +
         (s[5].empty() ? "tensor<16x8xf32>" : "(" + arg("", "16x8xf32", s[5]).substr(2) + ")") +
         R"( {
    %0 = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<16x8xf32>, tensor<8x32xf32>) -> tensor<16x32xf32>
    %1 = stablehlo.broadcast_in_dim %b1, dims = [1] : (tensor<32xf32>) -> tensor<16x32xf32>
    %2 = stablehlo.add %0, %1 : tensor<16x32xf32>
    %3 = stablehlo.tanh %2 : tensor<16x32xf32>
    %4 = stablehlo.dot_general %3, %w2, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x8xf32>) -> tensor<16x8xf32>
    %5 = stablehlo.broadcast_in_dim %b2, dims = [1] : (tensor<8xf32>) -> tensor<16x8xf32>
    %6 = stablehlo.add %4, %5 : tensor<16x8xf32>
    return %6 : tensor<16x8xf32>
  }
})";
}

const char *four_by_two = R"(sdy.mesh @mesh = <["data"=4, "model"=2]>)";

TEST(PartitionNetwork, ColumnThenRowSplitNeedsOneAllReduce) {
  std::string text =
      expect_same(forward(four_by_two, {R"({"data"}, {})", R"({}, {"model"})", R"({"model"})",
                                        R"({"model"}, {})", "{}", R"({"data"}, {})"}));
  EXPECT_EQ(count(text, "stablehlo.all_reduce"), 1) << text;
  EXPECT_EQ(count(text, "stablehlo.all_gather"), 0) << text;
  EXPECT_EQ(count(text, "stablehlo.collective_permute"), 0) << text;
  EXPECT_EQ(count(text, "stablehlo.all_to_all"), 0) << text;
  EXPECT_NE(text.find(R"(brigade.reason = "contracting dimension split over \22model\22")"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("replica_groups = dense<[[0, 1], [2, 3], [4, 5], [6, 7]]>"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("use_global_device_ids"), std::string::npos) << text;
  EXPECT_NE(text.find("mhlo.num_partitions = 8"), std::string::npos) << text;
}

TEST(PartitionNetwork, DataParallelForwardSendsNothing) {
  std::string text =
      expect_same(forward(four_by_two, {R"({"data", "model"}, {})", "", "", "", "", ""}));
  EXPECT_EQ(count(text, "replica_groups"), 0) << text;
  EXPECT_NE(text.find("tensor<2x8xf32>"), std::string::npos) << text;
}

TEST(PartitionNetwork, BiasIsAddedOnceAfterTheSum) {
  std::string text = expect_same(
      forward(four_by_two, {"{}, {}", "{}, {}", "{}", R"({"model"}, {})", "{}", "{}, {}"}));
  size_t sum = text.rfind("stablehlo.all_reduce"), bias = text.rfind("stablehlo.add %");
  ASSERT_NE(sum, std::string::npos);
  EXPECT_GT(bias, sum) << text;
}

} // namespace
} // namespace brigade::compiler::testing
