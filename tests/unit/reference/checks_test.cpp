#include "apply.h"

#include "reference/checks.h"

#include <limits>

namespace brigade::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

std::string check_program(const std::string &target) {
  return "func.func @main(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) {\n"
         "  stablehlo.custom_call @" +
         target +
         "(%a, %b) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()\n"
         "  return\n}";
}

TEST(Checks, a_failed_check_is_told_from_a_bad_program) {
  Literal a = literal(DType::F32, {2, 2}, {1, 2, 3, 4}),
          b = literal(DType::F32, {2, 2}, {1, 2, 3.5, 5});
  for (const char *target : {"check.expect_eq", "check.expect_close", "check.expect_almost_eq"}) {
    Program program(check_program(target));
    ASSERT_TRUE(program.ok()) << program.diagnostics();
    reference::Checks checks;
    EXPECT_TRUE(succeeded(reference::interpret(program.module(), "main", {a, a}, &checks)));
    EXPECT_EQ(checks.passed, 1);
    EXPECT_EQ(checks.failed, 0);
    EXPECT_TRUE(failed(reference::interpret(program.module(), "main", {a, b}, &checks)));
    EXPECT_EQ(checks.failed, 1);
    EXPECT_NE(
        program.diagnostics().find(std::string(target) +
                                   " failed: element (1, 0) is 3, expected 3.5; 2 of 4 differ"),
        std::string::npos);
  }
}

TEST(Checks, equal_by_value) {
  EXPECT_FALSE(reference::check_equal(literal(DType::F32, {3}, {0.0, nan, inf}),
                                      literal(DType::F32, {3}, {-0.0, nan, inf})));
  EXPECT_EQ(
      reference::check_equal(literal(DType::S8, {2}, {1, 2}), literal(DType::S8, {2}, {1, 3})),
      "element (1,) is 2, expected 3; 1 of 2 differ");
  EXPECT_EQ(reference::check_equal(scalar(DType::Bool, 1), scalar(DType::Bool, 0)),
            "element () is true, expected false; 1 of 1 differ");
  EXPECT_EQ(reference::check_equal(scalar(DType::S8, 1), scalar(DType::S16, 1)),
            "is s8[], expected s16[]");
}

TEST(Checks, close_in_units_of_the_last_place) {
  for (auto [t, ulp] : {std::pair{DType::F64, 0x1p-52},
                        {DType::F32, 0x1p-23},
                        {DType::F16, 0x1p-10},
                        {DType::BF16, 0x1p-7}}) {
    EXPECT_FALSE(reference::check_close(scalar(t, 1 + 3 * ulp), scalar(t, 1)));
    EXPECT_TRUE(reference::check_close(scalar(t, 1 + 4 * ulp), scalar(t, 1)));
    EXPECT_FALSE(reference::check_close(scalar(t, 0), scalar(t, -0.0), 0));
    EXPECT_TRUE(reference::check_close(scalar(t, 1), scalar(t, -1)));
    EXPECT_TRUE(reference::check_close(scalar(t, inf), scalar(t, 1)));
    EXPECT_TRUE(reference::check_close(scalar(t, nan), scalar(t, 1)));
    EXPECT_FALSE(reference::check_close(scalar(t, nan), scalar(t, nan)));
  }
}

TEST(Checks, almost_equal_to_a_tolerance) {
  EXPECT_FALSE(reference::check_almost_equal(scalar(DType::F32, 1.0009), scalar(DType::F32, 1)));
  EXPECT_TRUE(reference::check_almost_equal(scalar(DType::F32, 1.002), scalar(DType::F32, 1)));
  EXPECT_FALSE(reference::check_almost_equal(scalar(DType::F32, inf), scalar(DType::F32, inf)));
  EXPECT_TRUE(reference::check_almost_equal(scalar(DType::F32, inf), scalar(DType::F32, -inf)));
}

} // namespace
} // namespace brigade::test
