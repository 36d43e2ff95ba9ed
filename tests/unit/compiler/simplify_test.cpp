#include "compiler/import/import.h"
#include "compiler/simplify/simplify.h"
#include "ir/dialects.h"
#include "ir/parse.h"
#include "ir/types.h"
#include "reference/interpreter.h"
#include "support/literals.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>

namespace brigade::compiler {
namespace {

/// An expression of x and y, and how many operations are left of it.
struct Identity {
  const char *name, *type, *body;
  int left;
};

constexpr const char *f32 = "tensor<144xf32>", *s32 = "tensor<144xi32>", *u8 = "tensor<144xui8>",
                     *boolean = "tensor<144xi1>";

/// All pairs of 12 values that algebra on floats goes wrong with; for integers the extremes.
std::pair<Literal, Literal> all_pairs(DType dtype) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  const double floats[] = {0.0, -0.0, 1.0, -1.0, 3.0, 0.1, inf, -inf, NAN, 1e-45, -3e-39, 3.4e38};
  const double ints[] = {0, 1, -1, 2, 7, -128, 127, 255, 2147483647, -2147483648.0, 100, -100};
  const double small[] = {0, 1, 2, 3, 7, 8, 100, 127, 128, 200, 254, 255};
  const double *values = is_floating(dtype) ? floats : dtype == DType::U8 ? small : ints;
  std::vector<double> x, y;
  for (int i = 0; i < 12; ++i)
    for (int j = 0; j < 12; ++j) {
      x.push_back(values[i]);
      y.push_back(values[j]);
    }
  return {test::literal(dtype, {144}, x), test::literal(dtype, {144}, y)};
}

int count_operations(mlir::ModuleOp module) {
  int count = 0;
  module.lookupSymbol<mlir::func::FuncOp>("main").walk([&](mlir::Operation *op) {
    count += !mlir::isa<mlir::func::FuncOp, mlir::func::ReturnOp>(op);
  });
  return count;
}

class Algebra : public testing::TestWithParam<Identity> {};

TEST_P(Algebra, GivesTheSameBitsWithFewerOperations) {
  mlir::MLIRContext context;
  ir::load_dialects(context);
  std::string type = GetParam().type;
  std::string text = "func.func @main(%x: " + type + ", %y: " + type + ") -> " + type + " {\n";
  std::string body = GetParam().body;
  for (size_t at; (at = body.find("$T")) != std::string::npos;)
    body.replace(at, 2, type);
  text += body + "\nreturn %r : " + type + "\n}";
  ir::Problem problem;
  auto module = ir::parse_module(text, context, problem);
  ASSERT_TRUE(succeeded(module)) << problem.text() << "\n" << text;

  DType dtype = type == f32   ? DType::F32
                : type == s32 ? DType::S32
                : type == u8  ? DType::U8
                              : DType::Bool;
  auto [x, y] = all_pairs(dtype);
  auto before = reference::interpret(**module, "main", {x, y});
  ASSERT_TRUE(succeeded(before));
  ASSERT_TRUE(succeeded(import_program(**module)) && succeeded(simplify(**module)));
  ASSERT_TRUE(succeeded(mlir::verify(**module)));
  auto after = reference::interpret(**module, "main", {x, y});
  ASSERT_TRUE(succeeded(after));
  EXPECT_TRUE(test::equal(after->front(), before->front())) << ir::print_module(**module);
  EXPECT_EQ(count_operations(**module), GetParam().left) << ir::print_module(**module);
}

const Identity identities[] = {
    {"NegateTwice", f32, "%a = stablehlo.negate %x : $T\n%r = stablehlo.negate %a : $T", 0},
    {"NotTwice", s32, "%a = stablehlo.not %x : $T\n%r = stablehlo.not %a : $T", 0},
    {"AbsOfNegate", f32, "%a = stablehlo.negate %x : $T\n%r = stablehlo.abs %a : $T", 1},
    {"AbsOfNegateInt", s32, "%a = stablehlo.negate %x : $T\n%r = stablehlo.abs %a : $T", 1},
    {"AddNegated", f32, "%a = stablehlo.negate %y : $T\n%r = stablehlo.add %x, %a : $T", 1},
    {"NegatedPlus", f32, "%a = stablehlo.negate %x : $T\n%r = stablehlo.add %a, %y : $T", 1},
    {"SubtractNegated", f32, "%a = stablehlo.negate %y : $T\n%r = stablehlo.subtract %x, %a : $T",
     1},
    {"NegatedDifferenceOfInts", s32,
     "%a = stablehlo.subtract %x, %y : $T\n%r = stablehlo.negate %a : $T", 1},
    {"NegatedDifferenceStays", f32,
     "%a = stablehlo.subtract %x, %y : $T\n%r = stablehlo.negate %a : $T", 2},
    {"ProductOfNegated", f32,
     "%a = stablehlo.negate %x : $T\n%b = stablehlo.negate %y : $T\n%r = stablehlo.multiply %a, %b "
     ": $T",
     1},
    {"QuotientOfNegated", f32,
     "%a = stablehlo.negate %x : $T\n%b = stablehlo.negate %y : $T\n%r = stablehlo.divide %a, %b : "
     "$T",
     1},
    {"PlusZeroStays", f32,
     "%c = stablehlo.constant dense<0.0> : $T\n%r = stablehlo.add %c, %x : $T", 2},
    {"PlusMinusZero", f32,
     "%c = stablehlo.constant dense<-0.0> : $T\n%r = stablehlo.add %c, %x : $T", 0},
    {"PlusZeroOfInts", s32, "%c = stablehlo.constant dense<0> : $T\n%r = stablehlo.add %c, %x : $T",
     0},
    {"MinusZero", f32,
     "%c = stablehlo.constant dense<0.0> : $T\n%r = stablehlo.subtract %x, %c : $T", 0},
    {"MinusMinusZeroStays", f32,
     "%c = stablehlo.constant dense<-0.0> : $T\n%r = stablehlo.subtract %x, %c : $T", 2},
    {"TimesOne", f32,
     "%c = stablehlo.constant dense<1.0> : $T\n%r = stablehlo.multiply %c, %x : $T", 0},
    {"TimesZeroStays", f32,
     "%c = stablehlo.constant dense<0.0> : $T\n%r = stablehlo.multiply %x, %c : $T", 2},
    {"TimesZeroOfInts", s32,
     "%c = stablehlo.constant dense<0> : $T\n%r = stablehlo.multiply %x, %c : $T", 1},
    {"OverOne", u8, "%c = stablehlo.constant dense<1> : $T\n%r = stablehlo.divide %x, %c : $T", 0},
    {"PowerOne", f32, "%c = stablehlo.constant dense<1.0> : $T\n%r = stablehlo.power %x, %c : $T",
     0},
    {"OverFour", f32, "%c = stablehlo.constant dense<4.0> : $T\n%r = stablehlo.divide %x, %c : $T",
     3},
    {"OverThreeStays", f32,
     "%c = stablehlo.constant dense<3.0> : $T\n%r = stablehlo.divide %x, %c : $T", 2},
    {"RemainderOfOne", s32,
     "%c = stablehlo.constant dense<1> : $T\n%r = stablehlo.remainder %x, %c : $T", 2},
    {"MaximumOfLowest", f32,
     "%c = stablehlo.constant dense<0xFF800000> : $T\n%r = stablehlo.maximum %x, %c : $T", 0},
    {"MinimumOfHighest", u8,
     "%c = stablehlo.constant dense<255> : $T\n%r = stablehlo.minimum %x, %c : $T", 0},
    {"MaximumOfItself", f32, "%r = stablehlo.maximum %x, %x : $T", 0},
    {"AndAllOnes", s32, "%c = stablehlo.constant dense<-1> : $T\n%r = stablehlo.and %x, %c : $T",
     0},
    {"AndZero", boolean,
     "%c = stablehlo.constant dense<false> : $T\n%r = stablehlo.and %x, %c : $T", 1},
    {"OrTrue", boolean, "%c = stablehlo.constant dense<true> : $T\n%r = stablehlo.or %x, %c : $T",
     1},
    {"XorItself", s32, "%r = stablehlo.xor %x, %x : $T", 2},
    {"MinusItself", s32, "%r = stablehlo.subtract %x, %x : $T", 2},
    {"MinusItselfStays", f32, "%r = stablehlo.subtract %x, %x : $T", 1},
    {"ShiftByZero", s32,
     "%c = stablehlo.constant dense<0> : $T\n%r = stablehlo.shift_right_arithmetic %x, %c : $T", 0},
    {"Square", f32, "%r = chlo.square %x : $T -> $T", 1},
    {"WidenAndBack", f32,
     "%a = stablehlo.convert %x : ($T) -> tensor<144xf64>\n%r = stablehlo.convert %a : "
     "(tensor<144xf64>) -> $T",
     0},
    {"NarrowAndBackStays", f32,
     "%a = stablehlo.convert %x : ($T) -> tensor<144xf16>\n%r = stablehlo.convert %a : "
     "(tensor<144xf16>) -> $T",
     2},
    {"WidenUnsigned", u8,
     "%a = stablehlo.convert %x : ($T) -> tensor<144xi16>\n%r = stablehlo.convert %a : "
     "(tensor<144xi16>) -> $T",
     0},
    {"SignedThroughUnsignedStays", s32,
     "%a = stablehlo.convert %x : ($T) -> tensor<144xui64>\n%r = stablehlo.convert %a : "
     "(tensor<144xui64>) -> $T",
     2},
    {"Twice", f32,
     "%a = stablehlo.tanh %x : $T\n%b = stablehlo.tanh %x : $T\n%r = stablehlo.subtract %a, %b : "
     "$T",
     2},
    {"DoubleReverse", f32,
     "%a = stablehlo.reverse %x, dims = [0] : $T\n%r = stablehlo.reverse %a, dims = [0] : $T", 0},
    {"DeadCode", f32, "%a = stablehlo.tanh %x : $T\n%r = stablehlo.negate %y : $T", 1},
    {"BarriersStay", f32,
     "%a = stablehlo.negate %x : $T\n%b = stablehlo.optimization_barrier %a : $T\n%r = "
     "stablehlo.negate %b : $T",
     3},
};

INSTANTIATE_TEST_SUITE_P(Identities, Algebra, testing::ValuesIn(identities),
                         [](const auto &info) { return std::string(info.param.name); });

/// Whole programs, as JAX prints them.
TEST(Simplify, JaxProgramsGiveTheSameResults) {
  int programs = 0;
  for (const auto &entry : std::filesystem::directory_iterator(BRIGADE_TEST_DATA "/jax")) {
    mlir::MLIRContext context;
    ir::load_dialects(context);
    ir::Problem problem;
    auto module = ir::parse_file(entry.path().string(), context, problem);
    ASSERT_TRUE(succeeded(module)) << problem.text();
    if (!(*module)->getOps<sdy::MeshOp>().empty())
      continue;
    std::vector<Literal> arguments;
    for (mlir::Type type : (*module)->lookupSymbol<mlir::func::FuncOp>("main").getArgumentTypes()) {
      auto tensor = mlir::cast<mlir::RankedTensorType>(type);
      arguments.push_back(test::random_literal(*ir::find_dtype(type), Shape(tensor.getShape()),
                                               arguments.size() + 1, 0.1, 2));
    }
    auto before = reference::interpret(**module, "main", arguments);
    ASSERT_TRUE(succeeded(before)) << entry.path();
    ASSERT_TRUE(succeeded(import_program(**module)) && succeeded(simplify(**module)))
        << entry.path();
    ASSERT_TRUE(succeeded(mlir::verify(**module))) << entry.path();
    auto after = reference::interpret(**module, "main", arguments);
    ASSERT_TRUE(succeeded(after)) << entry.path();
    for (size_t i = 0; i < before->size(); ++i)
      EXPECT_TRUE(test::equal((*after)[i], (*before)[i])) << entry.path() << " result " << i;
    ++programs;
  }
  EXPECT_GE(programs, 12);
}

} // namespace
} // namespace brigade::compiler
