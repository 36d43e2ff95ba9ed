#include "ops/lax/build.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace brigade::ops {

Array emit(const char *name, TensorType result, std::initializer_list<Array> operands, Loc loc,
           std::vector<Attribute> attributes) {
  core::Operation operation{name, {std::move(result)}, std::move(attributes), {}};
  return core::bind1(operation, std::span<const Array>(operands.begin(), operands.size()), loc);
}

int64_t axis_in_range(int64_t axis, int64_t rank, const char *function, Loc loc) {
  if (axis < -rank || axis >= rank)
    fail(loc, "{}: axis {} is out of range for an array of {} dimension{}{}", function, axis, rank,
         rank == 1 ? "" : "s",
         rank == 0 ? "" : fmt::format("; {} to {} are in range", -rank, rank - 1));
  return axis < 0 ? axis + rank : axis;
}

Dims axes_in_order(const Dims &axes, int64_t rank, const char *function, Loc loc) {
  Dims out;
  for (int64_t axis : axes) {
    int64_t positive = axis_in_range(axis, rank, function, loc);
    if (contains(out, positive))
      fail(loc, "{}: axis {} is given twice in ({})", function, axis, fmt::join(axes, ", "));
    out.push_back(positive);
  }
  return out;
}

Dims axes_in_range(const Axes &axes, int64_t rank, const char *function, Loc loc) {
  if (axes.is_all())
    return count_up(rank);
  Dims out = axes_in_order(axes.list(), rank, function, loc);
  std::sort(out.begin(), out.end());
  return out;
}

namespace {

template <class V> Array make_scalar(DType dtype, V value, Loc loc) {
  Literal literal(dtype, {});
  visit_dtype(dtype, [&]<class T>(T) { literal.data<T>()[0] = element_cast<T>(value); });
  return core::constant(literal, false, loc);
}

/// The limit of an integer type: the same expression for every one.
template <class Limit> Array integer_limit(DType dtype, Limit &&limit, Loc loc) {
  Literal literal(dtype, {});
  visit_dtype(dtype, [&]<class T>(T) {
    if constexpr (std::is_integral_v<T>)
      literal.data<T>()[0] = limit(std::numeric_limits<T>());
  });
  return core::constant(literal, false, loc);
}

} // namespace

Array scalar(DType dtype, double value, Loc loc) { return make_scalar(dtype, value, loc); }
Array scalar_integer(DType dtype, int64_t value, Loc loc) { return make_scalar(dtype, value, loc); }

Array lowest(DType dtype, Loc loc) {
  return is_floating(dtype)
             ? scalar(dtype, -std::numeric_limits<double>::infinity(), loc)
             : integer_limit(dtype, [](auto limits) { return limits.lowest(); }, loc);
}

Array highest(DType dtype, Loc loc) {
  return is_floating(dtype) ? scalar(dtype, std::numeric_limits<double>::infinity(), loc)
                            : integer_limit(dtype, [](auto limits) { return limits.max(); }, loc);
}

Array filled(DType dtype, const Shape &shape, double value, Loc loc) {
  return lax::full(shape, scalar(dtype, value, loc), loc);
}

Dims count_up(int64_t n) {
  Dims out(static_cast<size_t>(n));
  std::iota(out.begin(), out.end(), 0);
  return out;
}

bool contains(const Dims &dims, int64_t d) {
  return std::find(dims.begin(), dims.end(), d) != dims.end();
}

Dims without(const Dims &dims, const Dims &removed) {
  Dims out;
  for (int64_t d : dims)
    if (!contains(removed, d))
      out.push_back(d);
  return out;
}

std::string field(const char *name, const Dims &dims) {
  return dims.empty() ? "" : fmt::format("{} = [{}], ", name, fmt::join(dims, ", "));
}

} // namespace brigade::ops
