#include "cases.h"
#include "stacks.h"

#include "ir/dialects.h"
#include "ir/types.h"
#include "transforms/transforms.h"

#include "mlir/IR/Verifier.h"

namespace brigade::test {
namespace {

using mlir::func::FuncOp;
using Axes = std::vector<std::optional<int64_t>>;

constexpr int64_t size = 3;

/// Whether the functions that `f` reaches hold a loop.
bool has_loop(FuncOp f) {
  bool found = false;
  f.walk([&](mlir::Operation *op) {
    found |= llvm::isa<stablehlo::WhileOp>(op);
    if (auto call = llvm::dyn_cast<mlir::func::CallOp>(op))
      found |=
          has_loop(mlir::SymbolTable::lookupNearestSymbolFrom<FuncOp>(op, call.getCalleeAttr()));
  });
  return found;
}

class Checker {
public:
  Checker(Program &program, std::vector<Range> ranges)
      : program_(program), ranges_(std::move(ranges)) {}

  Literal draw(mlir::Type type, size_t argument, std::optional<int64_t> axis, uint64_t seed) {
    auto tensor = llvm::cast<mlir::RankedTensorType>(type);
    Shape shape(tensor.getShape().begin(), tensor.getShape().end());
    if (axis)
      shape.insert(shape.begin() + *axis, size);
    Range range = ranges_.empty() ? Range() : ranges_[std::min(argument, ranges_.size() - 1)];
    return random_literal(ir::dtype_of(tensor.getElementType()), shape, seed, range.low,
                          range.high);
  }

  void check(FuncOp f, const Axes &in_axes) {
    std::vector<Literal> arguments;
    for (size_t i = 0; i < in_axes.size(); ++i)
      arguments.push_back(draw(f.getArgumentTypes()[i], i, in_axes[i], 10 + i));
    Axes out_axes;
    for (size_t i = 0; i < f.getNumResults(); ++i) {
      int64_t rank = llvm::cast<mlir::RankedTensorType>(f.getResultTypes()[i]).getRank();
      out_axes.push_back(static_cast<int64_t>(i + in_axes.size()) % (rank + 1));
    }
    auto batched = transforms::batch(f, in_axes, out_axes, size);
    ASSERT_TRUE(succeeded(batched)) << program_.diagnostics();
    ASSERT_TRUE(succeeded(mlir::verify(program_.module())))
        << program_.diagnostics() << print(*batched);
    if (!has_loop(f))
      EXPECT_FALSE(has_loop(*batched)) << print(*batched);
    auto results = run(*batched, arguments);
    ASSERT_EQ(results.size(), f.getNumResults()) << program_.diagnostics() << print(*batched);
    std::vector<std::vector<Literal>> examples(results.size());
    for (int64_t b = 0; b < size; ++b) {
      std::vector<Literal> example = arguments;
      for (size_t i = 0; i < in_axes.size(); ++i)
        if (in_axes[i])
          example[i] = take(arguments[i], *in_axes[i], b);
      auto values = run(f, example);
      ASSERT_EQ(values.size(), results.size()) << program_.diagnostics();
      for (size_t i = 0; i < values.size(); ++i)
        examples[i].push_back(values[i]);
    }
    for (size_t i = 0; i < results.size(); ++i)
      EXPECT_TRUE(close(results[i], stack(examples[i], *out_axes[i]))) << "result " << i << "\n"
                                                                       << print(*batched);
  }

  /// Every choice of axes where there are few, else those that map one argument, and all at once.
  void check_all(FuncOp f) {
    std::vector<Axes> choices = {{}};
    for (mlir::Type type : f.getArgumentTypes()) {
      std::vector<Axes> longer;
      int64_t rank = llvm::cast<mlir::RankedTensorType>(type).getRank();
      for (const Axes &axes : choices)
        for (int64_t axis = -1; axis <= rank; ++axis) {
          longer.push_back(axes);
          longer.back().push_back(axis < 0 ? std::nullopt : std::optional<int64_t>(axis));
        }
      choices = std::move(longer);
    }
    size_t stride = std::max<size_t>(1, choices.size() / 12);
    for (size_t i = choices.size() - 1;; i -= stride) {
      check(f, choices[i]);
      if (i < stride || testing::Test::HasFailure())
        break;
    }
  }

private:
  static std::string print(FuncOp f) {
    std::string text;
    llvm::raw_string_ostream(text) << f;
    return text;
  }

  Program &program_;
  std::vector<Range> ranges_;
};

class Batching : public testing::TestWithParam<GradientCase> {};

TEST_P(Batching, AgreesWithALoop) {
  const GradientCase &c = GetParam();
  Program program(c.text);
  ASSERT_TRUE(program.ok()) << program.diagnostics() << c.text;
  FuncOp f = program.function();
  Checker(program, c.ranges).check_all(f);
  // Twice: what batching writes can be batched.
  Axes axes(f.getNumArguments(), 0);
  auto once = transforms::batch(f, axes, Axes(f.getNumResults(), 0), 2);
  ASSERT_TRUE(succeeded(once)) << program.diagnostics();
  for (auto [i, type] : llvm::enumerate(once->getArgumentTypes()))
    axes[i] = i % (1 + llvm::cast<mlir::RankedTensorType>(type).getRank());
  Checker(program, c.ranges).check(*once, axes);
}

/// The operations that derivatives are made of have rules too.
TEST_P(Batching, OfTheGradientAgreesWithALoop) {
  const GradientCase &c = GetParam();
  if (c.order == 0 || !c.reverse)
    return;
  Program program(c.text);
  ASSERT_TRUE(program.ok()) << program.diagnostics();
  FuncOp f = program.function();
  llvm::SmallVector<bool> wrt;
  for (mlir::Type type : f.getArgumentTypes())
    wrt.push_back(
        llvm::isa<mlir::FloatType>(llvm::cast<mlir::RankedTensorType>(type).getElementType()));
  auto gradient = transforms::vjp(f, wrt);
  ASSERT_TRUE(succeeded(gradient)) << program.diagnostics();
  // The cotangents have the default range.
  std::vector<Range> ranges;
  for (size_t i = 0; i < f.getNumArguments(); ++i)
    ranges.push_back(c.ranges.empty() ? Range() : c.ranges[std::min(i, c.ranges.size() - 1)]);
  ranges.push_back(Range());
  Axes axes;
  for (mlir::Type type : gradient->getArgumentTypes())
    axes.push_back(axes.size() % (1 + llvm::cast<mlir::RankedTensorType>(type).getRank()));
  Checker(program, ranges).check(*gradient, axes);
}

INSTANTIATE_TEST_SUITE_P(Transforms, Batching,
                         testing::ValuesIn(joined({all_cases(), integer_cases()})),
                         [](auto &info) { return info.param.name; });

} // namespace
} // namespace brigade::test
