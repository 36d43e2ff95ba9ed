#include "emit_cases.h"

#include "ir/dialects.h"
#include "ir/parse.h"
#include "ir/types.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

/// Every operation that the compiler emits, on every element type it takes, against the
/// interpreter.
namespace brigade::compiler::testing {
namespace {

using std::string;

std::vector<EmitGroup> groups() {
  std::vector<EmitGroup> all = elementwise_groups();
  for (const EmitGroup &group : array_groups())
    all.push_back(group);
  return all;
}

class EmitOperations : public ::testing::TestWithParam<EmitGroup> {};

TEST_P(EmitOperations, AgreeWithTheInterpreter) {
  EmitCases cases;
  GetParam().add(cases);
  for (const EmitCase &c : cases.all())
    expect_compiled(c.text, c.arguments, c.within);
}

INSTANTIATE_TEST_SUITE_P(Groups, EmitOperations, ::testing::ValuesIn(groups()),
                         [](const auto &info) { return string(info.param.name); });

TEST(EmitOperations, UnknownOperationIsNamed) {
  string error = compile_error(R"(func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    %r = stablehlo.custom_call @mystery(%a) : (tensor<4xf32>) -> tensor<4xf32>
    return %r : tensor<4xf32> })");
  EXPECT_NE(error.find("stablehlo.custom_call"), string::npos) << error;
}

/// What is no kernel's or no step's on one device, and where it is tested.
const std::set<string> without_case = {
    // Import takes these apart: tests/lit/import.
    "stablehlo.composite", "stablehlo.custom_call",
    // Between devices: memory_plan_test.cpp and tests of the runtime.
    "stablehlo.all_gather", "stablehlo.all_reduce", "stablehlo.all_to_all",
    "stablehlo.collective_broadcast", "stablehlo.collective_permute", "stablehlo.reduce_scatter",
    "stablehlo.partition_id", "stablehlo.replica_id"};

/// The element types of operands and results, by operation.
using Covered = std::map<string, std::set<string>>;

void collect(mlir::ModuleOp module, Covered &covered) {
  module.walk([&](mlir::Operation *op) {
    std::set<string> &types = covered[op->getName().getStringRef().str()];
    auto add = [&](mlir::Type type) {
      if (auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type))
        types.insert(string(dtype_name(ir::dtype_of(tensor.getElementType()))));
    };
    llvm::for_each(op->getOperandTypes(), add);
    llvm::for_each(op->getResultTypes(), add);
  });
}

string replaced(string text, const string &from, const string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != string::npos; at += to.size())
    text.replace(at, from.size(), to);
  return text;
}

/// Whether the text with one element type in place of another is a program.
bool accepts(const string &text, const string &from, const string &to) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  ir::load_dialects(context);
  ir::Problem problem;
  string other = replaced(text, "x" + from + ">", "x" + to + ">");
  return succeeded(
      ir::parse_module(replaced(other, "<" + from + ">", "<" + to + ">"), context, problem));
}

/// Whatever type the verifier takes in the place of one that has a case must have a case too.
TEST(EmitCases, HaveEveryOperationOnEveryType) {
  Covered covered;
  std::map<string, std::pair<string, string>> example; // A text by its operation, and a type in it.
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  ir::load_dialects(context);
  for (const EmitGroup &group : groups()) {
    EmitCases cases;
    group.add(cases);
    for (const EmitCase &c : cases.all()) {
      ir::Problem problem;
      auto module = ir::parse_module(c.text, context, problem);
      ASSERT_TRUE(succeeded(module)) << problem.text() << c.text;
      collect(**module, covered);
      auto main = (*module)->lookupSymbol<mlir::func::FuncOp>("main");
      if (main.getBody().front().getOperations().size() != 2 || main.getNumArguments() == 0)
        continue;
      mlir::Operation &op = main.getBody().front().front();
      for (const string type : {"f32", "i32"})
        if (c.text.find("x" + type + ">") != string::npos)
          example.try_emplace(op.getName().getStringRef().str(), c.text, type);
    }
  }
  for (mlir::RegisteredOperationName op : context.getRegisteredOperations()) {
    string name = op.getStringRef().str();
    if (op.getDialectNamespace() == "stablehlo" || op.getDialectNamespace() == "chlo")
      EXPECT_NE(covered.contains(name), without_case.contains(name)) << name;
  }
  for (const auto &[name, text] : example)
    for (const string &type : all_types)
      if (accepts(text.first, text.second, type))
        EXPECT_TRUE(covered[name].contains(string(dtype_name(dtype_of_name(type)))))
            << name << " of " << type;
  EXPECT_GT(example.size(), 60u);
}

} // namespace
} // namespace brigade::compiler::testing
