#include "emit_testing.h"

#include <gtest/gtest.h>

/// How many kernels programs become.
namespace brigade::compiler::testing {
namespace {

size_t kernels(const std::string &text, Within within = {}) {
  auto compiled = expect_compiled(text, {}, within);
  return compiled ? compiled->planned.kernels.size() : 0;
}

size_t steps(const CompiledText &compiled) { return compiled.planned.program.steps.size(); }

TEST(Fuse, LayerNormIsOneKernel) {
  EXPECT_EQ(kernels(R"(
func.func @main(%x: tensor<16x96xf32>, %g: tensor<96xf32>, %b: tensor<96xf32>) -> tensor<16x96xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %n = stablehlo.constant dense<96.0> : tensor<16x1xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<16x1xf32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x96xf32>, tensor<f32>) -> tensor<16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
  %2 = stablehlo.divide %1, %n : tensor<16x1xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x96xf32>
  %4 = stablehlo.subtract %x, %3 : tensor<16x96xf32>
  %5 = stablehlo.multiply %4, %4 : tensor<16x96xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<16x96xf32>, tensor<f32>) -> tensor<16xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
  %8 = stablehlo.divide %7, %n : tensor<16x1xf32>
  %9 = stablehlo.add %8, %eps : tensor<16x1xf32>
  %10 = stablehlo.rsqrt %9 : tensor<16x1xf32>
  %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x96xf32>
  %12 = stablehlo.multiply %4, %11 : tensor<16x96xf32>
  %13 = stablehlo.broadcast_in_dim %g, dims = [1] : (tensor<96xf32>) -> tensor<16x96xf32>
  %14 = stablehlo.multiply %12, %13 : tensor<16x96xf32>
  %15 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<96xf32>) -> tensor<16x96xf32>
  %16 = stablehlo.add %14, %15 : tensor<16x96xf32>
  return %16 : tensor<16x96xf32>
})",
                    {1e-5, 1e-5}),
            1u);
}

TEST(Fuse, ChainsWithSeveralResultsAreOneKernel) {
  EXPECT_EQ(kernels(R"(
func.func @main(%x: tensor<50x70xf32>, %y: tensor<50x70xf32>) -> (tensor<50x70xf32>, tensor<50x70xf32>) {
  %0 = stablehlo.tanh %x : tensor<50x70xf32>
  %1 = stablehlo.exponential %y : tensor<50x70xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<50x70xf32>
  %3 = stablehlo.add %2, %0 : tensor<50x70xf32>
  return %2, %3 : tensor<50x70xf32>, tensor<50x70xf32>
})"),
            1u);
}

TEST(Fuse, EpiloguesRunWithTheirProduct) {
  auto compiled = expect_compiled(R"(
func.func @main(%x: tensor<40x30xf32>, %w: tensor<30x20xf32>, %b: tensor<20xf32>) -> tensor<40x20xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<40x20xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<40x30xf32>, tensor<30x20xf32>) -> tensor<40x20xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<20xf32>) -> tensor<40x20xf32>
  %2 = stablehlo.add %0, %1 : tensor<40x20xf32>
  %3 = stablehlo.maximum %2, %zero : tensor<40x20xf32>
  return %3 : tensor<40x20xf32>
})",
                                  {}, {1e-5, 1e-5});
  ASSERT_TRUE(compiled);
  EXPECT_EQ(steps(*compiled), 1u);
  auto &step = std::get<schedule::DotStep>(compiled->planned.program.steps[0].body);
  EXPECT_GE(step.epilogue.kernel, 0);
  // In place: nothing but the result.
  EXPECT_EQ(compiled->planned.program.arena_bytes[0], 0);
}

TEST(Fuse, EqualKernelsAreCompiledOnce) {
  EXPECT_EQ(kernels(R"(
func.func @main(%x: tensor<30x30xf32>, %w: tensor<30x30xf32>) -> tensor<30x30xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<30x30xf32>, tensor<30x30xf32>) -> tensor<30x30xf32>
  %1 = stablehlo.tanh %0 : tensor<30x30xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<30x30xf32>, tensor<30x30xf32>) -> tensor<30x30xf32>
  %3 = stablehlo.tanh %2 : tensor<30x30xf32>
  return %3 : tensor<30x30xf32>
})",
                    {1e-4, 1e-4}),
            1u);
}

TEST(Fuse, TransposedOperandsAreReadAsTheyLie) {
  auto compiled = expect_compiled(R"(
func.func @main(%x: tensor<30x40xf32>, %w: tensor<20x30xf32>) -> tensor<40x20xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<30x40xf32>) -> tensor<40x30xf32>
  %1 = stablehlo.transpose %w, dims = [1, 0] : (tensor<20x30xf32>) -> tensor<30x20xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<40x30xf32>, tensor<30x20xf32>) -> tensor<40x20xf32>
  return %2 : tensor<40x20xf32>
})",
                                  {}, {1e-5, 1e-5});
  ASSERT_TRUE(compiled);
  EXPECT_EQ(steps(*compiled), 1u);
}

TEST(Fuse, MasksAreComputedAgain) {
  // The mask x > 0 is used in two kernels and stored in neither.
  auto compiled = expect_compiled(R"(
func.func @main(%x: tensor<40x30xf32>, %w: tensor<30x30xf32>) -> (tensor<40x30xf32>, tensor<40x30xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<40x30xf32>
  %m = stablehlo.compare GT, %x, %zero : (tensor<40x30xf32>, tensor<40x30xf32>) -> tensor<40x30xi1>
  %0 = stablehlo.select %m, %x, %zero : tensor<40x30xi1>, tensor<40x30xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<40x30xf32>, tensor<30x30xf32>) -> tensor<40x30xf32>
  %2 = stablehlo.select %m, %1, %zero : tensor<40x30xi1>, tensor<40x30xf32>
  return %0, %2 : tensor<40x30xf32>, tensor<40x30xf32>
})",
                                  {}, {1e-5, 1e-5});
  ASSERT_TRUE(compiled);
  for (const schedule::Buffer &buffer : compiled->planned.program.buffers)
    EXPECT_NE(buffer.dtype, DType::Bool);
}

TEST(Fuse, ReductionsOverOneArrayShareTheWalk) {
  EXPECT_EQ(kernels(R"(
func.func @main(%x: tensor<30x60xf32>) -> (tensor<30xf32>, tensor<30xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<30x60xf32>, tensor<f32>) -> tensor<30xf32>
  %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<30x60xf32>, tensor<f32>) -> tensor<30xf32>
  return %0, %1 : tensor<30xf32>, tensor<30xf32>
})",
                    {1e-5, 1e-5}),
            1u);
}

TEST(Fuse, AKernelNeverNeedsWhatComesAfterIt) {
  // b depends on a by a product, and c on both: a and c must not become one kernel.
  EXPECT_EQ(kernels(R"(
func.func @main(%x: tensor<30x30xf32>, %w: tensor<30x30xf32>) -> tensor<30x30xf32> {
  %a = stablehlo.exponential %x : tensor<30x30xf32>
  %b = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<30x30xf32>, tensor<30x30xf32>) -> tensor<30x30xf32>
  %c = stablehlo.add %a, %b : tensor<30x30xf32>
  return %c : tensor<30x30xf32>
})",
                    {1e-4, 1e-4}),
            2u);
}

} // namespace
} // namespace brigade::compiler::testing
