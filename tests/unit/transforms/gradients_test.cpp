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

INSTANTIATE_TEST_SUITE_P(Transforms, Gradients, testing::ValuesIn(all_cases()),
                         [](auto &info) { return info.param.name; });

} // namespace
} // namespace brigade::test
