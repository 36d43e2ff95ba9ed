#include "cases.h"

#include "ir/dialects.h"
#include "transforms/transforms.h"

#include <gtest/gtest.h>

#include <set>

/// No operation without a decision: it has rules, or stands here with the reason.
namespace brigade::test {
namespace {

// Terminators and symbols; bodies of the compiler; calls into what the program does not define.
const std::set<std::string> no_values = {"sdy.mesh", "sdy.return", "stablehlo.return",
                                         "brigade.fusion", "stablehlo.custom_call"};
// No operands, so nothing to map.
const std::set<std::string> no_operands = {"stablehlo.constant", "stablehlo.iota",
                                           "stablehlo.partition_id", "stablehlo.replica_id"};
// Their transpose is known only for the sum that jvp leaves.
const std::set<std::string> linear = {"func.call",
                                      "stablehlo.add",
                                      "stablehlo.subtract",
                                      "stablehlo.negate",
                                      "stablehlo.multiply",
                                      "stablehlo.divide",
                                      "stablehlo.select",
                                      "stablehlo.convert",
                                      "stablehlo.reduce_precision",
                                      "stablehlo.broadcast_in_dim",
                                      "stablehlo.reshape",
                                      "stablehlo.transpose",
                                      "stablehlo.slice",
                                      "stablehlo.reverse",
                                      "stablehlo.pad",
                                      "stablehlo.concatenate",
                                      "stablehlo.reduce",
                                      "stablehlo.dot_general",
                                      "stablehlo.gather",
                                      "stablehlo.scatter",
                                      "stablehlo.dynamic_slice",
                                      "stablehlo.dynamic_update_slice",
                                      "stablehlo.while",
                                      "stablehlo.optimization_barrier",
                                      "stablehlo.all_reduce",
                                      "stablehlo.all_gather",
                                      "stablehlo.reduce_scatter",
                                      "stablehlo.all_to_all",
                                      "stablehlo.collective_permute",
                                      "stablehlo.collective_broadcast",
                                      "sdy.sharding_constraint",
                                      "sdy.reshard",
                                      "sdy.manual_computation",
                                      "brigade.psum",
                                      "brigade.pvary",
                                      "brigade.all_gather",
                                      "brigade.reduce_scatter",
                                      "brigade.ppermute",
                                      "brigade.all_to_all"};

TEST(Rules, EveryOperationIsDecided) {
  Program program("func.func @main() { return }");
  auto names = transforms::rule_names();
  int checked = 0;
  for (mlir::RegisteredOperationName op : program.context()->getRegisteredOperations()) {
    std::string dialect = op.getDialectNamespace().str(), name = op.getStringRef().str();
    if (dialect != "stablehlo" && dialect != "chlo" && dialect != "sdy" && dialect != "brigade")
      continue;
    ++checked;
    if (no_values.contains(name)) {
      EXPECT_FALSE(names.contains(name)) << name;
      continue;
    }
    const transforms::RuleNames &rules = names[name];
    EXPECT_TRUE(rules.jvp || rules.zero_tangent) << name << " has no derivative rule";
    EXPECT_TRUE(rules.batch || no_operands.contains(name)) << name << " has no batching rule";
  }
  EXPECT_GT(checked, 80);
}

TEST(Rules, EveryLinearOperationHasATranspose) {
  auto names = transforms::rule_names();
  for (const std::string &name : linear)
    EXPECT_TRUE(names[name].transpose) << name;
}

/// The operations in the programs of these cases.
std::set<std::string> operations_of(const std::vector<GradientCase> &cases) {
  std::set<std::string> names;
  for (const GradientCase &c : cases) {
    Program program(c.text);
    if (!program.ok()) {
      ADD_FAILURE() << c.name << ": " << program.diagnostics();
      continue;
    }
    program.module()->walk(
        [&](mlir::Operation *op) { names.insert(op->getName().getStringRef().str()); });
  }
  return names;
}

/// A rule that no case runs could be anything: each is in a program of the tables that
/// gradients_test.cpp and batching_test.cpp go through.
TEST(Rules, EveryRuleHasACase) {
  std::vector<GradientCase> twice, reversed;
  for (const GradientCase &c : all_cases()) {
    if (c.order >= 2 || (c.order == 1 && !c.reverse)) // Forward mode takes one derivative.
      twice.push_back(c);
    if (c.order >= 1 && c.reverse)
      reversed.push_back(c);
  }
  std::set<std::string> in_derivatives = operations_of(twice),
                        in_transposes = operations_of(reversed),
                        in_batches = operations_of(joined({all_cases(), integer_cases()}));
  for (const auto &[name, rules] : transforms::rule_names()) {
    // Over named axes: named_collectives_test.cpp.
    if (llvm::StringRef(name).starts_with("brigade.") && name != "brigade.stop_gradient")
      continue;
    if (rules.jvp)
      EXPECT_TRUE(in_derivatives.contains(name)) << name << " has a derivative and no case";
    if (rules.transpose)
      EXPECT_TRUE(in_transposes.contains(name)) << name << " has a transpose and no case";
    if (rules.batch)
      EXPECT_TRUE(in_batches.contains(name)) << name << " has a batching rule and no case";
    if (rules.zero_tangent)
      EXPECT_TRUE(in_batches.contains(name) || no_operands.contains(name))
          << name << " has no tangent and no case";
  }
}

} // namespace
} // namespace brigade::test
