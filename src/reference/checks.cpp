#include "reference/checks.h"

#include "reference/element.h"
#include "reference/index.h"
#include "reference/machine.h"
#include "reference/values.h"

#include "ir/dialects.h"
#include "ir/types.h"

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

Comparison find_check(std::string_view name) {
  return llvm::StringSwitch<Comparison>(name)
      .Case("check.expect_eq", check_equal)
      .Case("check.expect_close",
            [](const Literal &a, const Literal &b) { return check_close(a, b); })
      .Case("check.expect_almost_eq",
            [](const Literal &a, const Literal &b) { return check_almost_equal(a, b); })
      .Default(nullptr);
}

namespace {

/// Compares two values and counts; a difference is a diagnostic that names the check.
template <class Check>
LogicalResult perform(Operation *op, llvm::StringRef name, Machine &machine, int device,
                      const Literal &actual, const Literal &expected, Check check) {
  std::optional<std::string> difference = check(actual, expected);
  if (Checks *checks = machine.checks())
    ++(difference ? checks->failed : checks->passed);
  if (!difference)
    return mlir::success();
  auto diagnostic = op->emitError() << name << " failed";
  if (machine.grid().size() > 1)
    diagnostic << " on device " << device;
  return diagnostic << ": " << *difference;
}

LogicalResult custom_call(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  llvm::StringRef target = mlir::cast<stablehlo::CustomCallOp>(op).getCallTargetName();
  Comparison check = find_check(target);
  if (!check)
    return op->emitOpError() << "calls @" << target << ", which has no rule in the interpreter";
  if (op->getNumOperands() != 2 || op->getNumResults() != 0)
    return op->emitOpError() << "@" << target
                             << " takes the actual and the expected value and has no result";
  for (int device : active) {
    auto values = machine.operands(op, frame, device);
    if (failed(values) ||
        failed(perform(op, target, machine, device, *(*values)[0], *(*values)[1], check)))
      return mlir::failure();
  }
  return mlir::success();
}

/// The operations of the check dialect: an operand, and an operand or an attribute to compare it
/// with.
LogicalResult check_operation(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  llvm::StringRef name = op->getName().getStringRef();
  auto value = op->getAttrOfType<mlir::DenseElementsAttr>("value");
  if (op->getNumOperands() != (value ? 1u : 2u) || op->getNumResults() != 0)
    return op->emitOpError("takes the actual and the expected value and has no result");
  if (value && !element_dtype(value.getType()))
    return op->emitOpError() << "has a value of " << value.getType()
                             << ", which the interpreter cannot hold";
  auto tolerance = op->getAttrOfType<mlir::FloatAttr>("tolerance");
  auto ulps = op->getAttrOfType<mlir::IntegerAttr>("max_ulp_difference");
  auto check = [&](const Literal &actual, const Literal &expected) {
    if (ulps)
      return check_close(actual, expected, static_cast<uint64_t>(ulps.getInt()));
    if (name.contains("almost"))
      return check_almost_equal(actual, expected, tolerance ? tolerance.getValueAsDouble() : 1e-4);
    return check_equal(actual, expected);
  };
  for (int device : active) {
    auto values = machine.operands(op, frame, device);
    if (failed(values))
      return mlir::failure();
    Literal expected = value ? ir::literal_of(value) : *(*values)[1];
    if (failed(perform(op, name, machine, device, *(*values)[0], expected, check)))
      return mlir::failure();
  }
  return mlir::success();
}

} // namespace

void add_checks_evaluations(EvaluateRules &rules) {
  rules.add<stablehlo::CustomCallOp>(custom_call);
  for (const char *name : {"check.expect_eq", "check.expect_eq_const", "check.expect_almost_eq",
                           "check.expect_almost_eq_const", "check.expect_close"})
    rules.add(name, check_operation);
}

} // namespace brigade::reference
