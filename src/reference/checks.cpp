#include "reference/checks.h"

#include "reference/element.h"
#include "reference/index.h"
#include "reference/machine.h"
#include "reference/values.h"

#include "ir/dialects.h"

#include "llvm/ADT/StringSwitch.h"

#include <fmt/format.h>

namespace brigade::reference {

using llvm::ArrayRef;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::Operation;

namespace {

/// Compares element by element; `same` takes two elements of the arrays' C++ type.
template <class Same>
std::optional<std::string> compare(const Literal &actual, const Literal &expected, Same same) {
  if (actual.dtype != expected.dtype || actual.shape != expected.shape)
    return "is " + to_string(actual.dtype, actual.shape) + ", expected " +
           to_string(expected.dtype, expected.shape);
  return visit_dtype(actual.dtype, [&]<class T>(T) -> std::optional<std::string> {
    int64_t differing = 0;
    std::string first;
    for (IndexWalk i(actual.shape); i; ++i) {
      int64_t at = i.position();
      if (same(actual.data<T>()[at], expected.data<T>()[at]))
        continue;
      if (differing++ == 0)
        first = fmt::format("element {} is {}, expected {}", to_string(*i),
                            element_text(actual, at), element_text(expected, at));
    }
    if (differing == 0)
      return std::nullopt;
    return fmt::format("{}; {} of {} differ", first, differing, actual.size());
  });
}

/// A float's bits as a number on the line of all floats, both zeros at 0.
template <class T> int64_t place_on_line(T x) {
  if constexpr (sizeof(T) == 8) {
    int64_t bits;
    std::memcpy(&bits, &x, 8);
    return bits < 0 ? std::numeric_limits<int64_t>::min() - bits : bits;
  } else if constexpr (sizeof(T) == 4) {
    int32_t bits;
    std::memcpy(&bits, &x, 4);
    return bits < 0 ? int64_t{std::numeric_limits<int32_t>::min()} - bits : bits;
  } else {
    int16_t bits;
    std::memcpy(&bits, &x, 2);
    return bits < 0 ? int64_t{std::numeric_limits<int16_t>::min()} - bits : bits;
  }
}

constexpr auto same_value = [](auto a, auto b) {
  auto x = exact(a), y = exact(b);
  return x == y || (x != x && y != y);
};

} // namespace

std::optional<std::string> check_equal(const Literal &actual, const Literal &expected) {
  return compare(actual, expected, same_value);
}

std::optional<std::string> check_close(const Literal &actual, const Literal &expected,
                                       uint64_t max_ulps) {
  return compare(actual, expected, [&]<class T>(T a, T b) {
    if (same_value(a, b))
      return true;
    if constexpr (is_float<T>) {
      if (!std::isfinite(real(a)) || !std::isfinite(real(b)))
        return false;
      int64_t x = place_on_line(a), y = place_on_line(b);
      uint64_t distance = x > y ? static_cast<uint64_t>(x) - static_cast<uint64_t>(y)
                                : static_cast<uint64_t>(y) - static_cast<uint64_t>(x);
      return distance <= max_ulps;
    }
    return false;
  });
}

std::optional<std::string> check_almost_equal(const Literal &actual, const Literal &expected,
                                              double tolerance) {
  return compare(actual, expected, [&]<class T>(T a, T b) {
    if (same_value(a, b))
      return true;
    if constexpr (is_float<T>)
      return std::fabs(real(a) - real(b)) <= tolerance;
    return false;
  });
}

namespace {

using Check = std::optional<std::string> (*)(const Literal &, const Literal &);

Check find_check(llvm::StringRef target) {
  return llvm::StringSwitch<Check>(target)
      .Case("check.expect_eq", check_equal)
      .Case("check.expect_close",
            [](const Literal &a, const Literal &b) { return check_close(a, b); })
      .Case("check.expect_almost_eq",
            [](const Literal &a, const Literal &b) { return check_almost_equal(a, b); })
      .Default(nullptr);
}

LogicalResult custom_call(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  llvm::StringRef target = mlir::cast<stablehlo::CustomCallOp>(op).getCallTargetName();
  Check check = find_check(target);
  if (!check)
    return op->emitOpError() << "calls @" << target << ", which has no rule in the interpreter";
  if (op->getNumOperands() != 2 || op->getNumResults() != 0)
    return op->emitOpError() << "@" << target
                             << " takes the actual and the expected value and has no result";
  for (int device : active) {
    auto values = machine.operands(op, frame, device);
    if (failed(values))
      return mlir::failure();
    std::optional<std::string> difference = check(*(*values)[0], *(*values)[1]);
    if (Checks *checks = machine.checks())
      ++(difference ? checks->failed : checks->passed);
    if (difference)
      return op->emitOpError() << "@" << target << " failed"
                               << (machine.grid().size() > 1
                                       ? " on device " + std::to_string(device)
                                       : std::string())
                               << ": " << *difference;
  }
  return mlir::success();
}

} // namespace

void add_checks_evaluations(EvaluateRules &rules) {
  rules.add<stablehlo::CustomCallOp>(custom_call);
}

} // namespace brigade::reference
