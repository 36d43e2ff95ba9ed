#include "ops/lax/build.h"

namespace brigade::lax {

using namespace brigade::ops;

namespace {

TensorType scalar_type(const Array &x) { return {x.dtype(), {}}; }

Shape reduced_shape(const Array &x, const Dims &dims) {
  Shape shape;
  for (int d = 0; d < x.ndim(); ++d)
    if (!contains(dims, d))
      shape.push_back(x.shape(d));
  return shape;
}

using Combine = Array (*)(const Array &, const Array &, Loc);

/// A reduction whose body is one operation.
Array reduce_by(const char *function, Combine combine, const Array &x, const Array &initial,
                const Dims &dimensions, Loc loc) {
  Dims dims = axes_in_range(Axes(dimensions), x.ndim(), function, loc);
  if (dims.empty())
    return x;
  auto body = core::trace_body(
      std::vector<TensorType>{scalar_type(x), scalar_type(x)},
      [&](std::vector<Array> a) { return std::vector<Array>{combine(a[0], a[1], loc)}; }, loc);
  core::Operation operation{"stablehlo.reduce",
                            {{x.dtype(), reduced_shape(x, dims)}},
                            {{"dimensions", dims}},
                            {std::move(body)}};
  operation.weak = x.weak_type() ? core::Weak::Yes : core::Weak::No;
  return core::bind1(operation, std::vector<Array>{x, initial}, loc);
}

/// argmax and argmin: pairs (value, position) are reduced to the better one. A NaN is better than
/// all; of equals, the first.
Array reduce_position(const char *function, Combine better, const Array &initial, const Array &x,
                      int axis, DType index_dtype, Loc loc) {
  const int64_t d = axis_in_range(axis, x.ndim(), function, loc);
  if (x.shape()[static_cast<size_t>(d)] == 0)
    fail(loc, "{}: dimension {} of {} is empty; it needs at least one element", function, d,
         name_of(x));
  if (!is_integer(index_dtype))
    fail(loc, "{}: index dtype {}; it must be an integer dtype", function, dtype_name(index_dtype));
  Array positions = broadcasted_iota(index_dtype, x.shape(), static_cast<int>(d), loc);
  const std::vector<TensorType> types{
      scalar_type(x), {index_dtype, {}}, scalar_type(x), {index_dtype, {}}};
  auto body = core::trace_body(
      types,
      [&](std::vector<Array> a) {
        const Array &value = a[0], &position = a[1], &other = a[2], &other_position = a[3];
        Array wins = better(value, other, loc);
        if (is_floating(x.dtype()))
          wins = bitwise_or(wins, ne(value, value, loc), loc);
        Array ties = bitwise_and(eq(value, other, loc), lt(position, other_position, loc), loc);
        return std::vector<Array>{
            select(wins, value, other, loc),
            select(bitwise_or(wins, ties, loc), position, other_position, loc)};
      },
      loc);
  const Shape shape = reduced_shape(x, {d});
  core::Operation operation{"stablehlo.reduce",
                            {{x.dtype(), shape}, {index_dtype, shape}},
                            {{"dimensions", Dims{d}}},
                            {std::move(body)}};
  return core::bind(operation,
                    std::vector<Array>{x, positions, initial, scalar_integer(index_dtype, 0, loc)},
                    loc)[1];
}

/// bool counts as 0 and 1 nowhere in lax: sums of it are the user's to convert.
void check_number(const char *function, const Array &x, Loc loc) {
  if (x.dtype() == DType::Bool)
    fail(loc, "lax::{}: the argument is {}; it takes a number: convert with astype", function,
         name_of(x));
}

void check_bits(const char *function, const Array &x, Loc loc) {
  if (is_floating(x.dtype()))
    fail(loc, "lax::{}: the argument is {}; it takes bool or an integer dtype", function,
         name_of(x));
}

} // namespace

Array reduce_sum(const Array &x, const Dims &dimensions, Loc loc) {
  check_number("reduce_sum", x, loc);
  return reduce_by("lax::reduce_sum", add, x, scalar(x.dtype(), 0, loc), dimensions, loc);
}

Array reduce_prod(const Array &x, const Dims &dimensions, Loc loc) {
  check_number("reduce_prod", x, loc);
  return reduce_by("lax::reduce_prod", mul, x, scalar(x.dtype(), 1, loc), dimensions, loc);
}

Array reduce_max(const Array &x, const Dims &dimensions, Loc loc) {
  return reduce_by("lax::reduce_max", max, x, lowest(x.dtype(), loc), dimensions, loc);
}

Array reduce_min(const Array &x, const Dims &dimensions, Loc loc) {
  return reduce_by("lax::reduce_min", min, x, highest(x.dtype(), loc), dimensions, loc);
}

Array reduce_and(const Array &x, const Dims &dimensions, Loc loc) {
  check_bits("reduce_and", x, loc);
  const Array all_ones = x.dtype() == DType::Bool
                             ? scalar_integer(DType::Bool, 1, loc)
                             : bitwise_not(scalar_integer(x.dtype(), 0, loc), loc);
  return reduce_by("lax::reduce_and", bitwise_and, x, all_ones, dimensions, loc);
}

Array reduce_or(const Array &x, const Dims &dimensions, Loc loc) {
  check_bits("reduce_or", x, loc);
  return reduce_by("lax::reduce_or", bitwise_or, x, scalar_integer(x.dtype(), 0, loc), dimensions,
                   loc);
}

Array argmax(const Array &x, int axis, DType index_dtype, Loc loc) {
  return reduce_position("argmax", gt, lowest(x.dtype(), loc), x, axis, index_dtype, loc);
}

Array argmin(const Array &x, int axis, DType index_dtype, Loc loc) {
  return reduce_position("argmin", lt, highest(x.dtype(), loc), x, axis, index_dtype, loc);
}

namespace detail {

Array reduce(const Array &x, const Array &initial, const Region &body, const Dims &dimensions,
             Loc loc) {
  Dims dims = axes_in_range(Axes(dimensions), x.ndim(), "lax::reduce", loc);
  Array start = initial.weak_type() ? convert_element_type(initial, x.dtype(), loc) : initial;
  if (start.ndim() != 0 || start.dtype() != x.dtype())
    fail(loc, "lax::reduce: the initial value is {}; it must be a scalar of dtype {}",
         name_of(initial), dtype_name(x.dtype()));
  auto traced = core::trace_body(
      std::vector<TensorType>{scalar_type(x), scalar_type(x)},
      [&](std::vector<Array> a) { return body(std::move(a)); }, loc);
  if (core::body_results(*traced) != std::vector<TensorType>{scalar_type(x)})
    fail(loc, "lax::reduce: the body must return one scalar of dtype {}", dtype_name(x.dtype()));
  core::Operation operation{"stablehlo.reduce",
                            {{x.dtype(), reduced_shape(x, dims)}},
                            {{"dimensions", dims}},
                            {std::move(traced)}};
  return core::bind1(operation, std::vector<Array>{x, start}, loc);
}

} // namespace detail

} // namespace brigade::lax
