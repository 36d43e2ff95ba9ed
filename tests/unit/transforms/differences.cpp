#include "differences.h"

#include "ir/types.h"
#include "reference/interpreter.h"
#include "transforms/transforms.h"

#include "mlir/IR/Verifier.h"

#include <cmath>

namespace brigade::test {

using mlir::func::FuncOp;

std::vector<Literal> run(FuncOp f, const std::vector<Literal> &arguments) {
  auto module = f->getParentOfType<mlir::ModuleOp>();
  auto results = reference::interpret(module, f.getName(), arguments);
  EXPECT_TRUE(succeeded(results)) << "cannot interpret @" << f.getName().str();
  return succeeded(results) ? *results : std::vector<Literal>();
}

namespace {

bool is_floating_type(mlir::Type type) {
  return is_floating(ir::dtype_of(llvm::cast<mlir::RankedTensorType>(type).getElementType()));
}

/// x + scale * v, element by element.
Literal along(const Literal &x, const Literal &v, double scale) {
  Literal result = x;
  for (int64_t i = 0; i < x.size(); ++i)
    result.data<double>()[i] += scale * v.data<double>()[i];
  return result;
}

double dot(const Literal &a, const Literal &b) {
  double sum = 0;
  for (int64_t i = 0; i < a.size(); ++i)
    sum += a.data<double>()[i] * b.data<double>()[i];
  return sum;
}

class Checker {
public:
  Checker(Program &program, bool reverse) : program_(program), reverse_(reverse) {}

  void check(FuncOp f, const std::vector<Literal> &arguments, std::vector<bool> active, int order) {
    SCOPED_TRACE("derivative of @" + f.getName().str());
    llvm::SmallVector<bool> mask(active.begin(), active.end());
    std::vector<Literal> directions, moved[2] = {arguments, arguments}, with_directions = arguments;
    constexpr double step = 1e-5;
    for (size_t i = 0; i < arguments.size(); ++i)
      if (active[i]) {
        directions.push_back(random_literal(DType::F64, arguments[i].shape, ++seed_, -1, 1));
        with_directions.push_back(directions.back());
        moved[0][i] = along(arguments[i], directions.back(), -step);
        moved[1][i] = along(arguments[i], directions.back(), step);
      }

    auto forward = transforms::jvp(f, mask);
    ASSERT_TRUE(succeeded(forward)) << program_.diagnostics();
    ASSERT_TRUE(succeeded(mlir::verify(program_.module())))
        << program_.diagnostics() << program_.text();
    auto values = run(*forward, with_directions), primal = run(f, arguments);
    auto before = run(f, moved[0]), after = run(f, moved[1]);
    if (testing::Test::HasFailure()) {
      ADD_FAILURE() << program_.diagnostics() << program_.text();
      return;
    }
    size_t next = primal.size();
    std::vector<Literal> tangents, cotangents;
    for (size_t i = 0; i < primal.size(); ++i) {
      EXPECT_TRUE(close(values[i], primal[i])) << "the value changed";
      if (!is_floating_type(f.getResultTypes()[i]))
        continue;
      Literal difference = along(after[i], before[i], -1);
      for (double &x : difference.data<double>())
        x /= 2 * step;
      ASSERT_LT(next, values.size());
      tangents.push_back(values[next++]);
      EXPECT_TRUE(close(tangents.back(), difference, 1e-7 / tolerance(DType::F64)))
          << "jvp of result " << i << "\n"
          << print(*forward);
      cotangents.push_back(random_literal(DType::F64, primal[i].shape, ++seed_, -1, 1));
    }

    if (!reverse_)
      return;
    auto backward = transforms::vjp(f, mask);
    ASSERT_TRUE(succeeded(backward)) << program_.diagnostics();
    ASSERT_TRUE(succeeded(mlir::verify(program_.module())))
        << program_.diagnostics() << program_.text();
    std::vector<Literal> with_cotangents = arguments;
    with_cotangents.insert(with_cotangents.end(), cotangents.begin(), cotangents.end());
    values = run(*backward, with_cotangents);
    ASSERT_EQ(values.size(), primal.size() + directions.size()) << program_.diagnostics();
    double forwards = 0, backwards = 0;
    for (size_t i = 0; i < tangents.size(); ++i)
      forwards += dot(tangents[i], cotangents[i]);
    for (size_t i = 0; i < directions.size(); ++i)
      backwards += dot(values[primal.size() + i], directions[i]);
    EXPECT_NEAR(forwards, backwards, 1e-9 * std::max(1.0, std::abs(forwards)))
        << "vjp against jvp\n"
        << print(*backward);
    check_split(f, mask, arguments, cotangents, values);

    if (order > 1 && !testing::Test::HasFailure()) {
      active.insert(active.end(), cotangents.size(), true);
      check(*backward, with_cotangents, active, order - 1);
    }
  }

private:
  /// The two functions together are the one.
  void check_split(FuncOp f, llvm::ArrayRef<bool> mask, const std::vector<Literal> &arguments,
                   const std::vector<Literal> &cotangents, const std::vector<Literal> &whole) {
    auto split = transforms::vjp_split(f, mask);
    ASSERT_TRUE(succeeded(split)) << program_.diagnostics();
    auto values = run(split->forward, arguments);
    size_t count = f.getNumResults();
    ASSERT_GE(values.size(), count);
    std::vector<Literal> inputs(values.begin() + count, values.end());
    inputs.insert(inputs.end(), cotangents.begin(), cotangents.end());
    auto gradients = run(split->backward, inputs);
    ASSERT_EQ(count + gradients.size(), whole.size()) << program_.diagnostics();
    for (size_t i = 0; i < gradients.size(); ++i)
      EXPECT_TRUE(close(gradients[i], whole[count + i])) << "vjp_split\n" << print(split->backward);
  }

  static std::string print(FuncOp f) {
    std::string text;
    llvm::raw_string_ostream(text) << f;
    return text;
  }

  Program &program_;
  bool reverse_;
  uint64_t seed_ = 100;
};

} // namespace

void check_gradients(Program &program, FuncOp f, const GradientCase &c) {
  std::vector<Literal> arguments;
  std::vector<bool> active;
  for (auto [i, type] : llvm::enumerate(f.getArgumentTypes())) {
    auto tensor = llvm::cast<mlir::RankedTensorType>(type);
    Range range = c.ranges.empty() ? Range() : c.ranges[std::min(i, c.ranges.size() - 1)];
    arguments.push_back(random_literal(ir::dtype_of(tensor.getElementType()),
                                       Shape(tensor.getShape().begin(), tensor.getShape().end()),
                                       i + 1, range.low, range.high));
    active.push_back(is_floating_type(type));
  }
  Checker(program, c.reverse).check(f, arguments, c.active.empty() ? active : c.active, c.order);
}

} // namespace brigade::test
