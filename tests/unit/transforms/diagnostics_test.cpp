#include "support/program.h"

#include "transforms/transforms.h"

/// What a program that cannot be transformed is told, and that nothing is left behind in the
/// module.
namespace brigade::test {
namespace {

using namespace transforms;

void expect_refusal(const std::string &text, const std::string &message,
                    bool (*transform)(mlir::func::FuncOp)) {
  Program program(text);
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  std::string before = program.text();
  EXPECT_FALSE(transform(program.function()));
  std::string diagnostics = program.diagnostics();
  EXPECT_NE(diagnostics.find(message), std::string::npos) << diagnostics;
  EXPECT_EQ(before, program.text());
}

bool forward(mlir::func::FuncOp f) {
  return succeeded(jvp(f, llvm::SmallVector<bool>(f.getNumArguments(), true)));
}
bool backward(mlir::func::FuncOp f) {
  return succeeded(vjp(f, llvm::SmallVector<bool>(f.getNumArguments(), true)));
}
bool in_two(mlir::func::FuncOp f) {
  return succeeded(vjp_split(f, llvm::SmallVector<bool>(f.getNumArguments(), true)));
}
bool mapped(mlir::func::FuncOp f) {
  std::vector<std::optional<int64_t>> in(f.getNumArguments(), 0), out(f.getNumResults(), 0);
  return succeeded(batch(f, in, out, 2));
}

const std::string custom_call = R"(
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %a = stablehlo.tanh %x : tensor<3xf32>
  %y = stablehlo.custom_call @mystery(%a) : (tensor<3xf32>) -> tensor<3xf32> loc("model.cpp":41:7)
  return %y : tensor<3xf32>
})";

TEST(Diagnostics, MissingRules) {
  expect_refusal(custom_call,
                 "operation stablehlo.custom_call has no derivative (jvp) rule; model.cpp:41",
                 forward);
  expect_refusal(custom_call,
                 "operation stablehlo.custom_call has no derivative (jvp) rule; model.cpp:41",
                 backward);
  expect_refusal(custom_call,
                 "operation stablehlo.custom_call has no derivative (jvp) rule; model.cpp:41",
                 in_two);
  expect_refusal(custom_call,
                 "operation stablehlo.custom_call has no batching (vmap) rule; model.cpp:41",
                 mapped);
}

TEST(Diagnostics, InACallee) {
  expect_refusal(R"(
func.func private @f(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = stablehlo.custom_call @mystery(%x) : (tensor<3xf32>) -> tensor<3xf32> loc("model.cpp":7:1)
  return %y : tensor<3xf32>
}
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = call @f(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
})",
                 "operation stablehlo.custom_call has no derivative (jvp) rule; model.cpp:7",
                 backward);
}

// Where nobody needs its tangent, an operation is not asked for its rule.
TEST(Diagnostics, NotOfWhatIsNotNeeded) {
  Program program(R"(
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi1>) {
  %dead = stablehlo.custom_call @mystery(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %stopped = brigade.stop_gradient %dead : tensor<3xf32>
  %c = stablehlo.custom_call @compare(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %p = stablehlo.compare GT, %c, %x : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xi1>
  %y = stablehlo.multiply %x, %stopped : tensor<3xf32>
  return %y, %p : tensor<3xf32>, tensor<3xi1>
})");
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  EXPECT_TRUE(backward(program.function())) << program.diagnostics();
}

TEST(Diagnostics, UnknownTripCount) {
  const std::string loop = R"(
func.func @main(%x: tensor<f32>) -> tensor<f32> {
  %r = stablehlo.while(%y = %x) : tensor<f32>
    cond {
      %limit = stablehlo.constant dense<10.0> : tensor<f32>
      %p = stablehlo.compare LT, %y, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %z = stablehlo.add %y, %y : tensor<f32>
      stablehlo.return %z : tensor<f32>
    } loc("model.cpp":12:3)
  return %r : tensor<f32>
})";
  expect_refusal(loop,
                 "operation stablehlo.while: a loop whose trip count is not constant has a forward "
                 "derivative (jvp) "
                 "only; model.cpp:12",
                 backward);
  Program program(loop);
  EXPECT_TRUE(forward(program.function())) << program.diagnostics();
}

TEST(Diagnostics, IntegerArgument) {
  expect_refusal(
      "func.func @main(%x: tensor<f32>, %n: tensor<i32>) -> tensor<f32> { return %x : tensor<f32> "
      "}",
      "argument 1 of @main has no floating type, so there is no derivative with respect to it",
      backward);
}

TEST(Diagnostics, ScatterThatMultipliesTwice) {
  expect_refusal(R"(
func.func @main(%x: tensor<6xf32>, %u: tensor<3xf32>) -> tensor<6xf32> {
  %i = stablehlo.constant dense<[[4], [0], [3]]> : tensor<3x1xi32>
  %y = "stablehlo.scatter"(%x, %i, %u) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0],
                                                   scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.multiply %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<6xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<6xf32>
  return %y : tensor<6xf32>
})",
                 "the updates of a scatter that multiplies have a derivative only where its "
                 "indices are said to be unique",
                 forward);
}

TEST(Diagnostics, AllReduceOfProduct) {
  expect_refusal(R"(
func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.multiply %a, %b : tensor<f32>
      stablehlo.return %c : tensor<f32>
  }) : (tensor<3xf32>) -> tensor<3xf32>
  return %y : tensor<3xf32>
})",
                 "only a sum, maximum or minimum over devices has a derivative", backward);
}

TEST(Diagnostics, MappedResultWithoutAxis) {
  expect_refusal(
      "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> { return %x : tensor<3xf32> }",
      "result 0 of @main depends on the mapped dimension, so it needs an output axis",
      [](mlir::func::FuncOp f) { return succeeded(batch(f, {0}, {std::nullopt}, 2)); });
}

} // namespace
} // namespace brigade::test
