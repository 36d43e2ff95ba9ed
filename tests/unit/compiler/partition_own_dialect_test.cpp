#include "partition_testing.h"

#include "compiler/partition/partition.h"
#include "compiler/propagate/propagate.h"
#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"
#include "ir/parse.h"
#include "reference/interpreter.h"

#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

/// An operation that the compiler has never heard of partitions by its factor rule alone. That the
/// generic parts name none is checked by tests/structure.
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

/// Puts what it means in the place of test.contract.
void lower(TestProgram &program) {
  program.module->walk([](mlir::Operation *op) {
    if (op->getName().getStringRef() != "test.contract")
      return;
    mlir::OpBuilder builder(op);
    auto dot = builder.create<stablehlo::DotGeneralOp>(
        op->getLoc(), op->getResult(0).getType(), op->getOperand(0), op->getOperand(1),
        llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>(), llvm::ArrayRef<int64_t>{1},
        llvm::ArrayRef<int64_t>{0});
    op->replaceAllUsesWith(dot);
    op->erase();
  });
}

/// Each dimension of each operand and of the result over each axis and over both.
TEST(PartitionOwnDialect, ComputesWhatOneDeviceComputes) {
  ir::FactorRules rules = ir::factor_rules();
  rules.add("test.contract", contract);
  for (int which : {0, 1, 2})
    for (const char *dims :
         {R"({"x"}, {})", R"({}, {"x"})", R"({"y"}, {})", R"({}, {"y"})", R"({"x"}, {"y"})",
          R"({"y"}, {"x"})", R"({"x", "y"}, {})", R"({}, {"y", "x"})"}) {
      SCOPED_TRACE(std::to_string(which) + dims);
      auto sharded = [&](int i) {
        return i == which ? " {sdy.sharding = #sdy.sharding<@mesh, [" + std::string(dims) + "]>}"
                          : "";
      };
      const std::string text = "sdy.mesh @mesh = <[\"x\"=4, \"y\"=2]>\nfunc.func @main("
                               "%a: tensor<8x16xf32>" +
                               sharded(0) + ", %b: tensor<16x32xf32>" + sharded(1) +
                               ") -> (tensor<8x32xf32>" + sharded(2) + R"() {
    %0 = "test.contract"(%a, %b) : (tensor<8x16xf32>, tensor<16x32xf32>) -> tensor<8x32xf32>
    return %0 : tensor<8x32xf32>
  })";
      auto whole = parse(text), parts = parse(text);
      ASSERT_TRUE(whole && parts);
      lower(*whole);
      std::vector<Literal> arguments = random_arguments(*whole->module);
      auto expected = reference::interpret(*whole->module, "main", arguments);
      ASSERT_TRUE(succeeded(expected)) << whole->problems;
      ASSERT_TRUE(run_phases(*parts, rules));
      lower(*parts);
      ASSERT_TRUE(expect_parts(*parts, arguments, *expected));
    }
}

} // namespace
} // namespace brigade::compiler::testing
