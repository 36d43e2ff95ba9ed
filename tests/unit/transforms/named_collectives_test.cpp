#include "differences.h"
#include "stacks.h"

#include "transforms/transforms.h"

/// Collectives over the axis that vmap names.
namespace brigade::test {
namespace {

using Axes = std::vector<std::optional<int64_t>>;

constexpr int64_t size = 3;

Literal concatenate(const std::vector<Literal> &parts, int64_t axis) {
  std::vector<Literal> rows;
  for (const Literal &part : parts)
    for (int64_t i = 0; i < part.shape[axis]; ++i)
      rows.push_back(take(part, axis, i));
  return stack(rows, axis);
}

/// Elements [first, first + count) of one dimension.
Literal part(const Literal &x, int64_t axis, int64_t first, int64_t count) {
  std::vector<Literal> rows;
  for (int64_t i = first; i < first + count; ++i)
    rows.push_back(take(x, axis, i));
  return stack(rows, axis);
}

Literal sum(const std::vector<Literal> &xs) {
  Literal total = xs.front();
  for (size_t b = 1; b < xs.size(); ++b)
    for (int64_t i = 0; i < total.size(); ++i)
      total.data<double>()[i] += xs[b].data<double>()[i];
  return total;
}

struct NamedCase {
  std::string name, from, to, op;
  /// What example b gets of all examples.
  std::function<Literal(const std::vector<Literal> &xs, int64_t b)> expected;

  friend void PrintTo(const NamedCase &c, std::ostream *out) { *out << c.name; }
};

std::string text(const NamedCase &c) {
  // Those whose type cannot change print one type.
  bool same = c.op.find("psum") != std::string::npos || c.op.find("pmax") != std::string::npos ||
              c.op.find("ppermute") != std::string::npos;
  std::string type = same ? c.to : "(" + c.from + ") -> " + c.to;
  return "func.func @main(%x: " + c.from + ") -> " + c.to + " {\n  %y = " + c.op + " : " + type +
         "\n  return %y : " + c.to + "\n}";
}

class NamedCollectives : public testing::TestWithParam<NamedCase> {};

TEST_P(NamedCollectives, ActOnTheMappedDimension) {
  const NamedCase &c = GetParam();
  for (int64_t axis : {0, 1, 2}) {
    Program program(text(c));
    ASSERT_TRUE(program.ok()) << program.diagnostics() << text(c);
    auto batched = transforms::batch(program.function(), Axes{axis}, Axes{0}, size, "i");
    ASSERT_TRUE(succeeded(batched)) << program.diagnostics();
    auto type = llvm::cast<mlir::RankedTensorType>(batched->getArgumentTypes()[0]);
    Literal x =
        random_literal(DType::F64, Shape(type.getShape().begin(), type.getShape().end()), 7);
    std::vector<Literal> xs, expected;
    for (int64_t b = 0; b < size; ++b)
      xs.push_back(take(x, axis, b));
    for (int64_t b = 0; b < size; ++b)
      expected.push_back(c.expected(xs, b));
    auto results = run(*batched, {x});
    ASSERT_EQ(results.size(), 1u) << program.diagnostics() << program.text();
    EXPECT_TRUE(close(results[0], stack(expected, 0))) << program.text();
  }
}

/// The gradient taken inside the mapped function is the one taken outside of it.
TEST_P(NamedCollectives, TransposeAsTheirMeaningDoes) {
  const NamedCase &c = GetParam();
  Program program(text(c));
  ASSERT_TRUE(program.ok()) << program.diagnostics() << text(c);
  mlir::func::FuncOp f = program.function();
  auto batched = transforms::batch(f, Axes{0}, Axes{0}, size, "i");
  ASSERT_TRUE(succeeded(batched)) << program.diagnostics();
  auto outside = transforms::vjp(*batched, {true});
  auto inside = transforms::vjp(f, {true});
  ASSERT_TRUE(succeeded(outside) && succeeded(inside)) << program.diagnostics();
  auto mapped = transforms::batch(*inside, Axes{0, 0}, Axes{0, 0}, size, "i");
  ASSERT_TRUE(succeeded(mapped)) << program.diagnostics();
  std::vector<Literal> arguments;
  for (mlir::Type type : outside->getArgumentTypes()) {
    auto shape = llvm::cast<mlir::RankedTensorType>(type).getShape();
    arguments.push_back(
        random_literal(DType::F64, Shape(shape.begin(), shape.end()), 20 + arguments.size()));
  }
  auto expected = run(*outside, arguments), results = run(*mapped, arguments);
  ASSERT_EQ(results.size(), 2u) << program.diagnostics();
  for (size_t i = 0; i < 2; ++i)
    EXPECT_TRUE(close(results[i], expected[i])) << program.text();
  check_gradients(program, *batched, {});
}

const std::string x23 = "tensor<2x3xf64>", x63 = "tensor<6x3xf64>";

INSTANTIATE_TEST_SUITE_P(
    Transforms, NamedCollectives,
    testing::Values(
        NamedCase{"psum", x23, x23, "brigade.psum %x axes = [\"i\"]",
                  [](auto &xs, int64_t) { return sum(xs); }},
        NamedCase{"pmax", x23, x23, "brigade.pmax %x axes = [\"i\"]",
                  [](auto &xs, int64_t) {
                    Literal y = xs[0];
                    for (const Literal &x : xs)
                      for (int64_t i = 0; i < y.size(); ++i)
                        y.template data<double>()[i] =
                            std::max(y.template data<double>()[i], x.template data<double>()[i]);
                    return y;
                  }},
        NamedCase{"all_gather", x23, "tensor<2x3x3xf64>",
                  "brigade.all_gather %x axis = \"i\" size = 3 dim = 1",
                  [](auto &xs, int64_t) { return stack(xs, 1); }},
        NamedCase{"all_gather_tiled", x23, x63,
                  "brigade.all_gather %x axis = \"i\" size = 3 dim = 0 tiled",
                  [](auto &xs, int64_t) { return concatenate(xs, 0); }},
        NamedCase{"reduce_scatter", x23, "tensor<2xf64>",
                  "brigade.reduce_scatter %x axis = \"i\" size = 3 dim = 1",
                  [](auto &xs, int64_t b) { return take(sum(xs), 1, b); }},
        NamedCase{"reduce_scatter_tiled", x63, x23,
                  "brigade.reduce_scatter %x axis = \"i\" size = 3 dim = 0 tiled",
                  [](auto &xs, int64_t b) { return part(sum(xs), 0, 2 * b, 2); }},
        NamedCase{
            "ppermute", x23, x23,
            "brigade.ppermute %x axis = \"i\" size = 3 pairs = dense<[[0, 1], [1, 2]]> : "
            "tensor<2x2xi64>",
            [](auto &xs, int64_t b) { return b == 0 ? Literal(DType::F64, {2, 3}) : xs[b - 1]; }},
        NamedCase{
            "ppermute_ring", x23, x23,
            "brigade.ppermute %x axis = \"i\" size = 3 pairs = dense<[[0, 2], [1, 0], [2, 1]]> : "
            "tensor<3x2xi64>",
            [](auto &xs, int64_t b) { return xs[(b + 1) % 3]; }},
        NamedCase{"all_to_all", x63, "tensor<2x9xf64>",
                  "brigade.all_to_all %x axis = \"i\" size = 3 split = 0 concat = 1",
                  [](auto &xs, int64_t b) {
                    std::vector<Literal> parts;
                    for (const Literal &x : xs)
                      parts.push_back(part(x, 0, 2 * b, 2));
                    return concatenate(parts, 1);
                  }},
        NamedCase{"all_to_all_same", x63, x63,
                  "brigade.all_to_all %x axis = \"i\" size = 3 split = 0 concat = 0",
                  [](auto &xs, int64_t b) {
                    std::vector<Literal> parts;
                    for (const Literal &x : xs)
                      parts.push_back(part(x, 0, 2 * b, 2));
                    return concatenate(parts, 0);
                  }}),
    [](auto &info) { return info.param.name; });

TEST(NamedAxes, OfOthersPassThrough) {
  Program program(R"(
func.func @main(%x: tensor<2xf64>) -> (tensor<2xf64>, tensor<i32>) {
  %a = brigade.psum %x axes = ["j", "i"] : tensor<2xf64>
  %b = brigade.pvary %a axes = ["j"] : tensor<2xf64>
  %i = brigade.axis_index axis = "i" size = 3 : tensor<i32>
  return %b, %i : tensor<2xf64>, tensor<i32>
})");
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  auto inner = transforms::batch(program.function(), Axes{0}, Axes{std::nullopt, 0}, size, "i");
  ASSERT_TRUE(succeeded(inner)) << program.diagnostics();
  auto both = transforms::batch(*inner, Axes{0}, Axes{std::nullopt, std::nullopt}, 2, "j");
  ASSERT_TRUE(succeeded(both)) << program.diagnostics();
  Literal x = random_literal(DType::F64, {2, 3, 2}, 1);
  std::vector<Literal> all;
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t j = 0; j < 3; ++j)
      all.push_back(take(take(x, 0, i), 0, j));
  auto results = run(*both, {x});
  ASSERT_EQ(results.size(), 2u) << program.diagnostics() << program.text();
  EXPECT_TRUE(close(results[0], sum(all)));
  EXPECT_TRUE(equal(results[1], literal(DType::S32, {3}, {0, 1, 2})));
}

/// Under replication tracking a sum and pvary are each other's transpose.
TEST(NamedAxes, TrackedSumTransposesToPvary) {
  Program program(R"(
func.func @main(%x: tensor<2xf64>) -> tensor<2xf64> {
  %a = brigade.pvary %x axes = ["i"] : tensor<2xf64>
  %b = brigade.psum %a axes = ["i"] tracked : tensor<2xf64>
  return %b : tensor<2xf64>
})");
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  auto gradient = transforms::vjp(program.function(), {true});
  ASSERT_TRUE(succeeded(gradient)) << program.diagnostics();
  std::string text = program.text();
  size_t backward = text.find("@main.vjp");
  EXPECT_NE(text.find("brigade.psum", text.find("brigade.pvary %arg1", backward)),
            std::string::npos)
      << text;
}

} // namespace
} // namespace brigade::test
