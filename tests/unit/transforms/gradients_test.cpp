#include "cases.h"

#include "transforms/transforms.h"

namespace brigade::test {
namespace {

class Gradients : public testing::TestWithParam<GradientCase> {};

TEST_P(Gradients, AgreeWithDifferences) {
  Program program(GetParam().text);
  ASSERT_TRUE(program.ok()) << program.diagnostics() << GetParam().text;
  check_gradients(program, program.function(), GetParam());
}

/// The operations that batching is made of have derivatives too.
TEST_P(Gradients, OfTheBatchedAgreeWithDifferences) {
  GradientCase c = GetParam();
  Program program(c.text);
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  mlir::func::FuncOp f = program.function();
  std::vector<std::optional<int64_t>> in, out(f.getNumResults(), 0);
  for (mlir::Type type : f.getArgumentTypes())
    in.push_back(llvm::cast<mlir::RankedTensorType>(type).getRank());
  auto batched = transforms::batch(f, in, out, 2);
  ASSERT_TRUE(succeeded(batched)) << program.diagnostics();
  c.order = 1;
  c.active = {};
  check_gradients(program, *batched, c);
}

/// Differences in f32 are too coarse, so the answer is written out: 2 x t and 2 x ct.
TEST(GradientsOfConversions, GoThroughTheNarrowerType) {
  Program program(R"(
func.func @main(%x: tensor<3xf64>) -> tensor<3xbf16> {
  %a = stablehlo.convert %x : (tensor<3xf64>) -> tensor<3xf32>
  %b = stablehlo.multiply %a, %a : tensor<3xf32>
  %y = stablehlo.convert %b : (tensor<3xf32>) -> tensor<3xbf16>
  return %y : tensor<3xbf16>
})");
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  const Literal x = literal(DType::F64, {3}, {1, -2, 3});
  auto forward = transforms::jvp(program.function(), {true});
  ASSERT_TRUE(succeeded(forward)) << program.diagnostics();
  EXPECT_TRUE(equal(run(*forward, {x, literal(DType::F64, {3}, {0.5, 1, 2})})[1],
                    literal(DType::BF16, {3}, {1, -4, 12})));
  auto backward = transforms::vjp(program.function(), {true});
  ASSERT_TRUE(succeeded(backward)) << program.diagnostics();
  EXPECT_TRUE(equal(run(*backward, {x, literal(DType::BF16, {3}, {0.5, 1, 2})})[1],
                    literal(DType::F64, {3}, {1, -4, 12})));
}

INSTANTIATE_TEST_SUITE_P(Transforms, Gradients, testing::ValuesIn(all_cases()),
                         [](auto &info) { return info.param.name; });

} // namespace
} // namespace brigade::test
