#include "ops/lax/build.h"

/// One line an operation: its public name, the operation, the dtypes it takes.
namespace brigade::lax {

using namespace brigade::ops;

namespace {

enum class Takes { Any, Float, Number, Signed, Integer, Bits };

bool accepts(Takes takes, DType dtype) {
  switch (takes) {
  case Takes::Any:
    return true;
  case Takes::Float:
    return is_floating(dtype);
  case Takes::Number:
    return dtype != DType::Bool;
  case Takes::Signed:
    return is_floating(dtype) || is_signed_integer(dtype);
  case Takes::Integer:
    return is_integer(dtype);
  case Takes::Bits:
    return !is_floating(dtype);
  }
  return false;
}

const char *description(Takes takes) {
  switch (takes) {
  case Takes::Any:
    return "any dtype";
  case Takes::Float:
    return "a floating-point dtype";
  case Takes::Number:
    return "a number";
  case Takes::Signed:
    return "a signed dtype";
  case Takes::Integer:
    return "an integer dtype";
  case Takes::Bits:
    return "bool or an integer dtype";
  }
  return "";
}

void check_dtype(const char *function, const char *argument, Takes takes, const Array &x, Loc loc) {
  if (!accepts(takes, given(x, loc).dtype()))
    fail(loc, "lax::{}: {} is {}; it takes {}: convert with astype", function, argument, name_of(x),
         description(takes));
}

/// A weak scalar takes the other operand's dtype and shape.
Array yield_to(const Array &scalar, const Array &other, Loc loc) {
  Array out =
      scalar.dtype() == other.dtype() ? scalar : convert_element_type(scalar, other.dtype(), loc);
  if (!other.weak_type())
    out = core::with_weak_type(out, false, loc);
  return other.ndim() == 0 ? out : full(other.shape(), out, loc);
}

/// Both operands of one dtype and shape, or the error.
void meet(const char *function, Array &x, Array &y, Loc loc) {
  if (y.weak_type() && y.ndim() == 0 && type_of(x) != type_of(y))
    y = yield_to(y, x, loc);
  else if (x.weak_type() && x.ndim() == 0 && type_of(x) != type_of(y))
    x = yield_to(x, y, loc);
  if (x.dtype() != y.dtype())
    fail(loc,
         "lax::{}: the arguments are {} and {}; they must have one dtype: convert with astype, or "
         "use "
         "the functions of numpy.h, which promote",
         function, name_of(x), name_of(y));
  if (x.shape() != y.shape())
    fail(loc,
         "lax::{}: the arguments have shapes {} and {}; they must be equal: the functions of "
         "numpy.h broadcast",
         function, to_string(x.shape()), to_string(y.shape()));
}

Array unary(const char *function, const char *operation, Takes takes, const Array &x, Loc loc) {
  check_dtype(function, "the argument", takes, x, loc);
  return emit(operation, type_of(x), {x}, loc);
}

Array binary(const char *function, const char *operation, Takes takes, Array x, Array y, Loc loc) {
  meet(function, x, y, loc);
  check_dtype(function, "an argument", takes, x, loc);
  return emit(operation, type_of(x), {x, y}, loc);
}

Array compare(const char *function, const char *direction, Array x, Array y, Loc loc) {
  meet(function, x, y, loc);
  const char *kind = is_floating(x.dtype())         ? "FLOAT"
                     : is_signed_integer(x.dtype()) ? "SIGNED"
                                                    : "UNSIGNED";
  return emit(
      "stablehlo.compare", {DType::Bool, x.shape()}, {x, y}, loc,
      {{"comparison_direction",
        AssemblyText{fmt::format("#stablehlo<comparison_direction {}>", direction)}},
       {"compare_type", AssemblyText{fmt::format("#stablehlo<comparison_type {}>", kind)}}});
}

} // namespace

#define UNARY(name, operation, takes)                                                              \
  Array name(const Array &x, Loc loc) { return unary(#name, operation, Takes::takes, x, loc); }
UNARY(sign, "stablehlo.sign", Signed)
UNARY(neg, "stablehlo.negate", Number)
UNARY(square, "chlo.square", Number)
UNARY(exp, "stablehlo.exponential", Float)
UNARY(expm1, "stablehlo.exponential_minus_one", Float)
UNARY(log, "stablehlo.log", Float)
UNARY(log1p, "stablehlo.log_plus_one", Float)
UNARY(sqrt, "stablehlo.sqrt", Float)
UNARY(rsqrt, "stablehlo.rsqrt", Float)
UNARY(cbrt, "stablehlo.cbrt", Float)
UNARY(logistic, "stablehlo.logistic", Float)
UNARY(sin, "stablehlo.sine", Float)
UNARY(cos, "stablehlo.cosine", Float)
UNARY(tan, "stablehlo.tan", Float)
UNARY(asin, "chlo.asin", Float)
UNARY(acos, "chlo.acos", Float)
UNARY(atan, "chlo.atan", Float)
UNARY(sinh, "chlo.sinh", Float)
UNARY(cosh, "chlo.cosh", Float)
UNARY(tanh, "stablehlo.tanh", Float)
UNARY(asinh, "chlo.asinh", Float)
UNARY(acosh, "chlo.acosh", Float)
UNARY(atanh, "chlo.atanh", Float)
UNARY(erf, "chlo.erf", Float)
UNARY(erfc, "chlo.erfc", Float)
UNARY(erf_inv, "chlo.erf_inv", Float)
UNARY(lgamma, "chlo.lgamma", Float)
UNARY(digamma, "chlo.digamma", Float)
UNARY(floor, "stablehlo.floor", Float)
UNARY(ceil, "stablehlo.ceil", Float)
UNARY(round, "stablehlo.round_nearest_afz", Float)
UNARY(round_even, "stablehlo.round_nearest_even", Float)
UNARY(bitwise_not, "stablehlo.not", Bits)
UNARY(population_count, "stablehlo.popcnt", Integer)
UNARY(clz, "stablehlo.count_leading_zeros", Integer)
#undef UNARY

#define BINARY(name, operation, takes)                                                             \
  Array name(const Array &x, const Array &y, Loc loc) {                                            \
    return binary(#name, operation, Takes::takes, x, y, loc);                                      \
  }
BINARY(add, "stablehlo.add", Any)
BINARY(sub, "stablehlo.subtract", Number)
BINARY(mul, "stablehlo.multiply", Any)
BINARY(div, "stablehlo.divide", Number)
BINARY(rem, "stablehlo.remainder", Number)
BINARY(pow, "stablehlo.power", Number)
BINARY(atan2, "stablehlo.atan2", Float)
BINARY(max, "stablehlo.maximum", Any)
BINARY(min, "stablehlo.minimum", Any)
BINARY(bitwise_and, "stablehlo.and", Bits)
BINARY(bitwise_or, "stablehlo.or", Bits)
BINARY(bitwise_xor, "stablehlo.xor", Bits)
BINARY(shift_left, "stablehlo.shift_left", Integer)
BINARY(shift_right_arithmetic, "stablehlo.shift_right_arithmetic", Integer)
BINARY(shift_right_logical, "stablehlo.shift_right_logical", Integer)
#undef BINARY

#define COMPARE(name, direction)                                                                   \
  Array name(const Array &x, const Array &y, Loc loc) {                                            \
    return compare(#name, direction, x, y, loc);                                                   \
  }
COMPARE(eq, "EQ")
COMPARE(ne, "NE")
COMPARE(ge, "GE")
COMPARE(gt, "GT")
COMPARE(le, "LE")
COMPARE(lt, "LT")
#undef COMPARE

Array abs(const Array &x, Loc loc) {
  return is_unsigned_integer(x.dtype()) ? x : unary("abs", "stablehlo.abs", Takes::Signed, x, loc);
}

Array is_finite(const Array &x, Loc loc) {
  check_dtype("is_finite", "the argument", Takes::Float, x, loc);
  return emit("stablehlo.is_finite", {DType::Bool, x.shape()}, {x}, loc);
}

Array integer_pow(const Array &x, int power, Loc loc) {
  check_dtype("integer_pow", "the argument", Takes::Number, x, loc);
  if (power < 0) {
    check_dtype("integer_pow with a negative power", "the argument", Takes::Float, x, loc);
    return div(filled(x.dtype(), x.shape(), 1, loc), integer_pow(x, -power, loc), loc);
  }
  if (power == 0)
    return filled(x.dtype(), x.shape(), 1, loc);
  // Square and multiply from the lowest bit: x^6 = x^2 * x^4.
  std::optional<Array> result;
  for (Array factor = x;; factor = mul(factor, factor, loc)) {
    if (power & 1)
      result = result ? mul(*result, factor, loc) : factor;
    if ((power >>= 1) == 0)
      return *result;
  }
}

Array select(const Array &which, const Array &on_true, const Array &on_false, Loc loc) {
  Array x = on_true, y = on_false;
  meet("select", x, y, loc);
  if (which.dtype() != DType::Bool)
    fail(loc, "lax::select: the first argument is {}; it must be bool: compare with zero",
         name_of(which));
  if (which.ndim() != 0 && which.shape() != x.shape())
    fail(loc, "lax::select: the first argument has shape {}; it must be {}, as the others, or ()",
         to_string(which.shape()), to_string(x.shape()));
  Array predicate = which.ndim() == 0 && x.ndim() != 0 ? full(x.shape(), which, loc) : which;
  return emit("stablehlo.select", type_of(x), {predicate, x, y}, loc);
}

Array clamp(const Array &low, const Array &x, const Array &high, Loc loc) {
  auto bound = [&](const char *which, const Array &b) {
    Array out = b.weak_type() && b.ndim() == 0 ? convert_element_type(b, x.dtype(), loc) : b;
    if (out.dtype() != x.dtype() || (out.ndim() != 0 && out.shape() != x.shape()))
      fail(loc, "lax::clamp: {} is {}; it must be {} or a scalar of its dtype", which, name_of(b),
           name_of(x));
    return core::with_weak_type(out, false, loc);
  };
  return emit("stablehlo.clamp", type_of(x), {bound("low", low), x, bound("high", high)}, loc);
}

Array convert_element_type(const Array &x, DType dtype, Loc loc) {
  if (x.dtype() == dtype)
    return x.weak_type() ? core::with_weak_type(x, false, loc) : x;
  if (dtype == DType::Bool)
    return ne(x, filled(x.dtype(), x.shape(), 0, loc), loc);
  return core::with_weak_type(emit("stablehlo.convert", {dtype, x.shape()}, {x}, loc), false, loc);
}

Array bitcast_convert_type(const Array &x, DType dtype, Loc loc) {
  if (dtype_size(dtype) != dtype_size(x.dtype()) ||
      (dtype == DType::Bool) != (x.dtype() == DType::Bool))
    fail(loc, "lax::bitcast_convert_type: {} cannot become {}; the dtypes must have one width",
         name_of(x), dtype_name(dtype));
  if (x.dtype() == dtype)
    return x;
  return core::with_weak_type(emit("stablehlo.bitcast_convert", {dtype, x.shape()}, {x}, loc),
                              false, loc);
}

Array reduce_precision(const Array &x, int exponent_bits, int mantissa_bits, Loc loc) {
  check_dtype("reduce_precision", "the argument", Takes::Float, x, loc);
  if (exponent_bits < 1 || mantissa_bits < 0)
    fail(
        loc,
        "lax::reduce_precision: {} exponent bits and {} mantissa bits; at least 1 and 0 are needed",
        exponent_bits, mantissa_bits);
  return emit("stablehlo.reduce_precision", type_of(x), {x}, loc,
              {{"exponent_bits", AssemblyText{fmt::format("{} : i32", exponent_bits)}},
               {"mantissa_bits", AssemblyText{fmt::format("{} : i32", mantissa_bits)}}});
}

Array stop_gradient(const Array &x, Loc loc) {
  if (!is_floating(x.dtype()))
    return x;
  // Outside a trace nothing is derived.
  return core::is_tracing() ? emit("brigade.stop_gradient", type_of(x), {x}, loc) : x;
}

} // namespace brigade::lax
