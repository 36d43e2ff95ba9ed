#include "reference/forbid.h"

#include "apply.h"

namespace brigade::test {
namespace {

constexpr const char *text = R"(
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = stablehlo.negate %x : tensor<2xf32>
    return %0 : tensor<2xf32>
  })";
constexpr const char *refusal =
    "2:3: error: @main would be interpreted where only compiled code may run\n";

TEST(ForbidInterpreter, RefusesWhileAGuardLives) {
  const Literal x = literal(DType::F32, {2}, {1, -2});
  {
    reference::ForbidInterpreter outer;
    {
      reference::ForbidInterpreter inner;
      EXPECT_EQ(run_error(text, {x}), refusal);
    }
    EXPECT_EQ(run_error(text, {x}), refusal);
    Program program(text);
    EXPECT_TRUE(failed(reference::interpret_parallel(program.module(), "main", {{x}, {x}})));
    EXPECT_EQ(program.diagnostics(), refusal);
  }
  EXPECT_TRUE(equal(run(text, {x})[0], literal(DType::F32, {2}, {-1, 2})));
}

TEST(ForbidInterpreter, LeavesTheFoldingOfConstants) {
  reference::ForbidInterpreter guard;
  Program program(text);
  auto values = reference::evaluate(&program.function().getBody().front().front(),
                                    {literal(DType::F32, {2}, {1, -2})});
  ASSERT_TRUE(succeeded(values));
  EXPECT_TRUE(equal((*values)[0], literal(DType::F32, {2}, {-1, 2})));
}

} // namespace
} // namespace brigade::test
