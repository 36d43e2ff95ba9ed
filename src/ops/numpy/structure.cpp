#include "ops/numpy/promotion.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace brigade {

using namespace ops;

Array reshape(const Array &x, const Shape &shape, Loc loc) { return lax::reshape(x, shape, loc); }
Array ravel(const Array &x, Loc loc) { return lax::reshape(x, {x.size()}, loc); }

Array transpose(const Array &x, const std::vector<int64_t> &axes, Loc loc) {
  Dims order = axes;
  if (order.empty()) {
    order = count_up(x.ndim());
    std::reverse(order.begin(), order.end());
  }
  return lax::transpose(x, order, loc);
}

Array Array::reshape(const Shape &shape, Loc loc) const { return lax::reshape(*this, shape, loc); }
Array Array::transpose(std::vector<int64_t> axes, Loc loc) const {
  return brigade::transpose(*this, axes, loc);
}

Array swapaxes(const Array &x, int a, int b, Loc loc) {
  Dims order = count_up(x.ndim());
  std::swap(order[static_cast<size_t>(axis_in_range(a, x.ndim(), "swapaxes", loc))],
            order[static_cast<size_t>(axis_in_range(b, x.ndim(), "swapaxes", loc))]);
  return lax::transpose(x, order, loc);
}

Array moveaxis(const Array &x, int source, int destination, Loc loc) {
  const int64_t from = axis_in_range(source, x.ndim(), "moveaxis", loc),
                to = axis_in_range(destination, x.ndim(), "moveaxis", loc);
  Dims order = without(count_up(x.ndim()), {from});
  order.insert(order.begin() + to, from);
  return lax::transpose(x, order, loc);
}

Array squeeze(const Array &x, Axes axis, Loc loc) {
  if (!axis.is_all())
    return lax::squeeze(x, axis.list(), loc);
  Dims ones;
  for (int d = 0; d < x.ndim(); ++d)
    if (x.shape(d) == 1)
      ones.push_back(d);
  return lax::squeeze(x, ones, loc);
}

Array expand_dims(const Array &x, Axes axis, Loc loc) {
  if (axis.is_all())
    fail(loc, "expand_dims: no axis is named; at least one is needed");
  return lax::expand_dims(x, axis.list(), loc);
}

namespace {

std::vector<Array> promoted(const char *function, const std::vector<Array> &arrays, Loc loc) {
  if (arrays.empty())
    fail(loc, "{}: no arrays; at least one is needed", function);
  const WeakDType to = meet(arrays);
  std::vector<Array> out;
  for (const Array &x : arrays)
    out.push_back(converted(x, to, loc));
  return out;
}

} // namespace

Array concatenate(const std::vector<Array> &arrays, int axis, Loc loc) {
  return lax::concatenate(promoted("concatenate", arrays, loc), axis, loc);
}

Array stack(const std::vector<Array> &arrays, int axis, Loc loc) {
  std::vector<Array> parts = promoted("stack", arrays, loc);
  for (size_t i = 1; i < parts.size(); ++i)
    if (parts[i].shape() != parts[0].shape())
      fail(loc, "stack: array {} has shape {}, but array 0 has shape {}; all must be equal", i,
           to_string(parts[i].shape()), to_string(parts[0].shape()));
  const int64_t d = axis_in_range(axis, parts[0].ndim() + 1, "stack", loc);
  for (Array &part : parts)
    part = lax::expand_dims(part, {d}, loc);
  return lax::concatenate(parts, static_cast<int>(d), loc);
}

std::vector<Array> split(const Array &x, const std::vector<int64_t> &positions, int axis, Loc loc) {
  const int d = static_cast<int>(axis_in_range(axis, x.ndim(), "split", loc));
  std::vector<Array> out;
  int64_t begin = 0;
  auto part = [&](int64_t end) {
    if (end < begin || end > x.shape(d))
      fail(loc,
           "split: positions ({}) must increase and not exceed {}, the size of dimension {} of {}",
           fmt::join(positions, ", "), x.shape(d), d, name_of(x));
    out.push_back(lax::slice_in_dim(x, begin, end, 1, d, loc));
    begin = end;
  };
  for (int64_t position : positions)
    part(position < 0 ? position + x.shape(d) : position);
  part(x.shape(d));
  return out;
}

std::vector<Array> split(const Array &x, int sections, int axis, Loc loc) {
  const int d = static_cast<int>(axis_in_range(axis, x.ndim(), "split", loc));
  const int64_t size = x.shape(d);
  if (sections < 1 || size % sections != 0)
    fail(loc,
         "split: {} sections of dimension {} of {}, whose size {} they do not divide; give "
         "positions instead",
         sections, d, name_of(x), size);
  std::vector<int64_t> positions;
  for (int i = 1; i < sections; ++i)
    positions.push_back(size / sections * i);
  return split(x, positions, d, loc);
}

Array flip(const Array &x, Axes axis, Loc loc) {
  return lax::rev(x, axes_in_range(axis, x.ndim(), "flip", loc), loc);
}

Array roll(const Array &x, int64_t shift, std::optional<int> axis, Loc loc) {
  if (!axis)
    return lax::reshape(roll(ravel(x, loc), shift, 0, loc), x.shape(), loc);
  const int d = static_cast<int>(axis_in_range(*axis, x.ndim(), "roll", loc));
  const int64_t size = x.shape(d);
  if (size == 0)
    return x;
  const int64_t by = ((shift % size) + size) % size;
  if (by == 0)
    return x;
  return lax::concatenate({lax::slice_in_dim(x, size - by, size, 1, d, loc),
                           lax::slice_in_dim(x, 0, size - by, 1, d, loc)},
                          d, loc);
}

Array tile(const Array &x, const std::vector<int64_t> &repeats, Loc loc) {
  const size_t rank = std::max(repeats.size(), x.shape().size());
  Shape each(rank - x.shape().size(), 1), times(rank - repeats.size(), 1);
  each.insert(each.end(), x.shape().begin(), x.shape().end());
  times.insert(times.end(), repeats.begin(), repeats.end());
  // Each dimension becomes (repeats, size), then one.
  Shape wide, merged;
  Dims from;
  for (size_t d = 0; d < rank; ++d) {
    if (times[d] < 0)
      fail(loc, "tile: {} repeats; they must not be negative", times[d]);
    wide.insert(wide.end(), {times[d], each[d]});
    merged.push_back(times[d] * each[d]);
    from.push_back(static_cast<int64_t>(2 * d + 1));
  }
  return lax::reshape(lax::broadcast_in_dim(lax::reshape(x, each, loc), wide, from, loc), merged,
                      loc);
}

Array repeat(const Array &x, int64_t repeats, std::optional<int> axis, Loc loc) {
  if (!axis)
    return repeat(ravel(x, loc), repeats, 0, loc);
  if (repeats < 0)
    fail(loc, "repeat: {} repeats; they must not be negative", repeats);
  const int64_t d = axis_in_range(*axis, x.ndim(), "repeat", loc);
  Shape wide = x.shape(), merged = x.shape();
  wide.insert(wide.begin() + d + 1, repeats);
  merged[static_cast<size_t>(d)] *= repeats;
  return lax::reshape(lax::broadcast_in_dim(x, wide, without(count_up(x.ndim() + 1), {d + 1}), loc),
                      merged, loc);
}

Array pad(const Array &x, const std::vector<std::pair<int64_t, int64_t>> &widths,
          const Array &value, Loc loc) {
  std::vector<lax::Padding> padding;
  for (auto [low, high] : widths) {
    if (low < 0 || high < 0)
      fail(loc, "pad: widths {} and {}; they must not be negative", low, high);
    padding.push_back({low, high});
  }
  return lax::pad(x, lax::convert_element_type(value, x.dtype(), loc), padding, loc);
}

namespace {

/// Zero where the test of column - row against k fails.
Array part_of(const char *function, const Array &x, int64_t k,
              Array (*keeps)(const Array &, const Array &, Loc), Loc loc) {
  if (x.ndim() < 2)
    fail(loc, "{}: the argument is {}; it needs at least two dimensions", function, name_of(x));
  const Shape matrix{x.shape(-2), x.shape(-1)};
  Array row = lax::broadcasted_iota(DType::S32, matrix, 0, loc),
        column = lax::broadcasted_iota(DType::S32, matrix, 1, loc);
  Array mask = keeps(column, lax::add(row, Array(k, loc), loc), loc);
  return lax::select(broadcast_to_shape(mask, x.shape(), loc), x, zeros_like(x, {}, loc), loc);
}

} // namespace

Array tril(const Array &x, int64_t k, Loc loc) { return part_of("tril", x, k, lax::le, loc); }
Array triu(const Array &x, int64_t k, Loc loc) { return part_of("triu", x, k, lax::ge, loc); }

Array diff(const Array &x, int axis, Loc loc) {
  const int d = static_cast<int>(axis_in_range(axis, x.ndim(), "diff", loc));
  const int64_t size = x.shape(d);
  if (size == 0)
    return x;
  return subtract(lax::slice_in_dim(x, 1, size, 1, d, loc),
                  lax::slice_in_dim(x, 0, size - 1, 1, d, loc), loc);
}

} // namespace brigade
