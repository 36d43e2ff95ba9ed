#include "ops/numpy/promotion.h"

#include <cmath>

namespace brigade {

using namespace ops;

namespace {

template <class V> Array from_values(const V *values, const Shape &shape, DType dtype, Loc loc) {
  Literal literal(dtype, shape);
  visit_dtype(dtype, [&]<class T>(T) {
    auto out = literal.data<T>();
    for (size_t i = 0; i < out.size(); ++i)
      out[i] = element_cast<T>(values[i]);
  });
  return Array::from_host(literal.bytes.data(), dtype, static_cast<size_t>(literal.size()), shape,
                          loc);
}

/// Converts a value for filling: without a dtype, its own, no longer weak.
Array fill_value(const Array &value, std::optional<DType> dtype, Loc loc) {
  return lax::convert_element_type(value, dtype.value_or(value.dtype()), loc);
}

} // namespace

namespace detail {

void throw_ragged(size_t expected, size_t got, Loc loc) {
  fail(loc, "array: a row of {} elements after one of {}; all must have one length", got, expected);
}
Array from_doubles(const double *values, const Shape &shape, DType dtype, Loc loc) {
  return from_values(values, shape, dtype, loc);
}
Array from_integers(const int64_t *values, const Shape &shape, DType dtype, Loc loc) {
  if (dtype == DType::S32)
    for (int64_t i = 0; i < element_count(shape); ++i)
      if (values[i] != static_cast<int32_t>(values[i]))
        fail(loc,
             "array: the integer {} does not fit in i32; give a dtype, or a std::vector<int64_t>",
             values[i]);
  return from_values(values, shape, dtype, loc);
}

} // namespace detail

Array zeros(const Shape &shape, DType dtype, Loc loc) {
  return lax::full(shape, scalar(dtype, 0, loc), loc);
}
Array ones(const Shape &shape, DType dtype, Loc loc) {
  return lax::full(shape, scalar(dtype, 1, loc), loc);
}

Array full(const Shape &shape, const Array &value, std::optional<DType> dtype, Loc loc) {
  return broadcast_to(fill_value(value, dtype, loc), shape, loc);
}
Array zeros_like(const Array &x, std::optional<DType> dtype, Loc loc) {
  return core::placed_like(zeros(x.shape(), dtype.value_or(x.dtype()), loc), x, loc);
}
Array ones_like(const Array &x, std::optional<DType> dtype, Loc loc) {
  return core::placed_like(ones(x.shape(), dtype.value_or(x.dtype()), loc), x, loc);
}
Array full_like(const Array &x, const Array &value, std::optional<DType> dtype, Loc loc) {
  return core::placed_like(full(x.shape(), value, dtype.value_or(x.dtype()), loc), x, loc);
}

Array eye(int64_t rows, int64_t columns, int64_t k, DType dtype, Loc loc) {
  const Shape shape{rows, columns ? columns : rows};
  if (rows < 0 || columns < 0)
    fail(loc, "eye: {} rows and {} columns; sizes must not be negative", rows, columns);
  Array row = lax::broadcasted_iota(DType::S32, shape, 0, loc),
        column = lax::broadcasted_iota(DType::S32, shape, 1, loc);
  return lax::convert_element_type(lax::eq(lax::add(row, Array(k, loc), loc), column, loc), dtype,
                                   loc);
}

Array arange(int64_t stop, Loc loc) { return arange(int64_t{0}, stop, int64_t{1}, {}, loc); }

Array arange(int64_t start, int64_t stop, int64_t step, std::optional<DType> dtype, Loc loc) {
  if (step == 0)
    fail(loc, "arange: step 0; it must not be zero");
  const DType t = dtype.value_or(DType::S32);
  const int64_t count = std::max<int64_t>(0, (stop - start + step - (step > 0 ? 1 : -1)) / step);
  Array out = lax::iota(t, count, loc);
  if (step != 1)
    out = lax::mul(out, lax::full({count}, scalar_integer(t, step, loc), loc), loc);
  return start == 0 ? out
                    : lax::add(out, lax::full({count}, scalar_integer(t, start, loc), loc), loc);
}

Array arange(double start, double stop, double step, std::optional<DType> dtype, Loc loc) {
  if (step == 0)
    fail(loc, "arange: step 0; it must not be zero");
  // Each element is rounded once, from the exact product.
  const int64_t count =
      std::max<int64_t>(0, static_cast<int64_t>(std::ceil((stop - start) / step)));
  std::vector<double> values(static_cast<size_t>(count));
  for (int64_t i = 0; i < count; ++i)
    values[static_cast<size_t>(i)] = start + static_cast<double>(i) * step;
  return detail::from_doubles(values.data(), {count}, dtype.value_or(DType::F32), loc);
}

Array linspace(double start, double stop, int64_t count, bool endpoint, DType dtype, Loc loc) {
  if (count < 0)
    fail(loc, "linspace: count {}; it must not be negative", count);
  const DType computed = is_floating(dtype) ? dtype : DType::F32;
  const int64_t divisions = endpoint ? count - 1 : count;
  Array first = scalar(computed, start, loc), last = scalar(computed, stop, loc);
  if (count <= 1 || divisions == 0)
    return lax::convert_element_type(lax::full({count}, first, loc), dtype, loc);
  // start (1 - t) + stop t, and the end exact.
  const int64_t inside = endpoint ? count - 1 : count;
  auto repeated = [&](const Array &value) { return lax::full({inside}, value, loc); };
  Array t = lax::div(lax::iota(computed, inside, loc),
                     repeated(scalar(computed, static_cast<double>(divisions), loc)), loc);
  Array out =
      lax::add(lax::mul(repeated(first), lax::sub(repeated(scalar(computed, 1, loc)), t, loc), loc),
               lax::mul(repeated(last), t, loc), loc);
  if (endpoint)
    out = lax::concatenate({out, lax::full({1}, last, loc)}, 0, loc);
  return lax::convert_element_type(is_floating(dtype) ? out : lax::floor(out, loc), dtype, loc);
}

} // namespace brigade
