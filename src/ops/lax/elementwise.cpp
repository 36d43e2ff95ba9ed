#include "ops/lax/build.h"

/// One line an operation: its public name, the operation, the dtypes it takes.
namespace brigade::lax {

using namespace brigade::ops;

namespace {

/// The dtypes that an operation takes.
struct Domain {
  bool (*contains)(DType);
  const char *description;
};
constexpr Domain any{[](DType) { return true; }, "any dtype"};
constexpr Domain floats{is_floating, "a floating-point dtype"};
constexpr Domain numbers{[](DType t) { return t != DType::Bool; }, "a number"};
constexpr Domain signed_numbers{[](DType t) { return is_floating(t) || is_signed_integer(t); },
                                "a signed dtype"};
constexpr Domain integers{is_integer, "an integer dtype"};
constexpr Domain bits{[](DType t) { return !is_floating(t); }, "bool or an integer dtype"};

void check_dtype(const char *function, const char *argument, const Domain &takes, const Array &x,
                 Loc loc) {
  if (!takes.contains(given(x, loc).dtype()))
    fail(loc, "lax::{}: {} is {}; it takes {}: convert with astype", function, argument, name_of(x),
         takes.description);
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

Array unary(const char *function, const char *operation, const Domain &takes, const Array &x,
            Loc loc) {
  check_dtype(function, "the argument", takes, x, loc);
  return emit(operation, type_of(x), {x}, loc);
}

Array binary(const char *function, const char *operation, const Domain &takes, Array x, Array y,
             Loc loc) {
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
  Array name(const Array &x, Loc loc) { return unary(#name, operation, takes, x, loc); }
UNARY(sign, "stablehlo.sign", signed_numbers)
UNARY(neg, "stablehlo.negate", numbers)
UNARY(square, "chlo.square", numbers)
UNARY(exp, "stablehlo.exponential", floats)
UNARY(expm1, "stablehlo.exponential_minus_one", floats)
UNARY(log, "stablehlo.log", floats)
UNARY(log1p, "stablehlo.log_plus_one", floats)
UNARY(sqrt, "stablehlo.sqrt", floats)
UNARY(rsqrt, "stablehlo.rsqrt", floats)
UNARY(cbrt, "stablehlo.cbrt", floats)
UNARY(logistic, "stablehlo.logistic", floats)
UNARY(sin, "stablehlo.sine", floats)
UNARY(cos, "stablehlo.cosine", floats)
UNARY(tan, "stablehlo.tan", floats)
UNARY(asin, "chlo.asin", floats)
UNARY(acos, "chlo.acos", floats)
UNARY(atan, "chlo.atan", floats)
UNARY(sinh, "chlo.sinh", floats)
UNARY(cosh, "chlo.cosh", floats)
UNARY(tanh, "stablehlo.tanh", floats)
UNARY(asinh, "chlo.asinh", floats)
UNARY(acosh, "chlo.acosh", floats)
UNARY(atanh, "chlo.atanh", floats)
UNARY(erf, "chlo.erf", floats)
UNARY(erfc, "chlo.erfc", floats)
UNARY(erf_inv, "chlo.erf_inv", floats)
UNARY(lgamma, "chlo.lgamma", floats)
UNARY(digamma, "chlo.digamma", floats)
UNARY(floor, "stablehlo.floor", floats)
UNARY(ceil, "stablehlo.ceil", floats)
UNARY(round, "stablehlo.round_nearest_afz", floats)
UNARY(round_even, "stablehlo.round_nearest_even", floats)
UNARY(bitwise_not, "stablehlo.not", bits)
UNARY(population_count, "stablehlo.popcnt", integers)
UNARY(clz, "stablehlo.count_leading_zeros", integers)
#undef UNARY

#define BINARY(name, operation, takes)                                                             \
  Array name(const Array &x, const Array &y, Loc loc) {                                            \
    return binary(#name, operation, takes, x, y, loc);                                             \
  }
BINARY(add, "stablehlo.add", any)
BINARY(sub, "stablehlo.subtract", numbers)
BINARY(mul, "stablehlo.multiply", any)
BINARY(div, "stablehlo.divide", numbers)
BINARY(rem, "stablehlo.remainder", numbers)
BINARY(pow, "stablehlo.power", numbers)
BINARY(atan2, "stablehlo.atan2", floats)
BINARY(max, "stablehlo.maximum", any)
BINARY(min, "stablehlo.minimum", any)
BINARY(bitwise_and, "stablehlo.and", bits)
BINARY(bitwise_or, "stablehlo.or", bits)
BINARY(bitwise_xor, "stablehlo.xor", bits)
BINARY(shift_left, "stablehlo.shift_left", integers)
BINARY(shift_right_arithmetic, "stablehlo.shift_right_arithmetic", integers)
BINARY(shift_right_logical, "stablehlo.shift_right_logical", integers)
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
  return is_unsigned_integer(x.dtype()) ? x : unary("abs", "stablehlo.abs", signed_numbers, x, loc);
}

Array is_finite(const Array &x, Loc loc) {
  check_dtype("is_finite", "the argument", floats, x, loc);
  return emit("stablehlo.is_finite", {DType::Bool, x.shape()}, {x}, loc);
}

Array integer_pow(const Array &x, int power, Loc loc) {
  check_dtype("integer_pow", "the argument", numbers, x, loc);
  if (power < 0) {
    check_dtype("integer_pow with a negative power", "the argument", floats, x, loc);
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
  check_dtype("reduce_precision", "the argument", floats, x, loc);
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
