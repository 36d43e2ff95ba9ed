#include "emit_testing.h"

#include <gtest/gtest.h>

using namespace brigade;
using namespace brigade::compiler::testing;

TEST(EmitPrograms, SixOperations) {
  expect_compiled(R"(
func.func @main(%x: tensor<6x5xf32>, %w: tensor<5x7xf32>, %b: tensor<7xf32>) -> (tensor<6x7xf32>, tensor<f32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<6x5xf32>, tensor<5x7xf32>) -> tensor<6x7xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7xf32>) -> tensor<6x7xf32>
  %2 = stablehlo.add %0, %1 : tensor<6x7xf32>
  %3 = stablehlo.tanh %2 : tensor<6x7xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %c) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x7xf32>, tensor<f32>) -> tensor<f32>
  return %3, %4 : tensor<6x7xf32>, tensor<f32>
})");
}

TEST(EmitPrograms, Chain) {
  expect_compiled(R"(
func.func @main(%x: tensor<4096x100xf32>, %w: tensor<100x64xf32>, %b: tensor<64xf32>) -> (tensor<4096x64xf32>, tensor<f32>, tensor<64xf32>, tensor<4096xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x100xf32>, tensor<100x64xf32>) -> tensor<4096x64xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<64xf32>) -> tensor<4096x64xf32>
  %2 = stablehlo.add %0, %1 : tensor<4096x64xf32>
  %3 = stablehlo.tanh %2 : tensor<4096x64xf32>
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.reduce(%3 init: %c) applies stablehlo.add across dimensions = [0, 1] : (tensor<4096x64xf32>, tensor<f32>) -> tensor<f32>
  %5 = stablehlo.reduce(%3 init: %c) applies stablehlo.add across dimensions = [0] : (tensor<4096x64xf32>, tensor<f32>) -> tensor<64xf32>
  %6 = stablehlo.reduce(%3 init: %c) applies stablehlo.maximum across dimensions = [1] : (tensor<4096x64xf32>, tensor<f32>) -> tensor<4096xf32>
  return %3, %4, %5, %6 : tensor<4096x64xf32>, tensor<f32>, tensor<64xf32>, tensor<4096xf32>
})",
                  {}, {1e-4, 1e-4});
}

TEST(EmitPrograms, Softmax) {
  auto compiled = expect_compiled(R"(
func.func @main(%x: tensor<33x77xf32>) -> tensor<33x77xf32> {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<33x77xf32>, tensor<f32>) -> tensor<33xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<33xf32>) -> tensor<33x1xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<33x1xf32>) -> tensor<33x77xf32>
  %3 = stablehlo.subtract %x, %2 : tensor<33x77xf32>
  %4 = stablehlo.exponential %3 : tensor<33x77xf32>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<33x77xf32>, tensor<f32>) -> tensor<33xf32>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<33xf32>) -> tensor<33x77xf32>
  %7 = stablehlo.divide %4, %6 : tensor<33x77xf32>
  return %7 : tensor<33x77xf32>
})");
  EXPECT_EQ(compiled->planned.kernels.size(), 1u);
}

TEST(EmitPrograms, LoopWithUpdates) {
  expect_compiled(R"(
func.func @main(%x: tensor<10x16xf32>) -> (tensor<10x16xf32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<10> : tensor<i32>
  %r:2 = stablehlo.while(%a = %x, %i = %zero) : tensor<10x16xf32>, tensor<i32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %row = stablehlo.dynamic_slice %a, %i, %zero, sizes = [1, 16] : (tensor<10x16xf32>, tensor<i32>, tensor<i32>) -> tensor<1x16xf32>
      %t = stablehlo.tanh %row : tensor<1x16xf32>
      %u = stablehlo.dynamic_update_slice %a, %t, %i, %zero : (tensor<10x16xf32>, tensor<1x16xf32>, tensor<i32>, tensor<i32>) -> tensor<10x16xf32>
      %j = stablehlo.add %i, %one : tensor<i32>
      stablehlo.return %u, %j : tensor<10x16xf32>, tensor<i32>
    }
  return %r#0, %r#1 : tensor<10x16xf32>, tensor<i32>
})");
}
