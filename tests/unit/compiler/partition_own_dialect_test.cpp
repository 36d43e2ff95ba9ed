#include "partition_testing.h"

#include "compiler/partition/partition.h"
#include "compiler/propagate/propagate.h"
#include "ir/factors/factor_rule.h"
#include "ir/parse.h"

#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

/// An operation that the compiler has never heard of partitions by its factor rule alone.
namespace brigade::compiler::testing {
namespace {

/// test.contract %a[i, k], %b[k, j] -> [i, j], a sum over k.
ir::FactorRule contract(mlir::Operation *op) {
  auto a = ir::shape_of(op->getOperand(0)), b = ir::shape_of(op->getOperand(1));
  ir::RuleBuilder rule(op);
  rule.add({0, ir::RuleBuilder::none}, {0}, a[0]);
  rule.add({ir::RuleBuilder::none, 1}, {1}, b[1]);
  rule.add({1, 0}, {ir::RuleBuilder::none}, a[1], ir::FactorKind::Reduction);
  rule.rule.combiner = rule.rule.filler = ir::Combiner::Sum;
  return rule.rule;
}

TEST(PartitionOwnDialect, ByItsFactorRuleAlone) {
  ir::FactorRules rules = ir::factor_rules();
  rules.add("test.contract", contract);
  auto program = parse(R"(module {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x32xf32> {
    %0 = "test.contract"(%a, %b) {kind = "sum"} : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    %1 = stablehlo.tanh %0 : tensor<8x32xf32>
    return %1 : tensor<8x32xf32>
  }})");
  ASSERT_TRUE(program);
  ASSERT_TRUE(run_phases(*program, rules));
  std::string text = ir::print_module(*program->module);
  EXPECT_NE(
      text.find(
          R"("test.contract"(%arg0, %arg1) {kind = "sum"} : (tensor<2x8xf32>, tensor<8x32xf32>) -> tensor<2x32xf32>)"),
      std::string::npos)
      << text;
  EXPECT_EQ(count(text, "stablehlo.all_reduce\""), 1) << text;
  EXPECT_NE(text.find("stablehlo.tanh %1 : tensor<2x32xf32>"), std::string::npos) << text;
}

/// What an operation is called decides nothing there: no class or name of one appears in
/// propagation or in the generic rewrite.
TEST(PartitionOwnDialect, NoOperationIsNamedInTheGenericParts) {
  namespace fs = std::filesystem;
  fs::path compiler = fs::path(__FILE__).parent_path() / "../../../src/compiler";
  std::vector<fs::path> files;
  for (const auto &entry : fs::directory_iterator(compiler / "propagate"))
    files.push_back(entry.path());
  for (const char *name : {"choose.cpp", "reshard.cpp", "splitter.cpp", "partition.cpp"})
    files.push_back(compiler / "partition" / name);
  ASSERT_GT(files.size(), 8u);
  for (const fs::path &file : files) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    ASSERT_FALSE(text.str().empty()) << file;
    EXPECT_EQ(count(text.str(), "stablehlo::"), 0) << file;
    EXPECT_EQ(count(text.str(), "chlo::"), 0) << file;
    EXPECT_EQ(count(text.str(), "\"stablehlo."), 0) << file;
  }
}

} // namespace
} // namespace brigade::compiler::testing
