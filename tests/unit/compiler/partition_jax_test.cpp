#include "partition_testing.h"

#include <gtest/gtest.h>

/// Programs as JAX prints them, over a mesh of 4 x 2 devices. What each must send was compared with
/// what XLA inserts.
namespace brigade::compiler::testing {
namespace {

int collectives(const std::string &text) {
  int n = 0;
  for (const char *op :
       {"all_reduce", "all_gather", "reduce_scatter", "all_to_all", "collective_permute"})
    n += count(text, std::string("\"stablehlo.") + op + "\"");
  return n;
}

TEST(PartitionJax, MegatronTrainingStep) {
  std::string text = expect_same(read_program("mlp_megatron"));
  // The sum of the second product over the model axis; loss and gradients over the data axis
  // together.
  EXPECT_EQ(count(text, "\"stablehlo.all_reduce\""), 2) << text;
  EXPECT_EQ(collectives(text), 2) << text;
}

TEST(PartitionJax, DataParallelGradientsAreOneAllReduce) {
  std::string text = expect_same(read_program("mlp_data_parallel"));
  EXPECT_EQ(collectives(text), 1) << text;
  EXPECT_NE(text.find("replica_groups = dense<[[0, 1, 2, 3, 4, 5, 6, 7]]>"), std::string::npos)
      << text;
}

TEST(PartitionJax, ShardedUpdatesScatterTheirGradients) {
  std::string text = expect_same(read_program("mlp_sharded_updates"));
  EXPECT_EQ(count(text, "\"stablehlo.reduce_scatter\""), 4) << text;
  EXPECT_EQ(collectives(text), 4) << text;
}

TEST(PartitionJax, AttentionBySplitHeadsNeedsOneAllReduce) {
  std::string text = expect_same(read_program("attention"));
  EXPECT_EQ(count(text, "\"stablehlo.all_reduce\""), 1) << text;
  EXPECT_EQ(collectives(text), 1) << text;
}

TEST(PartitionJax, Classifier) {
  std::string text = expect_same(read_program("classifier"));
  EXPECT_EQ(count(text, "\"stablehlo.all_reduce\""), 2) << text;
  EXPECT_EQ(collectives(text), 2) << text;
}

TEST(PartitionJax, EmbeddingTableStaysSplit) {
  std::string text = expect_same(read_program("embedding"));
  EXPECT_EQ(text.find("tensor<32x8xf32>"), text.find("tensor<32x8xf32> {jax.result_info")) << text;
}

TEST(PartitionJax, Scan) { expect_same(read_program("scan")); }

TEST(PartitionJax, RandomNumbersAreMadeInPlace) {
  std::string text = expect_same(read_program("random_uniform"), {}, {0, 0});
  EXPECT_EQ(collectives(text), 0) << text;
}

TEST(PartitionJax, LayerNormOverASplitDimension) {
  std::string text = expect_same(read_program("layer_norm"));
  EXPECT_EQ(collectives(text), 2) << text;
}

TEST(PartitionJax, AttentionOverASplitSequenceGathersKeysAndValues) {
  std::string text = expect_same(read_program("seq_attention"));
  EXPECT_EQ(count(text, "\"stablehlo.all_gather\""), 2) << text;
  EXPECT_EQ(collectives(text), 2) << text;
}

TEST(PartitionJax, DifferencesOfNeighboursSendTheEdges) {
  std::string text = expect_same(read_program("shift"));
  EXPECT_EQ(count(text, "\"stablehlo.collective_permute\""), 1) << text;
  EXPECT_NE(text.find("(tensor<1x8xf32>) -> tensor<1x8xf32>"), std::string::npos) << text;
  EXPECT_EQ(collectives(text), 2) << text;
}

TEST(PartitionJax, HalvesOfASplitDimensionArePermuted) {
  std::string text = expect_same(read_program("glu_fused"), {}, {1e-5, 1e-5});
  EXPECT_EQ(count(text, "\"stablehlo.all_gather\""), 0) << text;
}

TEST(PartitionJax, NormsAndExtremes) { expect_same(read_program("norms")); }

TEST(PartitionJax, RecurrentNetwork) { expect_same(read_program("lstm_dp")); }

// Training steps of transformers with Adam, in f64.
TEST(PartitionJax, TransformerByTensorParallelism) {
  std::string text = expect_same(read_program("gpt_tensor_parallel"), {}, {1e-9, 1e-9});
  EXPECT_EQ(count(text, "\"stablehlo.collective_permute\""), 0) << text;
  EXPECT_EQ(count(text, "\"stablehlo.all_to_all\""), 0) << text;
}

TEST(PartitionJax, TransformerWithShardedParameters) {
  std::string text = expect_same(read_program("gpt_sharded_parameters"), {}, {1e-9, 1e-9});
  EXPECT_GT(count(text, "\"stablehlo.all_gather\""), 0) << text;
  EXPECT_GT(count(text, "\"stablehlo.reduce_scatter\""), 0) << text;
}

TEST(PartitionJax, GradientThroughAScanOverShardedLayers) {
  expect_same(read_program("sharded_scan_gradient"), {}, {1e-9, 1e-9});
}

TEST(PartitionJax, ShardMapKeepsItsCollectives) {
  std::string text = expect_same(read_program("shard_map"));
  EXPECT_EQ(collectives(text), 5) << text;
  EXPECT_EQ(count(text, "manual_computation"), 0) << text;
}

TEST(PartitionJax, ShardMapOverSomeAxes) {
  std::string text = expect_same(read_program("shard_map_partial"));
  EXPECT_EQ(collectives(text), 1) << text;
  EXPECT_EQ(count(text, "sharding_constraint"), 0) << text;
}

} // namespace
} // namespace brigade::compiler::testing
