#include "ops/numpy/promotion.h"

#include <cmath>
#include <numbers>
#include <utility>

/// One line a function: which operation, and whether integers become floats first.
namespace brigade {

using namespace ops;

namespace {

using Unary = Array (*)(const Array &, Loc);

Loc loc_of(const std::source_location &where) { return Loc::current(where); }

/// The dtype's own functions of a number that is not whole: for integers, the identity.
Array of_floats(Unary f, const Array &x, Loc loc) { return is_floating(x.dtype()) ? f(x, loc) : x; }

/// bool counts as an integer where arithmetic has no meaning for it.
Array bool_to_integer(const Array &x, Loc loc) {
  return x.dtype() == DType::Bool ? lax::convert_element_type(x, DType::S32, loc) : x;
}

Array as_bool(const Array &x, Loc loc) { return lax::convert_element_type(x, DType::Bool, loc); }

Pair meet_numbers(const char *function, const Array &x, const Array &y, Loc loc) {
  Pair p = meet_arrays(function, x, y, loc);
  return {bool_to_integer(p.x, loc), bool_to_integer(p.y, loc)};
}

Pair meet_truths(const char *function, const Array &x, const Array &y, Loc loc) {
  return meet_arrays(function, as_bool(x, loc), as_bool(y, loc), loc);
}

/// The quotient towards minus infinity: one less than the truncated one where signs differ and
/// something remains.
Array floor_divide_met(const Array &x, const Array &y, Loc loc) {
  if (is_floating(x.dtype())) {
    // By the remainder, since the rounded quotient may have reached the next whole number.
    Array rest = lax::rem(x, y, loc), quotient = lax::div(lax::sub(x, rest, loc), y, loc);
    Array below = lax::bitwise_and(lax::ne(rest, Array(0, loc), loc),
                                   lax::ne(lax::sign(y, loc), lax::sign(rest, loc), loc), loc);
    return lax::round(lax::select(below, lax::sub(quotient, Array(1, loc), loc), quotient, loc),
                      loc);
  }
  Array quotient = lax::div(x, y, loc);
  if (is_unsigned_integer(x.dtype()))
    return quotient;
  Array below = lax::bitwise_and(lax::ne(lax::sign(x, loc), lax::sign(y, loc), loc),
                                 lax::ne(lax::rem(x, y, loc), Array(0, loc), loc), loc);
  return lax::select(below, lax::sub(quotient, Array(1, loc), loc), quotient, loc);
}

Array remainder_met(const Array &x, const Array &y, Loc loc) {
  Array rest = lax::rem(x, y, loc);
  if (is_unsigned_integer(x.dtype()))
    return rest;
  const Array zero = Array(0, loc);
  Array wrong_sign = lax::bitwise_and(lax::ne(lax::lt(rest, zero, loc), lax::lt(y, zero, loc), loc),
                                      lax::ne(rest, zero, loc), loc);
  return lax::select(wrong_sign, lax::add(rest, y, loc), rest, loc);
}

Array shift_right_met(const Array &x, const Array &y, Loc loc) {
  return is_unsigned_integer(x.dtype()) ? lax::shift_right_logical(x, y, loc)
                                        : lax::shift_right_arithmetic(x, y, loc);
}

/// log(exp(x) + exp(y)) without overflow; equal infinities stay.
Array logaddexp_met(const Array &x, const Array &y, Loc loc) {
  Array largest = lax::max(x, y, loc), delta = lax::sub(x, y, loc);
  Array usual =
      lax::add(largest, lax::log1p(lax::exp(lax::neg(lax::abs(delta, loc), loc), loc), loc), loc);
  return lax::select(lax::ne(delta, delta, loc), lax::add(x, y, loc), usual, loc);
}

/// sqrt(x^2 + y^2) by the larger, so that squares do not overflow.
Array hypot_met(const Array &x, const Array &y, Loc loc) {
  Array a = lax::abs(x, loc), b = lax::abs(y, loc);
  Array high = lax::max(a, b, loc), low = lax::min(a, b, loc);
  Array safe = lax::select(lax::eq(high, Array(0, loc), loc),
                           lax::full(high.shape(), scalar(high.dtype(), 1, loc), loc), high, loc);
  Array ratio = lax::div(low, safe, loc);
  return lax::mul(high, lax::sqrt(lax::add(lax::mul(ratio, ratio, loc), Array(1, loc), loc), loc),
                  loc);
}

} // namespace

#define INEXACT(name, f)                                                                           \
  Array name(const Array &x, Loc loc) { return lax::f(inexact(x, loc), loc); }
INEXACT(sqrt, sqrt)
INEXACT(rsqrt, rsqrt)
INEXACT(cbrt, cbrt)
INEXACT(exp, exp)
INEXACT(expm1, expm1)
INEXACT(log, log)
INEXACT(log1p, log1p)
INEXACT(sin, sin)
INEXACT(cos, cos)
INEXACT(tan, tan)
INEXACT(arcsin, asin)
INEXACT(arccos, acos)
INEXACT(arctan, atan)
INEXACT(sinh, sinh)
INEXACT(cosh, cosh)
INEXACT(tanh, tanh)
INEXACT(arcsinh, asinh)
INEXACT(arccosh, acosh)
INEXACT(arctanh, atanh)
#undef INEXACT

Array negative(const Array &x, Loc loc) { return lax::neg(x, loc); }
Array abs(const Array &x, Loc loc) { return x.dtype() == DType::Bool ? x : lax::abs(x, loc); }
Array sign(const Array &x, Loc loc) {
  return is_unsigned_integer(x.dtype()) ? lax::min(x, Array(1, loc), loc) : lax::sign(x, loc);
}
Array square(const Array &x, Loc loc) { return lax::mul(x, x, loc); }
Array reciprocal(const Array &x, Loc loc) {
  return lax::div(Array(1.0, loc), inexact(x, loc), loc);
}
Array exp2(const Array &x, Loc loc) {
  return lax::exp(lax::mul(inexact(x, loc), Array(std::numbers::ln2, loc), loc), loc);
}
Array log2(const Array &x, Loc loc) {
  return lax::div(lax::log(inexact(x, loc), loc), Array(std::numbers::ln2, loc), loc);
}
Array log10(const Array &x, Loc loc) {
  return lax::div(lax::log(inexact(x, loc), loc), Array(std::numbers::ln10, loc), loc);
}
Array floor(const Array &x, Loc loc) { return of_floats(lax::floor, x, loc); }
Array ceil(const Array &x, Loc loc) { return of_floats(lax::ceil, x, loc); }
Array round(const Array &x, Loc loc) { return of_floats(lax::round_even, x, loc); }
Array trunc(const Array &x, Loc loc) {
  if (!is_floating(x.dtype()))
    return x;
  return lax::select(lax::lt(x, Array(0, loc), loc), lax::ceil(x, loc), lax::floor(x, loc), loc);
}
Array isnan(const Array &x, Loc loc) { return lax::ne(x, x, loc); }
Array isfinite(const Array &x, Loc loc) {
  return is_floating(x.dtype()) ? lax::is_finite(x, loc) : filled(DType::Bool, x.shape(), 1, loc);
}
Array isinf(const Array &x, Loc loc) {
  if (!is_floating(x.dtype()))
    return filled(DType::Bool, x.shape(), 0, loc);
  return lax::eq(lax::abs(x, loc), lax::full(x.shape(), highest(x.dtype(), loc), loc), loc);
}
Array logical_not(const Array &x, Loc loc) { return lax::bitwise_not(as_bool(x, loc), loc); }
Array bitwise_not(const Array &x, Loc loc) { return lax::bitwise_not(x, loc); }

// Promote, broadcast, apply.
#define BINARY(name, meet, f)                                                                      \
  Array name(const Array &x, const Array &y, Loc loc) {                                            \
    Pair p = meet(#name, x, y, loc);                                                               \
    return f(p.x, p.y, loc);                                                                       \
  }
BINARY(add, meet_arrays, lax::add)
BINARY(subtract, meet_numbers, lax::sub)
BINARY(multiply, meet_arrays, lax::mul)
BINARY(divide, meet_inexact, lax::div)
BINARY(floor_divide, meet_numbers, floor_divide_met)
BINARY(remainder, meet_numbers, remainder_met)
BINARY(fmod, meet_numbers, lax::rem)
BINARY(power, meet_numbers, lax::pow)
BINARY(maximum, meet_arrays, lax::max)
BINARY(minimum, meet_arrays, lax::min)
BINARY(arctan2, meet_inexact, lax::atan2)
BINARY(hypot, meet_inexact, hypot_met)
BINARY(logaddexp, meet_inexact, logaddexp_met)
BINARY(equal, meet_arrays, lax::eq)
BINARY(not_equal, meet_arrays, lax::ne)
BINARY(less, meet_arrays, lax::lt)
BINARY(less_equal, meet_arrays, lax::le)
BINARY(greater, meet_arrays, lax::gt)
BINARY(greater_equal, meet_arrays, lax::ge)
BINARY(logical_and, meet_truths, lax::bitwise_and)
BINARY(logical_or, meet_truths, lax::bitwise_or)
BINARY(logical_xor, meet_truths, lax::bitwise_xor)
BINARY(bitwise_and, meet_arrays, lax::bitwise_and)
BINARY(bitwise_or, meet_arrays, lax::bitwise_or)
BINARY(bitwise_xor, meet_arrays, lax::bitwise_xor)
BINARY(left_shift, meet_numbers, lax::shift_left)
BINARY(right_shift, meet_numbers, shift_right_met)
#undef BINARY

Array power(const Array &x, int exponent, Loc loc) {
  return lax::integer_pow(exponent < 0 ? inexact(x, loc) : bool_to_integer(x, loc), exponent, loc);
}

Array where(const Array &condition, const Array &x, const Array &y, Loc loc) {
  Pair p = meet_arrays("where", x, y, loc);
  const Shape shape = broadcast_shape("where", condition.shape(), p.x.shape(), loc);
  return lax::select(broadcast_to_shape(as_bool(condition, loc), shape, loc),
                     broadcast_to_shape(p.x, shape, loc), broadcast_to_shape(p.y, shape, loc), loc);
}

Array clip(const Array &x, std::optional<Array> low, std::optional<Array> high, Loc loc) {
  Array out = low ? maximum(*low, x, loc) : x;
  return high ? minimum(*high, out, loc) : out;
}

Array isclose(const Array &x, const Array &y, double rtol, double atol, Loc loc) {
  Pair p = meet_inexact("isclose", x, y, loc);
  Array bound =
      lax::add(lax::mul(lax::abs(p.y, loc), Array(rtol, loc), loc), Array(atol, loc), loc);
  Array close = lax::le(lax::abs(lax::sub(p.x, p.y, loc), loc), bound, loc);
  Array finite = lax::bitwise_and(lax::is_finite(p.x, loc), lax::is_finite(p.y, loc), loc);
  return lax::bitwise_or(lax::bitwise_and(close, finite, loc), lax::eq(p.x, p.y, loc), loc);
}

// --- Operators

namespace {

/// An integer beside an array of integers does not wrap. Num holds the large ones of u64 as
/// negative.
void check_fits(int64_t value, DType dtype, const Array &x, Loc loc) {
  visit_dtype(dtype, [&]<class T>(T) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool> && !std::is_same_v<T, uint64_t>)
      if (!std::in_range<T>(value))
        fail(loc, "the integer {} does not fit in {} beside {}; convert the array with astype",
             value, dtype_name(dtype), name_of(x));
  });
}

/// A number in the dtype that it takes beside x, still weak, so that the value is rounded once.
Array number_beside(const Num &n, const Array &x, bool divides, Loc loc) {
  const WeakDType own{n.kind == Num::Kind::Bool      ? DType::Bool
                      : n.kind == Num::Kind::Integer ? DType::S32
                                                     : DType::F32,
                      n.kind != Num::Kind::Bool};
  WeakDType to = meet({given(x, loc).dtype(), x.weak_type()}, own);
  if (divides)
    to = to_inexact(to);
  if (n.kind == Num::Kind::Integer && to.weak)
    return Array(n.integer, loc); // Refuses what i32 cannot hold.
  if (n.kind == Num::Kind::Integer && is_integer(to.dtype))
    check_fits(n.integer, to.dtype, x, loc);
  Array value = n.kind == Num::Kind::Float ? scalar(to.dtype, n.real, loc)
                                           : scalar_integer(to.dtype, n.integer, loc);
  return core::with_weak_type(value, own.weak, loc);
}

} // namespace

#define OPERATOR(op, f, divides)                                                                   \
  Array operator op(Ref a, Ref b) { return f(*a.array, *b.array, loc_of(b.where)); }               \
  Array operator op(Ref a, Num b) {                                                                \
    return f(*a.array, number_beside(b, *a.array, divides, loc_of(b.where)), loc_of(b.where));     \
  }                                                                                                \
  Array operator op(Num a, Ref b) {                                                                \
    return f(number_beside(a, *b.array, divides, loc_of(b.where)), *b.array, loc_of(b.where));     \
  }
OPERATOR(+, add, false)
OPERATOR(-, subtract, false)
OPERATOR(*, multiply, false)
OPERATOR(/, divide, true)
OPERATOR(%, remainder, false)
OPERATOR(&, bitwise_and, false)
OPERATOR(|, bitwise_or, false)
OPERATOR(^, bitwise_xor, false)
OPERATOR(<<, left_shift, false)
OPERATOR(>>, right_shift, false)
OPERATOR(==, equal, false)
OPERATOR(!=, not_equal, false)
OPERATOR(<, less, false)
OPERATOR(<=, less_equal, false)
OPERATOR(>, greater, false)
OPERATOR(>=, greater_equal, false)
#undef OPERATOR

Array operator-(Ref a) { return negative(*a.array, loc_of(a.where)); }
Array operator+(Ref a) { return *a.array; }
Array operator~(Ref a) { return bitwise_not(*a.array, loc_of(a.where)); }

#define ASSIGN(op)                                                                                 \
  Array &operator op##=(Array & a, Ref b) { return a = Ref(a) op b; }                              \
  Array &operator op##=(Array & a, Num b) { return a = Ref(a) op b; }
ASSIGN(+)
ASSIGN(-)
ASSIGN(*)
ASSIGN(/)
#undef ASSIGN

// --- Weak scalars

Array Array::weak_bool(bool value, Loc loc) {
  Literal literal(DType::Bool, {});
  literal.data<bool>()[0] = value;
  return core::constant(literal, false, loc);
}

Array Array::weak_float(double value, Loc loc) {
  Literal literal(DType::F32, {});
  literal.data<float>()[0] = static_cast<float>(value);
  return core::constant(literal, true, loc);
}

Array Array::weak_integer(int64_t value, Loc loc) {
  if (value != static_cast<int32_t>(value))
    fail(loc,
         "the integer {} does not fit in i32, which a C++ integer becomes beside nothing wider; "
         "array(std::vector<int64_t>{{...}}) holds it",
         value);
  Literal literal(DType::S32, {});
  literal.data<int32_t>()[0] = static_cast<int32_t>(value);
  return core::constant(literal, true, loc);
}

} // namespace brigade
