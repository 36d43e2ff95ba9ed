#include "ops/random/threefry.h"
#include "ops/whole.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace brigade::random {

using namespace ops;

namespace {

DType unsigned_of_size(size_t bytes) {
  return bytes == 1 ? DType::U8 : bytes == 2 ? DType::U16 : bytes == 4 ? DType::U32 : DType::U64;
}

/// How a float is made of bits.
struct FloatFormat {
  int mantissa_bits;
  int64_t one; ///< The bits of 1.
};

FloatFormat format_of(DType t) {
  switch (t) {
  case DType::BF16:
    return {7, 0x3F80};
  case DType::F16:
    return {10, 0x3C00};
  case DType::F64:
    return {52, 0x3FF0000000000000};
  default:
    return {23, 0x3F800000};
  }
}

void check_float(const char *function, DType dtype, Loc loc) {
  if (!is_floating(dtype))
    fail(loc, "random::{}: dtype {}; it must be a floating-point dtype", function,
         dtype_name(dtype));
}

Array repeated(const Array &x, const Shape &shape, DType dtype, Loc loc) {
  return broadcast_to(lax::convert_element_type(x, dtype, loc), shape, loc);
}

/// Uniform on [0, 1): random bits as the mantissa of a number in [1, 2).
Array unit_uniform(const Key &key, const Shape &shape, DType dtype, Loc loc) {
  const FloatFormat format = format_of(dtype);
  const DType carrier = unsigned_of_size(dtype_size(dtype));
  const DType drawn = format.mantissa_bits < 8 ? DType::U8 : carrier;
  auto number = [&](int64_t n) { return lax::full(shape, scalar_integer(carrier, n, loc), loc); };
  Array mantissa = lax::shift_right_logical(
      lax::convert_element_type(bits(key, shape, drawn, loc), carrier, loc),
      number(static_cast<int64_t>(8 * dtype_size(drawn)) - format.mantissa_bits), loc);
  Array from_one =
      lax::bitcast_convert_type(lax::bitwise_or(mantissa, number(format.one), loc), dtype, loc);
  return lax::sub(from_one, filled(dtype, shape, 1, loc), loc);
}

struct Range {
  int64_t low;
  uint64_t high;
};

Range range_of(DType t) {
  const int bits = static_cast<int>(8 * dtype_size(t));
  if (is_signed_integer(t))
    return {-static_cast<int64_t>((uint64_t{1} << (bits - 1)) - 1) - 1,
            (uint64_t{1} << (bits - 1)) - 1};
  return {0, ~uint64_t{0} >> (64 - bits)};
}

/// Converted, with what the dtype cannot hold moved to its nearest end.
Array saturated(const Array &x, DType dtype, Loc loc) {
  const Range from = range_of(x.dtype()), to = range_of(dtype);
  Array low = scalar_integer(x.dtype(), std::max(from.low, to.low), loc);
  Array high = scalar_integer(x.dtype(), static_cast<int64_t>(std::min(from.high, to.high)), loc);
  const bool fits = from.low >= to.low && from.high <= to.high;
  return lax::convert_element_type(fits ? x : lax::clamp(low, x, high, loc), dtype, loc);
}

} // namespace

Array uniform(const Key &key, const Shape &shape, DType dtype, const Array &low, const Array &high,
              Loc loc) {
  check_float("uniform", dtype, loc);
  check_key("uniform", key, loc);
  auto body = [&](std::span<const Array> a) {
    Array from = repeated(a[1], shape, dtype, loc), to = repeated(a[2], shape, dtype, loc);
    Array unit = unit_uniform({a[0]}, shape, dtype, loc);
    return lax::max(from, lax::add(lax::mul(unit, lax::sub(to, from, loc), loc), from, loc), loc);
  };
  return as_one_program("random_uniform", Statics() << dtype << shape, {key.data, low, high}, body,
                        loc);
}

Array normal(const Key &key, const Shape &shape, DType dtype, Loc loc) {
  check_float("normal", dtype, loc);
  check_key("normal", key, loc);
  auto body = [&](std::span<const Array> a) {
    // From just above -1, whose inverse would be infinite.
    const double step = std::ldexp(1.0, -format_of(dtype).mantissa_bits - 1);
    Array u =
        uniform({a[0]}, shape, dtype, scalar(dtype, -1 + step, loc), scalar(dtype, 1, loc), loc);
    return lax::mul(filled(dtype, shape, std::sqrt(2.0), loc), lax::erf_inv(u, loc), loc);
  };
  return as_one_program("random_normal", Statics() << dtype << shape, {key.data}, body, loc);
}

/// Twice the bits of the dtype, upper 2^n + lower modulo the span, which keeps the bias of the
/// remainder small.
static Array integers(const Key &key, const Shape &shape, const Array &given_low,
                      const Array &given_high, DType dtype, Loc loc) {
  const DType word = unsigned_of_size(dtype_size(dtype));
  const int n = static_cast<int>(8 * dtype_size(dtype));
  auto number = [&](DType t, int64_t value) {
    return lax::full(shape, scalar_integer(t, value, loc), loc);
  };
  // One past the dtype's largest value is a legal end: the span is then one larger than can be
  // said.
  const Array largest = saturated(highest(dtype, loc), given_high.dtype(), loc);
  Array past_end =
      broadcast_to(lax::gt(lax::convert_element_type(given_high, given_high.dtype(), loc),
                           broadcast_to(largest, given_high.shape(), loc), loc),
                   shape, loc);
  Array low = broadcast_to(saturated(given_low, dtype, loc), shape, loc);
  Array high = broadcast_to(saturated(given_high, dtype, loc), shape, loc);
  const Key keys = split(key, 2, loc);
  Array upper = bits({keys.data[Index(0, loc)]}, shape, word, loc),
        lower = bits({keys.data[Index(1, loc)]}, shape, word, loc);

  Array span = lax::convert_element_type(lax::sub(high, low, loc), word, loc);
  span = lax::select(lax::le(high, low, loc), number(word, 1), span, loc);
  span = lax::select(lax::bitwise_and(past_end, lax::gt(high, low, loc), loc),
                     lax::add(span, number(word, 1), loc), span, loc);
  Array half = lax::rem(number(word, int64_t{1} << (n / 2)), span, loc);
  Array multiplier = lax::rem(lax::mul(half, half, loc), span, loc);
  Array offset = lax::add(lax::mul(lax::rem(upper, span, loc), multiplier, loc),
                          lax::rem(lower, span, loc), loc);
  return lax::add(low, lax::convert_element_type(lax::rem(offset, span, loc), dtype, loc), loc);
}

Array randint(const Key &key, const Shape &shape, const Array &low, const Array &high, DType dtype,
              Loc loc) {
  check_key("randint", key, loc);
  if (!is_integer(dtype) || !is_integer(low.dtype()) || !is_integer(high.dtype()))
    fail(loc, "random::randint: low {}, high {} and dtype {}; all must be integers", name_of(low),
         name_of(high), dtype_name(dtype));
  auto body = [&](std::span<const Array> a) {
    return integers({a[0]}, shape, a[1], a[2], dtype, loc);
  };
  return as_one_program("random_randint", Statics() << dtype << shape, {key.data, low, high}, body,
                        loc);
}

Array bernoulli(const Key &key, const Array &p, std::optional<Shape> shape, Loc loc) {
  check_float("bernoulli", p.dtype(), loc);
  check_key("bernoulli", key, loc);
  const Shape to = shape.value_or(p.shape());
  auto body = [&](std::span<const Array> a) {
    return lax::lt(unit_uniform({a[0]}, to, p.dtype(), loc), repeated(a[1], to, p.dtype(), loc),
                   loc);
  };
  return as_one_program("random_bernoulli", Statics() << to, {key.data, p}, body, loc);
}

Array permutation(const Key &given, int64_t n, Loc loc) {
  if (n < 0)
    fail(loc, "random::permutation: {} elements; the number must not be negative", n);
  check_key("permutation", given, loc);
  if (given.data.is_traced())
    fail(loc, "random::permutation of a traced key: it sorts on the host; call it outside jit and "
              "pass the result in");
  // Stable sorts by fresh random words, so often that equal words in every round are unlikely (as
  // JAX's shuffle).
  std::vector<int32_t> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  const int rounds = static_cast<int>(
      std::ceil(3 * std::log(static_cast<double>(std::max<int64_t>(1, n))) /
                std::log(static_cast<double>(std::numeric_limits<uint32_t>::max()))));
  Key key = given;
  for (int round = 0; round < rounds; ++round) {
    const Key keys = split(key, 2, loc);
    key = {keys.data[Index(0, loc)]};
    const std::vector<uint32_t> words =
        bits({keys.data[Index(1, loc)]}, {n}, DType::U32, loc).to_vector<uint32_t>(loc);
    std::vector<std::pair<uint32_t, int32_t>>
        places; // Pairs of word and place: ties keep their order.
    for (int32_t i = 0; i < static_cast<int32_t>(n); ++i)
      places.emplace_back(words[static_cast<size_t>(i)], i);
    std::sort(places.begin(), places.end());
    std::vector<int32_t> next(static_cast<size_t>(n));
    for (size_t i = 0; i < next.size(); ++i)
      next[i] = order[static_cast<size_t>(places[i].second)];
    order = std::move(next);
  }
  return Array::from<int32_t>(order, {n}, loc);
}

Array permutation(const Key &key, const Array &x, int axis, Loc loc) {
  const int d = static_cast<int>(axis_in_range(axis, x.ndim(), "random::permutation", loc));
  return take(x, permutation(key, x.shape(d), loc), d, loc);
}

} // namespace brigade::random
