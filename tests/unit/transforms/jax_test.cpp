#include "differences.h"

#include "transforms/transforms.h"

#include <cmath>

/// A network as JAX 0.10 prints it, with the loss and the gradients that JAX computes.
namespace brigade::test {
namespace {

// mean cross-entropy of tanh(relu(x w1 + b1)) w2 + b2.
const char *network = R"(
module @jit_loss attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x3xf32>, %arg1: tensor<3x5xf32>, %arg2: tensor<5xf32>, %arg3: tensor<5x2xf32>, %arg4: tensor<2xf32>, %arg5: tensor<4xi32>) -> (tensor<f32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x3xf32>, tensor<3x5xf32>) -> tensor<4x5xf32>
    %1 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<5xf32>) -> tensor<1x5xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x5xf32>) -> tensor<4x5xf32>
    %3 = stablehlo.add %0, %2 : tensor<4x5xf32>
    %4 = call @relu(%3) : (tensor<4x5xf32>) -> tensor<4x5xf32>
    %5 = stablehlo.tanh %4 : tensor<4x5xf32>
    %6 = stablehlo.dot_general %5, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<4x5xf32>, tensor<5x2xf32>) -> tensor<4x2xf32>
    %7 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<2xf32>) -> tensor<1x2xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<1x2xf32>) -> tensor<4x2xf32>
    %9 = stablehlo.add %6, %8 : tensor<4x2xf32>
    %10 = call @_one_hot(%arg5) : (tensor<4xi32>) -> tensor<4x2xf32>
    %11 = call @log_softmax(%9) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %12 = stablehlo.multiply %10, %11 : tensor<4x2xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.reduce(%12 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.reduce(%13 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %15 = stablehlo.divide %14, %cst_1 : tensor<f32>
    %16 = stablehlo.negate %15 : tensor<f32>
    return %16 : tensor<f32>
  }
  func.func private @relu(%arg0: tensor<4x5xf32>) -> tensor<4x5xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<4x5xf32>
    return %1 : tensor<4x5xf32>
  }
  func.func private @_one_hot(%arg0: tensor<4xi32>) -> tensor<4x2xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<4xi32>) -> tensor<4x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x2xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x1xi32>) -> tensor<4x2xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x2xi32>) -> tensor<4x2xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<4x2xi32>, tensor<4x2xi32>) -> tensor<4x2xi1>
    %5 = stablehlo.convert %4 : (tensor<4x2xi1>) -> tensor<4x2xf32>
    return %5 : tensor<4x2xf32>
  }
  func.func private @log_softmax(%arg0: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<4xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x2xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<4x2xf32>
    %6 = stablehlo.exponential %5 : tensor<4x2xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<4xf32>) -> tensor<4x1xf32>
    %9 = stablehlo.log %8 : tensor<4x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x2xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<4x2xf32>
    return %11 : tensor<4x2xf32>
  }
}
)";

/// 0.5 sin(1 + seed), 0.5 sin(2 + seed), ...
Literal wave(Shape shape, int seed) {
  Literal x(DType::F32, shape);
  for (int64_t i = 0; i < x.size(); ++i)
    x.data<float>()[i] = static_cast<float>(0.5 * std::sin(static_cast<double>(i + 1 + seed)));
  return x;
}

TEST(Network, HasJaxsGradients) {
  Program program(network);
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  std::vector<Literal> arguments = {wave({4, 3}, 0),      wave({3, 5}, 1),
                                    wave({5}, 2),         wave({5, 2}, 3),
                                    wave({2}, 4),         literal(DType::S32, {4}, {0, 1, 1, 0}),
                                    scalar(DType::F32, 1)};
  const std::vector<Literal> expected = {
      scalar(DType::F32, 0.7249057292938232),
      literal(DType::F32, {4, 3},
              {-1.53799141e-02, -3.87014225e-02, -6.57634391e-03, -5.56925312e-03, 9.10794083e-03,
               1.07364096e-02, 1.14409560e-02, 2.84524541e-02, 4.70081344e-03, 1.04185706e-02,
               -1.58769414e-02, -1.94259454e-02}),
      literal(DType::F32, {3, 5},
              {-2.13409145e-03, 0, 0, 2.40488444e-03, 9.41847451e-03, -9.62084974e-04, 0, 0,
               8.76653753e-03, -5.50283864e-03, 1.09445816e-03, 0, 0, 7.06827687e-03,
               -1.53648723e-02}),
      literal(DType::F32, {5}, {-2.96313968e-03, 0, 0, -1.67073365e-02, 4.11787368e-02}),
      literal(DType::F32, {5, 2},
              {-2.05994714e-02, 2.05994733e-02, 0, 0, 0, 0, 4.91509493e-03, -4.91509493e-03,
               -4.63817231e-02, 4.63817231e-02}),
      literal(DType::F32, {2}, {-1.11037888e-01, 1.11037895e-01})};
  auto gradient = transforms::vjp(program.function(), {true, true, true, true, true, false});
  ASSERT_TRUE(succeeded(gradient)) << program.diagnostics();
  std::vector<Literal> results = run(*gradient, arguments);
  ASSERT_EQ(results.size(), expected.size()) << program.diagnostics();
  for (size_t i = 0; i < results.size(); ++i)
    EXPECT_TRUE(close(results[i], expected[i])) << "result " << i;
}

/// The gradient of one function at one point.
Literal gradient_at(const std::string &text, const Literal &x) {
  Program program(text);
  EXPECT_TRUE(program.ok()) << program.diagnostics();
  auto gradient = transforms::vjp(program.function(), {true});
  EXPECT_TRUE(succeeded(gradient)) << program.diagnostics();
  Shape shape = run(program.function(), {x}).at(0).shape;
  std::vector<double> ones(element_count(shape), 1);
  return run(*gradient, {x, literal(DType::F32, shape, ones)}).at(1);
}

// What JAX gives where a function has no derivative.
TEST(Kinks, AreJaxs) {
  const std::string head = "func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {\n"
                           "  %c = stablehlo.constant dense<1.0> : tensor<3xf32>\n";
  const std::string tail = " : tensor<3xf32>\n  return %y : tensor<3xf32>\n}";
  Literal x = literal(DType::F32, {3}, {0, 1, 2});
  auto expect = [&](const std::string &op, std::initializer_list<double> gradient) {
    EXPECT_TRUE(
        close(gradient_at(head + "  %y = " + op + tail, x), literal(DType::F32, {3}, gradient)))
        << op;
  };
  expect("stablehlo.abs %x", {0, 1, 1});
  expect("stablehlo.maximum %x, %c", {0, 0.5, 1});
  expect("stablehlo.minimum %x, %c", {1, 0.5, 0});
  expect("stablehlo.clamp %c, %x, %c", {0, 0, 0});
  expect("stablehlo.power %x, %c", {1, 1, 1});
  expect("stablehlo.power %c, %x", {0, 0, 0});
  expect("stablehlo.sign %x", {0, 0, 0});
  const std::string reduce =
      "func.func @main(%x: tensor<4xf32>) -> tensor<f32> {\n"
      "  %i = stablehlo.constant dense<-9.0> : tensor<f32>\n"
      "  %y = stablehlo.reduce(%x init: %i) applies stablehlo.maximum across dimensions = [0]"
      " : (tensor<4xf32>, tensor<f32>) -> tensor<f32>\n  return %y : tensor<f32>\n}";
  EXPECT_TRUE(close(gradient_at(reduce, literal(DType::F32, {4}, {3, 1, 3, 2})),
                    literal(DType::F32, {4}, {0.5, 0, 0.5, 0})));
}

} // namespace
} // namespace brigade::test
