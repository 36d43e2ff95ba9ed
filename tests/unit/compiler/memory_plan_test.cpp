#include "emit_testing.h"

#include <gtest/gtest.h>

/// Where values live.
namespace brigade::compiler::testing {
namespace {

using schedule::Space;

std::unique_ptr<CompiledText> program(const std::string &text, Within within = {1e-4, 1e-4}) {
  return expect_compiled(text, {}, within);
}

TEST(Memory, DeadValuesMakeRoom) {
  // A chain of products: two places are enough for any number of links.
  std::string text = "func.func @main(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {\n %v0 = "
                     "stablehlo.tanh %x : tensor<32x32xf32>\n";
  for (int i = 0; i < 8; ++i)
    text += "  %v" + std::to_string(i + 1) + " = stablehlo.dot_general %v" + std::to_string(i) +
            ", %x, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> "
            "tensor<32x32xf32>\n";
  auto compiled = program(text + "  return %v8 : tensor<32x32xf32>\n}", {1e-3, 1e-3});
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->planned.program.arena_bytes[0], 2 * 32 * 32 * 4);
}

TEST(Memory, ElementwiseResultsTakeTheirOperandsPlace) {
  auto compiled = program(R"(
func.func @main(%x: tensor<32x32xf32>, %u: tensor<2x32xf32>, %i: tensor<i32>) -> tensor<32x32xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<32x32xf32>, tensor<2x32xf32>, tensor<i32>, tensor<i32>) -> tensor<32x32xf32>
  %1 = stablehlo.tanh %0 : tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
})");
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->planned.program.arena_bytes[0], 0);
}

const char *training = R"(
func.func @main(%w: tensor<32x16xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<8x32xf32>, %g: tensor<8x16xf32>)
    -> (tensor<32x16xf32>, tensor<8x16xf32>) {
  %rate = stablehlo.constant dense<0.1> : tensor<32x16xf32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x16xf32>) -> tensor<8x16xf32>
  %d = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<8x32xf32>, tensor<8x16xf32>) -> tensor<32x16xf32>
  %s = stablehlo.multiply %d, %rate : tensor<32x16xf32>
  %n = stablehlo.subtract %w, %s : tensor<32x16xf32>
  return %n, %y : tensor<32x16xf32>, tensor<8x16xf32>
})";

TEST(Memory, DonatedArgumentsAreUpdatedInPlace) {
  auto compiled = compile_text(training);
  ASSERT_TRUE(compiled);
  const schedule::Program &p = compiled->planned.program;
  EXPECT_TRUE(p.arguments[0].donated);
  EXPECT_FALSE(p.arguments[1].donated);
  EXPECT_EQ(p.results[0].donated_argument, 0);
  EXPECT_EQ(p.results[1].donated_argument, -1);
}

TEST(Memory, AProductIsNotWrittenOverWhatItsEpilogueReads) {
  // Momentum m and weight w, both donated: m' = 0.9 m + d and w' = w - m' in the epilogue of d.
  auto compiled = compile_text(R"(
func.func @main(%m: tensor<32x16xf32> {jax.buffer_donor = true}, %w: tensor<32x16xf32> {jax.buffer_donor = true},
                %x: tensor<8x32xf32>, %g: tensor<8x16xf32>) -> (tensor<32x16xf32>, tensor<32x16xf32>) {
  %decay = stablehlo.constant dense<0.9> : tensor<32x16xf32>
  %d = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<8x32xf32>, tensor<8x16xf32>) -> tensor<32x16xf32>
  %0 = stablehlo.multiply %m, %decay : tensor<32x16xf32>
  %1 = stablehlo.add %0, %d : tensor<32x16xf32>
  %2 = stablehlo.subtract %w, %1 : tensor<32x16xf32>
  return %1, %2 : tensor<32x16xf32>, tensor<32x16xf32>
})");
  ASSERT_TRUE(compiled);
  const schedule::Program &p = compiled->planned.program;
  ASSERT_EQ(p.steps.size(), 1u);
  const auto &dot = std::get<schedule::DotStep>(p.steps[0].body);
  EXPECT_EQ(p.buffers[static_cast<size_t>(dot.out)].space, Space::Arena);
  EXPECT_EQ(p.results[0].donated_argument, 0);
  EXPECT_EQ(p.results[1].donated_argument, 1);
}

TEST(Memory, ADonatedArgumentThatIsReadLaterIsNotOverwritten) {
  // The result exists before the argument's last read.
  auto compiled = compile_text(R"(
func.func @main(%w: tensor<32x32xf32> {tf.aliasing_output = 0 : i32}, %x: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
  %n = stablehlo.tanh %w : tensor<32x32xf32>
  %y = stablehlo.dot_general %n, %w, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %n, %y : tensor<32x32xf32>, tensor<32x32xf32>
})");
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->planned.program.results[0].donated_argument, -1);
}

TEST(Memory, DonorsArePairedByShapeAndType) {
  auto compiled = compile_text(R"(
func.func @main(%a: tensor<8xf32> {jax.buffer_donor = true}, %b: tensor<9xf32> {jax.buffer_donor = true}) -> (tensor<9xf32>, tensor<8xf32>) {
  %0 = stablehlo.tanh %b : tensor<9xf32>
  %1 = stablehlo.exponential %a : tensor<8xf32>
  return %0, %1 : tensor<9xf32>, tensor<8xf32>
})");
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->planned.program.results[0].donated_argument, 1);
  EXPECT_EQ(compiled->planned.program.results[1].donated_argument, 0);
}

TEST(Memory, ResultsThatAreArgumentsOrEqualAreShared) {
  auto compiled = program(R"(
func.func @main(%a: tensor<8xf32>) -> (tensor<8xf32>, tensor<2x4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>) {
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.tanh %a : tensor<8xf32>
  %1 = stablehlo.reshape %0 : (tensor<8xf32>) -> tensor<2x4xf32>
  return %a, %1, %0, %0, %c : tensor<8xf32>, tensor<2x4xf32>, tensor<8xf32>, tensor<8xf32>, tensor<f32>
})");
  ASSERT_TRUE(compiled);
  EXPECT_EQ(compiled->planned.program.steps.size(), 1u);
  EXPECT_EQ(compiled->planned.program.arena_bytes[0], 0);
}

int copies(const CompiledText &compiled) {
  int count = 0;
  for (const schedule::Step &step : compiled.planned.program.steps)
    count += std::holds_alternative<schedule::CopyStep>(step.body);
  return count;
}

TEST(Memory, CarriedValuesStayInPlace) {
  auto compiled = program(R"(
func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %start = stablehlo.tanh %x : tensor<64xf32>
  %r:2 = stablehlo.while(%a = %start, %i = %zero) : tensor<64xf32>, tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %b = stablehlo.add %a, %x : tensor<64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %b, %j : tensor<64xf32>, tensor<i32>
    }
  return %r#0 : tensor<64xf32>
})");
  ASSERT_TRUE(compiled);
  EXPECT_EQ(copies(*compiled), 1); // the counter's start
}

TEST(Memory, CarriedValuesThatChangePlacesAreCopiedAside) {
  auto compiled = program(R"(
func.func @main(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<5> : tensor<i32>
  %r:3 = stablehlo.while(%a = %x, %b = %y, %i = %zero) : tensor<64xf32>, tensor<64xf32>, tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %c = stablehlo.tanh %a : tensor<64xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %b, %c, %j : tensor<64xf32>, tensor<64xf32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<64xf32>, tensor<64xf32>
})");
  ASSERT_TRUE(compiled);
}

TEST(Memory, NestedLoops) {
  program(R"(
func.func @main(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %r:3 = stablehlo.while(%a = %x, %i = %zero, %t = %zero) : tensor<8x8xf32>, tensor<i32>, tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %s:3 = stablehlo.while(%c = %a, %k = %zero, %u = %t) : tensor<8x8xf32>, tensor<i32>, tensor<i32>
        cond {
          %p = stablehlo.compare LT, %k, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %p : tensor<i1>
        } do {
          %d = stablehlo.dot_general %c, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
          %e = stablehlo.tanh %d : tensor<8x8xf32>
          %l = stablehlo.add %k, %one : tensor<i32>
          %v = stablehlo.add %u, %k : tensor<i32>
          stablehlo.return %e, %l, %v : tensor<8x8xf32>, tensor<i32>, tensor<i32>
        }
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %s#0, %j, %s#2 : tensor<8x8xf32>, tensor<i32>, tensor<i32>
    }
  return %r#0, %r#2 : tensor<8x8xf32>, tensor<i32>
})");
}

TEST(Memory, UpdatesOfWhatIsStillNeededAreCopied) {
  program(R"(
func.func @main(%x: tensor<8x8xf32>, %u: tensor<2x3xf32>, %i: tensor<i32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %a = stablehlo.tanh %x : tensor<8x8xf32>
  %b = stablehlo.dynamic_update_slice %a, %u, %i, %i : (tensor<8x8xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  %c = stablehlo.dynamic_update_slice %b, %u, %i, %i : (tensor<8x8xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  return %a, %c : tensor<8x8xf32>, tensor<8x8xf32>
})");
}

} // namespace
} // namespace brigade::compiler::testing
