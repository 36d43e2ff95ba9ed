#include "reference/element.h"

#include "ir/dialects.h"

namespace brigade::reference {

namespace {

/// Whether the operands are signed integers, unsigned integers (or bool), or floats.
template <class T> inline constexpr bool is_signed_value = std::is_same_v<T, int64_t>;
template <class T> inline constexpr bool is_unsigned_value = std::is_same_v<T, uint64_t>;

constexpr auto add = [](auto a, auto b) { return a + b; };
constexpr auto subtract = [](auto a, auto b) { return a - b; };
constexpr auto multiply = [](auto a, auto b) { return a * b; };
constexpr auto negate = [](auto a) {
  if constexpr (std::is_integral_v<decltype(a)>)
    return 0 - a;
  else
    return -a;
};

/// Integers: towards zero; by zero all bits set; the lowest by -1 wraps to itself. As XLA.
constexpr auto divide = [](auto a, auto b) {
  using T = decltype(a);
  if constexpr (std::is_floating_point_v<T>)
    return a / b;
  else if (b == 0)
    return static_cast<T>(-1);
  else if constexpr (is_signed_value<T>)
    return b == -1 ? static_cast<T>(0 - static_cast<uint64_t>(a)) : a / b;
  else
    return a / b;
};

/// With the sign of the dividend. Integers: by zero the dividend.
constexpr auto remainder = [](auto a, auto b) {
  using T = decltype(a);
  if constexpr (std::is_floating_point_v<T>)
    return std::fmod(a, b);
  else if (b == 0)
    return a;
  else if constexpr (is_signed_value<T>)
    return b == -1 ? T{0} : a % b;
  else
    return a % b;
};

/// IEEE maximum: NaN if either is, and +0 above -0.
constexpr auto maximum = [](auto a, auto b) {
  if constexpr (std::is_floating_point_v<decltype(a)>) {
    if (a != a || b != b)
      return a != a ? a : b;
    if (a == b)
      return std::signbit(a) ? b : a;
  }
  return a > b ? a : b;
};
constexpr auto minimum = [](auto a, auto b) {
  if constexpr (std::is_floating_point_v<decltype(a)>) {
    if (a != a || b != b)
      return a != a ? a : b;
    if (a == b)
      return std::signbit(a) ? a : b;
  }
  return a < b ? a : b;
};

constexpr auto absolute = [](auto a) {
  using T = decltype(a);
  if constexpr (std::is_floating_point_v<T>)
    return std::fabs(a);
  else if constexpr (is_signed_value<T>)
    return a < 0 ? static_cast<T>(0 - static_cast<uint64_t>(a)) : a;
  else
    return a;
};

/// -1, 0 or 1; a zero keeps its sign and NaN stays.
constexpr auto sign = [](auto a) {
  using T = decltype(a);
  if constexpr (std::is_floating_point_v<T>)
    return a == 0 || a != a ? a : std::copysign(T{1}, a);
  else if constexpr (is_signed_value<T>)
    return static_cast<T>((a > 0) - (a < 0));
  else
    return static_cast<T>(a != 0);
};

/// a^b modulo 2^64. A negative power is the integer part of the exact value; of 0 it is 0, as XLA.
template <class T> uint64_t integer_power(T a, T b) {
  if constexpr (is_signed_value<T>)
    if (b < 0)
      return a == 1 ? 1 : a == -1 ? (b % 2 ? -1 : 1) : 0;
  uint64_t result = 1, base = static_cast<uint64_t>(a);
  for (uint64_t n = static_cast<uint64_t>(b); n; n >>= 1, base *= base)
    if (n & 1)
      result *= base;
  return result;
}
constexpr auto power = [](auto a, auto b) {
  if constexpr (std::is_floating_point_v<decltype(a)>)
    return std::pow(static_cast<double>(a), static_cast<double>(b));
  else
    return static_cast<decltype(a)>(integer_power(a, b));
};

} // namespace

mlir::LogicalResult refuse_type(mlir::Operation *op, int index) {
  return op->emitOpError() << "does not take operand " << index << " of type "
                           << op->getOperand(index).getType();
}

void add_arithmetic_evaluations(EvaluateRules &rules) {
  rules.add<stablehlo::AddOp>(on_numbers(add));
  rules.add<stablehlo::SubtractOp>(on_numbers(subtract));
  rules.add<stablehlo::MulOp>(on_numbers(multiply));
  rules.add<stablehlo::NegOp>(on_numbers(negate));
  rules.add<stablehlo::DivOp>(on_values(divide));
  rules.add<stablehlo::RemOp>(on_values(remainder));
  rules.add<stablehlo::MaxOp>(on_values(maximum));
  rules.add<stablehlo::MinOp>(on_values(minimum));
  rules.add<stablehlo::AbsOp>(on_values(absolute));
  rules.add<stablehlo::SignOp>(on_values(sign));
  rules.add<stablehlo::PowOp>(on_values(power));
}

} // namespace brigade::reference
