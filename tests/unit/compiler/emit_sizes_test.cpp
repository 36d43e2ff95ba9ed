#include "emit_testing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

/// Sizes that meet every loop of a kernel: whole vectors, unrolled ones, tails, blocks, several
/// threads' shares.
namespace brigade::compiler::testing {
namespace {

std::string f32(const std::vector<int64_t> &shape) {
  std::string text = "tensor<";
  for (int64_t size : shape)
    text += std::to_string(size) + "x";
  return text + "f32>";
}

TEST(EmitSizes, Elementwise) {
  for (int64_t n : {1, 2, 7, 16, 17, 64, 1000, 4096, 8193, 70001, 300000}) {
    std::string t = f32({n});
    expect_compiled("func.func @main(%a: " + t + ", %b: " + t + ") -> " + t +
                    " {\n %0 = stablehlo.multiply %a, %b : " + t + "\n %1 = stablehlo.tanh %0 : " +
                    t + "\n %2 = stablehlo.subtract %1, %a : " + t + "\n return %2 : " + t + "\n}");
  }
}

TEST(EmitSizes, BroadcastRows) {
  for (auto [m, n] :
       {std::pair<int64_t, int64_t>{1, 50}, {50, 1}, {3, 16}, {17, 33}, {100, 1000}, {2, 20000}}) {
    std::string t = f32({m, n}), row = f32({n}), column = f32({m});
    expect_compiled("func.func @main(%a: " + t + ", %r: " + row + ", %c: " + column + ") -> " + t +
                    " {\n %0 = stablehlo.broadcast_in_dim %r, dims = [1] : (" + row + ") -> " + t +
                    "\n %1 = stablehlo.broadcast_in_dim %c, dims = [0] : (" + column + ") -> " + t +
                    "\n %2 = stablehlo.add %a, %0 : " + t +
                    "\n %3 = stablehlo.multiply %2, %1 : " + t + "\n return %3 : " + t + "\n}");
  }
}

std::string sum(const std::vector<int64_t> &from, const std::vector<int64_t> &to,
                const std::string &dims) {
  return "func.func @main(%a: " + f32(from) + ") -> " + f32(to) +
         " {\n %z = stablehlo.constant dense<1.5> : tensor<f32>\n" +
         " %e = stablehlo.tanh %a : " + f32(from) +
         "\n %0 = stablehlo.reduce(%e init: %z) applies stablehlo.add across dimensions = [" +
         dims + "] : (" + f32(from) + ", tensor<f32>) -> " + f32(to) + "\n return %0 : " + f32(to) +
         "\n}";
}

TEST(EmitSizes, Reductions) {
  for (int64_t n : {2, 3, 15, 16, 17, 63, 64, 65, 100, 130, 1000, 5000}) {
    SCOPED_TRACE(n);
    expect_compiled(sum({5, n}, {5}, "1"), {}, {1e-4, 1e-4});
    expect_compiled(sum({n, 5}, {5}, "0"), {}, {1e-4, 1e-4});
    expect_compiled(sum({5, n}, {n}, "0"), {}, {1e-4, 1e-4});
    expect_compiled(sum({3, n, 4}, {3, 4}, "1"), {}, {1e-4, 1e-4});
    expect_compiled(sum({3, n, 4}, {n}, "0, 2"), {}, {1e-4, 1e-4});
    expect_compiled(sum({n}, {}, "0"), {}, {1e-4, 1e-4});
  }
  expect_compiled(sum({3001, 70}, {70}, "0"), {}, {1e-4, 1e-3});
  expect_compiled(sum({4096, 64}, {64}, "0"), {}, {1e-4, 1e-3});
}

TEST(EmitSizes, Softmax) {
  for (auto [m, n] :
       {std::pair<int64_t, int64_t>{4, 3}, {40, 16}, {7, 1000}, {300, 130}, {2, 20000}})
    for (int64_t axis : {0, 1}) {
      std::string t = f32({m, n}), k = f32({axis ? m : n}), kept = axis ? "0" : "1",
                  a = std::to_string(axis);
      expect_compiled("func.func @main(%x: " + t + ") -> " + t + R"( {
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [)" +
                          a + "] : (" + t + ", tensor<f32>) -> " + k + R"(
  %2 = stablehlo.broadcast_in_dim %0, dims = [)" +
                          kept + "] : (" + k + ") -> " + t + R"(
  %3 = stablehlo.subtract %x, %2 : )" +
                          t + R"(
  %4 = stablehlo.exponential %3 : )" +
                          t + R"(
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [)" +
                          a + "] : (" + t + ", tensor<f32>) -> " + k + R"(
  %6 = stablehlo.broadcast_in_dim %5, dims = [)" +
                          kept + "] : (" + k + ") -> " + t + R"(
  %7 = stablehlo.divide %4, %6 : )" +
                          t + "\n  return %7 : " + t + "\n}",
                      {}, {1e-5, 1e-6});
    }
}

TEST(EmitSizes, LargeTransposes) {
  expect_compiled(
      "func.func @main(%a: tensor<700x300xf32>) -> tensor<300x700xf32> {\n"
      " %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<700x300xf32>) -> tensor<300x700xf32>\n"
      " %1 = stablehlo.tanh %0 : tensor<300x700xf32>\n return %1 : tensor<300x700xf32>\n}");
  expect_compiled("func.func @main(%a: tensor<20x70x110xf32>) -> tensor<110x20x70xf32> {\n"
                  " %0 = stablehlo.transpose %a, dims = [2, 0, 1] : (tensor<20x70x110xf32>) -> "
                  "tensor<110x20x70xf32>\n"
                  " return %0 : tensor<110x20x70xf32>\n}");
}

TEST(EmitSizes, FunctionsOverTheirWholeRange) {
  std::mt19937 random(7);
  Literal wide(DType::F32, {20011}), narrow(DType::F32, {20011});
  for (int i = 0; i < 20011; ++i) {
    double exponent = std::uniform_real_distribution<double>(-30, 6)(random);
    wide.data<float>()[i] = static_cast<float>((random() % 2 ? 1 : -1) * std::exp2(exponent));
    narrow.data<float>()[i] = std::uniform_real_distribution<float>(-1, 1)(random);
  }
  auto check = [](const std::string &operation, const Literal &values) {
    expect_compiled(
        "func.func @main(%a: tensor<20011xf32>) -> tensor<20011xf32> {\n %r = \"" + operation +
            "\"(%a) : (tensor<20011xf32>) -> tensor<20011xf32>\n return %r : tensor<20011xf32>\n}",
        {values}, {1e-6, 1e-37});
  };
  for (std::string name : {"exponential", "exponential_minus_one", "log", "log_plus_one",
                           "logistic", "tanh", "sine", "cosine"})
    check("stablehlo." + name, wide);
  for (std::string name : {"asin", "acos", "atan", "atanh", "erf", "sinh", "cosh"})
    check("chlo." + name, narrow);
}

/// Kernels that know nothing of shapes are one for all of them.
TEST(EmitFlat, ShapesShareTheirCode) {
  auto compile = [](const std::string &t) {
    return compile_text("func.func @main(%a: " + t + ", %b: " + t + ") -> " + t +
                        " {\n %0 = stablehlo.atan2 %a, %b : " + t + "\n return %0 : " + t + "\n}");
  };
  auto one = compile("tensor<7x9xf32>"), other = compile("tensor<1000xf32>"),
       scalar = compile("tensor<f32>"), wide = compile("tensor<7x9xf64>");
  ASSERT_TRUE(one && other && scalar && wide);
  EXPECT_EQ(one->code.functions[0], other->code.functions[0]);
  EXPECT_NE(one->code.functions[0], scalar->code.functions[0]);
  EXPECT_NE(one->code.functions[0], wide->code.functions[0]);
}

/// The same code for any number of elements: also those of a vector and less, and with single
/// elements beside.
TEST(EmitFlat, AnyNumberOfElements) {
  auto compiled = compile_text(R"(
func.func @main(%p: tensor<2x3xi1>, %x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %s: tensor<f32>) -> tensor<2x3xf32> {
  %0 = stablehlo.clamp %s, %y, %s : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %1 = stablehlo.add %x, %0 : tensor<2x3xf32>
  %2 = stablehlo.select %p, %1, %y : tensor<2x3xi1>, tensor<2x3xf32>
  return %2 : tensor<2x3xf32>
})");
  ASSERT_TRUE(compiled);
  ASSERT_EQ(compiled->code.functions.size(), 1u);
  // The kernel's buffers come in the order in which the step names them.
  const schedule::Program &program = compiled->planned.program;
  const auto &step = std::get<schedule::KernelStep>(program.steps.at(0).body);
  for (int64_t n : {1, 5, 16, 33, 1000}) {
    std::vector<uint8_t> pred(n);
    std::vector<float> x(n), y(n), out(n, -1);
    float bound = 7;
    for (int64_t i = 0; i < n; ++i) {
      pred[i] = i % 3 == 0;
      x[i] = static_cast<float>(i);
      y[i] = static_cast<float>(-i);
    }
    void *arguments[] = {pred.data(), x.data(), y.data(), &bound};
    std::vector<void *> buffers;
    for (schedule::Id id : step.buffers) {
      const schedule::Buffer &buffer = program.buffers[static_cast<size_t>(id)];
      buffers.push_back(buffer.space == schedule::Space::Argument
                            ? arguments[static_cast<size_t>(buffer.index)]
                            : out.data());
    }
    EXPECT_EQ(compiled->code.functions[0](buffers.data(), nullptr, 0, n), 0);
    for (int64_t i = 0; i < n; ++i)
      EXPECT_EQ(out[i], pred[i] ? x[i] + bound : y[i]);
  }
}

} // namespace
} // namespace brigade::compiler::testing
