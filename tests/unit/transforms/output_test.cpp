#include "support/program.h"

#include "ir/locations.h"
#include "transforms/transforms.h"

#include <gtest/gtest.h>

#include <set>

/// What the functions that transforms write look like: locations, residuals, nothing left behind.
namespace brigade::test {
namespace {

using mlir::func::FuncOp;

const char *layers = R"(
func.func private @unused(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @layer(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> loc("model.cpp":10:1)
  %zero = stablehlo.constant dense<0.0> : tensor<4x8xf32> loc("model.cpp":11:1)
  %z = stablehlo.maximum %y, %zero : tensor<4x8xf32> loc("model.cpp":11:1)
  return %z : tensor<4x8xf32>
}
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %a = call @layer(%x, %w) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> loc("model.cpp":20:1)
  %b = call @layer(%a, %w) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32> loc("model.cpp":21:1)
  return %b : tensor<4x8xf32>
})";

std::set<std::string> function_names(mlir::ModuleOp module) {
  std::set<std::string> names;
  for (FuncOp f : module.getOps<FuncOp>())
    names.insert(f.getName().str());
  return names;
}

TEST(Output, HoldsOnlyWhatIsReached) {
  Program program(layers);
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  ASSERT_TRUE(succeeded(transforms::vjp(program.function(), {true, true})));
  EXPECT_EQ(function_names(program.module()),
            (std::set<std::string>{"unused", "layer", "main", "main.vjp", "layer.jvp.known",
                                   "layer.jvp.linear.transpose"}));
}

TEST(Output, IsTheSameEachTime) {
  Program first(layers), second(layers);
  for (Program *program : {&first, &second}) {
    ASSERT_TRUE(succeeded(transforms::vjp_split(program->function(), {true, true})));
    ASSERT_TRUE(succeeded(transforms::batch(program->function(), {0, std::nullopt}, {0}, 3)));
  }
  EXPECT_EQ(first.text(), second.text());
}

TEST(Output, NamesTheLineItDerivesFrom) {
  Program program(layers);
  FuncOp f = program.function("layer");
  auto derived = {transforms::jvp(f, {true, true}), transforms::vjp(f, {true, true}),
                  transforms::batch(f, {0, 0}, {0}, 3)};
  for (const auto &g : derived) {
    ASSERT_TRUE(succeeded(g)) << program.diagnostics();
    mlir::FailureOr<FuncOp> copy = g;
    copy->walk([](mlir::Operation *op) {
      if (op->getDialect()->getNamespace() == "stablehlo")
        EXPECT_TRUE((std::set<std::string>{"model.cpp:10", "model.cpp:11"}.contains(
            ir::location_text(op->getLoc()))))
            << op->getName().getStringRef().str();
    });
  }
}

/// The types of what the first function keeps for the second.
std::vector<std::string> residuals(const std::string &text, llvm::ArrayRef<bool> wrt) {
  Program program(text);
  EXPECT_TRUE(program.ok()) << program.diagnostics();
  auto split = transforms::vjp_split(program.function(), wrt);
  EXPECT_TRUE(succeeded(split)) << program.diagnostics();
  std::vector<std::string> types;
  for (mlir::Type type :
       split->forward.getResultTypes().drop_front(program.function().getNumResults())) {
    types.emplace_back();
    llvm::raw_string_ostream(types.back()) << type;
  }
  return types;
}

// A relu's mask is computed again from what is kept anyway; a bias is not kept at all.
TEST(Residuals, AreFew) {
  EXPECT_EQ(residuals(R"(
func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0]
      : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %z = stablehlo.add %y, %bias : tensor<4x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zeros = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %r = stablehlo.maximum %z, %zeros : tensor<4x8xf32>
  return %r : tensor<4x8xf32>
})",
                      {true, true, true}),
            (std::vector<std::string>{"tensor<4x8xf32>", "tensor<8x8xf32>", "tensor<4x8xf32>"}));
}

// tanh's coefficient comes from its result, which is kept once.
TEST(Residuals, AreShared) {
  EXPECT_EQ(residuals(R"(
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = stablehlo.tanh %x : tensor<4xf32>
  %z = stablehlo.multiply %y, %y : tensor<4xf32>
  return %z : tensor<4xf32>
})",
                      {true}),
            (std::vector<std::string>{"tensor<4xf32>"}));
}

// What does not lead to wrt leaves nothing.
TEST(Residuals, OfLinearFunctionsAreNone) {
  EXPECT_EQ(residuals(R"(
func.func @main(%x: tensor<4xf32>, %n: tensor<4xf32>) -> tensor<4xf32> {
  %s = stablehlo.sine %n : tensor<4xf32>
  %y = stablehlo.add %x, %s : tensor<4xf32>
  return %y : tensor<4xf32>
})",
                      {true, false}),
            std::vector<std::string>());
}

} // namespace
} // namespace brigade::test
