#include "ops/numpy/promotion.h"

#include <fmt/ranges.h>

namespace brigade {

using namespace ops;

namespace {

using Reduce = Array (*)(const Array &, const Dims &, Loc);

int64_t count_along(const Array &x, const Dims &dims) {
  int64_t n = 1;
  for (int64_t d : dims)
    n *= x.shape()[static_cast<size_t>(d)];
  return n;
}

/// The reduced dimensions back, with size 1.
Array keep(const Array &reduced, const Array &x, const Dims &dims, bool keepdims, Loc loc) {
  if (!keepdims)
    return reduced;
  Shape shape = x.shape();
  for (int64_t d : dims)
    shape[static_cast<size_t>(d)] = 1;
  return lax::broadcast_in_dim(reduced, shape, without(count_up(x.ndim()), dims), loc);
}

Array reduce(const char *function, Reduce f, const Array &x, const Axes &axis, bool keepdims,
             Loc loc) {
  Dims dims = axes_in_range(axis, given(x, loc).ndim(), function, loc);
  return keep(f(x, dims, loc), x, dims, keepdims, loc);
}

bool has_half_precision(DType t) { return t == DType::BF16 || t == DType::F16; }

/// Sums in at least 32 bits; floats of 16 come back to their own dtype, and what was weak stays
/// weak.
Array accumulate(const char *function, Reduce f, const Array &x, const Axes &axis, bool keepdims,
                 Loc loc) {
  DType wide = given(x, loc).dtype();
  if (has_half_precision(wide))
    wide = DType::F32;
  else if (dtype_size(wide) < 4)
    wide = is_unsigned_integer(wide) ? DType::U32 : DType::S32;
  if (wide == x.dtype())
    return reduce(function, f, x, axis, keepdims, loc);
  Array out = reduce(function, f, lax::convert_element_type(x, wide, loc), axis, keepdims, loc);
  return has_half_precision(x.dtype()) ? lax::convert_element_type(out, x.dtype(), loc) : out;
}

void check_not_empty(const char *function, const Array &x, const Dims &dims, Loc loc) {
  if (count_along(x, dims) == 0)
    fail(loc, "{}: {} has no elements along axes ({}); at least one is needed", function,
         name_of(x), fmt::join(dims, ", "));
}

Array extreme(const char *function, Reduce f, const Array &x, const Axes &axis, bool keepdims,
              Loc loc) {
  check_not_empty(function, x, axes_in_range(axis, x.ndim(), function, loc), loc);
  return reduce(function, f, x, axis, keepdims, loc);
}

using Position = Array (*)(const Array &, int, DType, Loc);

Array position(const char *function, Position f, const Array &x, std::optional<int> axis,
               bool keepdims, Loc loc) {
  if (axis) {
    const int64_t d = axis_in_range(*axis, given(x, loc).ndim(), function, loc);
    return keep(f(x, static_cast<int>(d), DType::S32, loc), x, {d}, keepdims, loc);
  }
  return keep(f(lax::reshape(x, {x.size()}, loc), 0, DType::S32, loc), x, count_up(x.ndim()),
              keepdims, loc);
}

using Combine = Array (*)(const Array &, const Array &, Loc);

/// Every prefix in log2(n) rounds: pairs are combined, their prefixes found, and the elements
/// between filled in.
///
///     x            a  b     c     d
///     pairs           ab          cd
///     odd places      ab          abcd        the prefixes of the pairs
///     even places  a        abc               what came before, combined with x
Array prefixes(Combine combine, const Array &x, int axis, Loc loc) {
  const int64_t n = x.shape(axis);
  if (n < 2)
    return x;
  auto every_second = [&](const Array &a, int64_t start, int64_t limit) {
    return lax::slice_in_dim(a, start, limit, 2, axis, loc);
  };
  Array odd =
      prefixes(combine, combine(every_second(x, 0, n - 1), every_second(x, 1, n), loc), axis, loc);
  Array first = lax::slice_in_dim(x, 0, 1, 1, axis, loc), even = first;
  if (n > 2) {
    Array before = n % 2 ? odd : lax::slice_in_dim(odd, 0, odd.shape(axis) - 1, 1, axis, loc);
    even = lax::concatenate({first, combine(before, every_second(x, 2, n), loc)}, axis, loc);
  }
  auto spread = [&](const Array &a, int64_t low) {
    std::vector<lax::Padding> padding(static_cast<size_t>(x.ndim()), {0, 0, 0});
    padding[static_cast<size_t>(axis)] = {low, n - low - (2 * a.shape(axis) - 1), 1};
    return lax::pad(a, scalar(x.dtype(), 0, loc), padding, loc);
  };
  return lax::add(spread(even, 0), spread(odd, 1), loc);
}

Array running(const char *function, Combine combine, const Array &x, std::optional<int> axis,
              Loc loc) {
  Array numbers = x.dtype() == DType::Bool ? lax::convert_element_type(x, DType::S32, loc) : x;
  if (!axis)
    return prefixes(combine, lax::reshape(numbers, {numbers.size()}, loc), 0, loc);
  return prefixes(combine, numbers, static_cast<int>(axis_in_range(*axis, x.ndim(), function, loc)),
                  loc);
}

/// The mean in the dtype of the computation: halves in f32.
Array mean_of(const Array &x, const Dims &dims, Loc loc) {
  Array total = lax::reduce_sum(x, dims, loc);
  return lax::div(total,
                  lax::full(total.shape(),
                            scalar(x.dtype(), static_cast<double>(count_along(x, dims)), loc), loc),
                  loc);
}

Array computed_in_single(const Array &x, Loc loc) {
  Array out = inexact(x, loc);
  return has_half_precision(out.dtype()) ? lax::convert_element_type(out, DType::F32, loc) : out;
}

} // namespace

Array sum(const Array &x, Axes axis, bool keepdims, Loc loc) {
  return accumulate("sum", lax::reduce_sum, x, axis, keepdims, loc);
}
Array prod(const Array &x, Axes axis, bool keepdims, Loc loc) {
  return accumulate("prod", lax::reduce_prod, x, axis, keepdims, loc);
}
Array max(const Array &x, Axes axis, bool keepdims, Loc loc) {
  return extreme("max", lax::reduce_max, x, axis, keepdims, loc);
}
Array min(const Array &x, Axes axis, bool keepdims, Loc loc) {
  return extreme("min", lax::reduce_min, x, axis, keepdims, loc);
}
Array any(const Array &x, Axes axis, bool keepdims, Loc loc) {
  return reduce("any", lax::reduce_or, lax::convert_element_type(x, DType::Bool, loc), axis,
                keepdims, loc);
}
Array All::operator()(const Array &x, Axes axis, bool keepdims, Loc loc) const {
  return reduce("all", lax::reduce_and, lax::convert_element_type(x, DType::Bool, loc), axis,
                keepdims, loc);
}
Array argmax(const Array &x, std::optional<int> axis, bool keepdims, Loc loc) {
  return position("argmax", lax::argmax, x, axis, keepdims, loc);
}
Array argmin(const Array &x, std::optional<int> axis, bool keepdims, Loc loc) {
  return position("argmin", lax::argmin, x, axis, keepdims, loc);
}
Array count_nonzero(const Array &x, Axes axis, bool keepdims, Loc loc) {
  return accumulate("count_nonzero", lax::reduce_sum,
                    lax::convert_element_type(x, DType::Bool, loc), axis, keepdims, loc);
}

Array mean(const Array &x, Axes axis, bool keepdims, Loc loc) {
  Array values = computed_in_single(x, loc);
  const Dims dims = axes_in_range(axis, x.ndim(), "mean", loc);
  Array out = keep(mean_of(values, dims, loc), x, dims, keepdims, loc);
  return has_half_precision(x.dtype()) ? lax::convert_element_type(out, x.dtype(), loc) : out;
}

static Array variance(const char *function, const Array &x, const Axes &axis, int ddof,
                      bool keepdims, Loc loc) {
  Array values = computed_in_single(x, loc);
  const Dims dims = axes_in_range(axis, x.ndim(), function, loc);
  Array centered = subtract(values, keep(mean_of(values, dims, loc), x, dims, true, loc), loc);
  Array total = lax::reduce_sum(lax::mul(centered, centered, loc), dims, loc);
  const double divisor = static_cast<double>(count_along(x, dims) - ddof);
  Array out = keep(
      lax::div(total, lax::full(total.shape(), scalar(values.dtype(), divisor, loc), loc), loc), x,
      dims, keepdims, loc);
  return has_half_precision(x.dtype()) ? lax::convert_element_type(out, x.dtype(), loc) : out;
}

Array var(const Array &x, Axes axis, int ddof, bool keepdims, Loc loc) {
  return variance("var", x, axis, ddof, keepdims, loc);
}

Array std(const Array &x, Axes axis, int ddof, bool keepdims, Loc loc) {
  return lax::sqrt(variance("std", x, axis, ddof, keepdims, loc), loc);
}

Array norm(const Array &x, Axes axis, bool keepdims, Loc loc) {
  Array values = inexact(x, loc);
  return lax::sqrt(
      accumulate("norm", lax::reduce_sum, lax::mul(values, values, loc), axis, keepdims, loc), loc);
}

Array cumsum(const Array &x, std::optional<int> axis, Loc loc) {
  return running("cumsum", lax::add, x, axis, loc);
}
Array cumprod(const Array &x, std::optional<int> axis, Loc loc) {
  return running("cumprod", lax::mul, x, axis, loc);
}

Array allclose(const Array &x, const Array &y, double rtol, double atol, Loc loc) {
  return all(isclose(x, y, rtol, atol, loc), {}, false, loc);
}

Array array_equal(const Array &x, const Array &y, Loc loc) {
  if (x.shape() != y.shape())
    return scalar_integer(DType::Bool, 0, loc);
  return all(equal(x, y, loc), {}, false, loc);
}

} // namespace brigade
