#include "ops/numpy/promotion.h"

#include <algorithm>

/// x(indices...) and x.at(indices...). Slices and integers become a slice; integer arrays become a
/// gather or a scatter, after the slices. An example, x of shape [5, 6, 7] and i of shape [3]:
///
///     x(slice(1, 4), i, newaxis, 0)
///         items         dimension 0: 1 to 4     dimension 1: array i     a new dimension dimension
///         2: integer 0 slice         [3, 6, 7] gather        i and 0 broadcast to [3], not
///         adjacent: their dimensions come first: [3, 3] new axis      [3, 3, 1]
namespace brigade {

using namespace ops;

namespace {

/// One index, with the dimension that it consumes.
struct Item {
  Index::Kind kind;
  int64_t dim = -1; ///< None for a new axis.
  int64_t start = 0, limit = 0,
          step = 1;      ///< Of a slice, in ascending order; an integer is one element.
  bool reversed = false; ///< The slice's step was negative.
  const Array *array = nullptr;
};

struct Items {
  std::vector<Item> list;
  Loc loc;
  bool has_arrays = false;
};

Item resolve_slice(const Slice &s, int64_t dim, int64_t size, Loc loc) {
  if (s.step == 0)
    fail(loc, "index: the slice of dimension {} has step 0; it must not be zero", dim);
  auto at = [&](std::optional<int64_t> given, int64_t open, int64_t low, int64_t high) {
    return given ? std::clamp(*given < 0 ? *given + size : *given, low, high) : open;
  };
  Item item{Index::Kind::Slice, dim};
  if (s.step > 0) {
    item.start = at(s.start, 0, 0, size);
    item.limit = std::max(item.start, at(s.stop, size, 0, size));
    item.step = s.step;
  } else { // first, first + step, ... above stop; turned around: last, ..., first.
    const int64_t first = at(s.start, size - 1, -1, size - 1), stop = at(s.stop, -1, -1, size - 1);
    const int64_t count = std::max<int64_t>(0, (first - stop - s.step - 1) / -s.step);
    item.step = -s.step;
    item.start = count ? first - (count - 1) * item.step : 0;
    item.limit = count ? first + 1 : 0;
    item.reversed = true;
  }
  return item;
}

Items resolve(const Array &x, const Index *indices, size_t n) {
  Items out;
  int64_t consumed = 0;
  bool has_ellipsis = false;
  for (size_t i = 0; i < n; ++i) {
    out.loc = indices[i].loc;
    consumed += indices[i].kind != Index::Kind::NewAxis && indices[i].kind != Index::Kind::Ellipsis;
    if (indices[i].kind == Index::Kind::Ellipsis && std::exchange(has_ellipsis, true))
      fail(out.loc,
           "index: ellipsis is given twice; one stands for all dimensions that are not named");
  }
  if (consumed > x.ndim())
    fail(out.loc, "index: {} indices for {}; at most {} can be given", consumed, name_of(x),
         x.ndim());
  int64_t dim = 0;
  auto whole = [&] {
    out.list.push_back(resolve_slice({}, dim, x.shape(static_cast<int>(dim)), out.loc));
    ++dim;
  };
  for (size_t i = 0; i < n; ++i) {
    const Index &index = indices[i];
    switch (index.kind) {
    case Index::Kind::None:
      break;
    case Index::Kind::NewAxis:
      out.list.push_back({Index::Kind::NewAxis});
      break;
    case Index::Kind::Ellipsis:
      for (int64_t left = x.ndim() - consumed; left > 0; --left)
        whole();
      break;
    case Index::Kind::Slice:
      out.list.push_back(
          resolve_slice(index.slice, dim, x.shape(static_cast<int>(dim)), index.loc));
      ++dim;
      break;
    case Index::Kind::Integer: {
      const int64_t size = x.shape(static_cast<int>(dim)), i0 = *index.slice.start;
      if (i0 < -size || i0 >= size)
        fail(index.loc, "index: {} is out of bounds for dimension {} of {}, which has size {}", i0,
             dim, name_of(x), size);
      const int64_t at = i0 < 0 ? i0 + size : i0;
      out.list.push_back({Index::Kind::Integer, dim++, at, at + 1});
      break;
    }
    case Index::Kind::Array:
      if (!is_integer(index.array->dtype()))
        fail(index.loc, "index: an array of {}; it must have an integer dtype{}",
             name_of(*index.array),
             index.array->dtype() == DType::Bool
                 ? " (a mask's result would have no fixed shape: use where)"
                 : "");
      out.list.push_back({Index::Kind::Array, dim++, 0, 0, 1, false, index.array});
      out.has_arrays = true;
      break;
    }
  }
  while (dim < x.ndim())
    whole();
  return out;
}

/// The part of x that slices and, where `integers`, integers name; other dimensions whole.
struct Region {
  Dims start, limit, step, reversed;
};

Region region_of(const Array &x, const Items &items, bool integers) {
  Region r{Dims(x.shape().size(), 0), x.shape(), Dims(x.shape().size(), 1), {}};
  for (const Item &item : items.list) {
    if (item.kind != Index::Kind::Slice && !(integers && item.kind == Index::Kind::Integer))
      continue;
    const size_t d = static_cast<size_t>(item.dim);
    r.start[d] = item.start;
    r.limit[d] = item.limit;
    r.step[d] = item.step;
    if (item.reversed)
      r.reversed.push_back(item.dim);
  }
  return r;
}

Array read(const Array &x, const Region &r, Loc loc) {
  return lax::rev(lax::slice(x, r.start, r.limit, r.step, loc), r.reversed, loc);
}

bool covers(const Region &r, const Array &x) {
  return r.reversed.empty() && r.limit == x.shape() &&
         std::all_of(r.start.begin(), r.start.end(), [](int64_t s) { return s == 0; }) &&
         std::all_of(r.step.begin(), r.step.end(), [](int64_t s) { return s == 1; });
}

using Combine = Array (*)(const Array &, const Array &, Loc);

/// x with `values`, of the region's shape, combined into the region; no combination: written over
/// it.
Array write(const Array &x, const Region &r, Array values, Combine combine, Loc loc) {
  values = lax::rev(values, r.reversed, loc);
  if (values.size() == 0)
    return x;
  const bool dense = std::all_of(r.step.begin(), r.step.end(), [](int64_t s) { return s == 1; });
  if (dense) {
    if (combine)
      values = combine(lax::slice(x, r.start, r.limit, r.step, loc), values, loc);
    if (values.shape() == x.shape())
      return values;
    std::vector<Array> start;
    for (int64_t s : r.start)
      start.push_back(scalar_integer(DType::S32, s, loc));
    return lax::dynamic_update_slice(x, values, start, loc);
  }
  // Strided: spread the values and a mask of where they go.
  std::vector<lax::Padding> padding;
  for (size_t d = 0; d < r.step.size(); ++d) {
    const int64_t last = r.start[d] + (values.shape()[d] - 1) * r.step[d];
    padding.push_back({r.start[d], x.shape()[d] - 1 - last, r.step[d] - 1});
  }
  Array spread = lax::pad(values, scalar(x.dtype(), 0, loc), padding, loc);
  Array mask = lax::pad(filled(DType::Bool, values.shape(), 1, loc),
                        scalar_integer(DType::Bool, 0, loc), padding, loc);
  return lax::select(mask, combine ? combine(x, spread, loc) : spread, x, loc);
}

/// Negative indices count from the end.
Array from_start(const Array &index, int64_t size, Loc loc) {
  Array i = dtype_size(index.dtype()) < 4 ? lax::convert_element_type(index, DType::S32, loc)
                                          : lax::convert_element_type(index, index.dtype(), loc);
  if (!is_signed_integer(i.dtype()))
    return i;
  return lax::select(
      lax::lt(i, Array(0, loc), loc),
      lax::add(i, lax::full(i.shape(), scalar_integer(i.dtype(), size, loc), loc), loc), i, loc);
}

/// How arrays among the indices address an operand: what gather and scatter need.
struct Advanced {
  Array indices; ///< [broadcast shape..., number of advanced dimensions]
  Dims dims;     ///< The operand's advanced dimensions, ascending.
  Dims window;   ///< Where the other dimensions stand in the result.
  Shape result;  ///< Without new axes.
  Dims new_axes; ///< Positions of new axes in the final result.
};

Advanced address(const Array &x, const Items &items, Loc loc) {
  Advanced out;
  Shape common;
  std::vector<Array> arrays;
  std::vector<bool> advanced;
  for (const Item &item : items.list) {
    const bool is_advanced = item.kind == Index::Kind::Integer || item.kind == Index::Kind::Array;
    advanced.push_back(is_advanced);
    if (!is_advanced)
      continue;
    arrays.push_back(item.kind == Index::Kind::Array
                         ? from_start(*item.array, x.shape(static_cast<int>(item.dim)), loc)
                         : scalar_integer(DType::S32, item.start, loc));
    out.dims.push_back(item.dim);
    common = broadcast_shape("index", common, arrays.back().shape(), loc);
  }
  const WeakDType dtype = meet(arrays);
  for (Array &a : arrays)
    a = lax::expand_dims(broadcast_to_shape(converted(a, dtype, loc), common, loc),
                         {static_cast<int64_t>(common.size())}, loc);
  out.indices = lax::concatenate(arrays, static_cast<int>(common.size()), loc);

  // Adjacent advanced indices put their dimensions in their place, others in front.
  const auto first = std::find(advanced.begin(), advanced.end(), true),
             after = std::find(first, advanced.end(), false);
  const bool adjacent = std::find(after, advanced.end(), true) == advanced.end();
  Shape final_shape;
  auto put_common = [&] {
    out.result.insert(out.result.end(), common.begin(), common.end());
    final_shape.insert(final_shape.end(), common.begin(), common.end());
  };
  if (!adjacent)
    put_common();
  for (size_t i = 0; i < items.list.size(); ++i) {
    const Item &item = items.list[i];
    if (advanced[i]) {
      if (adjacent && static_cast<std::ptrdiff_t>(i) == first - advanced.begin())
        put_common();
    } else if (item.kind == Index::Kind::NewAxis) {
      out.new_axes.push_back(static_cast<int64_t>(final_shape.size()));
      final_shape.push_back(1);
    } else {
      out.window.push_back(static_cast<int64_t>(out.result.size()));
      out.result.push_back(x.shape(static_cast<int>(item.dim)));
      final_shape.push_back(x.shape(static_cast<int>(item.dim)));
    }
  }
  return out;
}

Array gather_at(const Array &x, const Advanced &a, lax::GatherScatterMode mode, Loc loc) {
  Dims sizes = x.shape();
  for (int64_t d : a.dims)
    sizes[static_cast<size_t>(d)] = 1;
  return lax::gather(x, a.indices, {a.window, a.dims, a.dims}, sizes, mode, loc);
}

/// Scalars only: one dynamic slice.
bool only_scalars(const Items &items) {
  return std::all_of(items.list.begin(), items.list.end(), [](const Item &i) {
    return i.kind != Index::Kind::Array || i.array->ndim() == 0;
  });
}

Array slice_at(const Array &x, Items &items, Loc loc) {
  std::vector<Array> start(x.shape().size(), scalar_integer(DType::S32, 0, loc));
  Dims sizes = x.shape();
  for (Item &item : items.list)
    if (item.kind == Index::Kind::Array) {
      start[static_cast<size_t>(item.dim)] =
          lax::convert_element_type(*item.array, DType::S32, loc);
      sizes[static_cast<size_t>(item.dim)] = 1;
      item = {Index::Kind::Integer, item.dim, 0, 1};
    }
  return lax::dynamic_slice(x, start, sizes, loc);
}

Array read_static(const Array &x, const Items &items, Loc loc) {
  Dims dropped, added;
  int64_t position = 0;
  for (const Item &item : items.list) {
    if (item.kind == Index::Kind::Integer)
      dropped.push_back(item.dim);
    else if (item.kind == Index::Kind::NewAxis)
      added.push_back(position++);
    else
      ++position;
  }
  Array out = lax::squeeze(read(x, region_of(x, items, true), loc), dropped, loc);
  return added.empty() ? out : lax::expand_dims(out, added, loc);
}

Array read_items(Array x, Items items, Loc loc) {
  if (items.has_arrays && only_scalars(items)) {
    x = slice_at(x, items, loc);
    items.has_arrays = false;
  }
  if (!items.has_arrays)
    return read_static(x, items, loc);
  Array part = read(x, region_of(x, items, false), loc);
  Advanced a = address(part, items, loc);
  Array out = gather_at(part, a, lax::GatherScatterMode::PromiseInBounds, loc);
  return a.new_axes.empty() ? out : lax::expand_dims(out, a.new_axes, loc);
}

size_t given(std::initializer_list<Index> indices) {
  size_t n = indices.size();
  while (n > 0 && (indices.begin() + n - 1)->kind == Index::Kind::None)
    --n;
  return n;
}

} // namespace

Array Array::operator[](Index i) const {
  Items items = resolve(*this, &i, 1);
  return read_items(*this, items, i.loc);
}

Array Array::operator()(Index a, Index b, Index c, Index d, Index e, Index f, Index g,
                        Index h) const {
  const std::initializer_list<Index> indices{a, b, c, d, e, f, g, h};
  Items items = resolve(*this, indices.begin(), given(indices));
  return read_items(*this, items, items.loc);
}

At Array::at(Index a, Index b, Index c, Index d, Index e, Index f, Index g, Index h) const {
  const std::initializer_list<Index> indices{a, b, c, d, e, f, g, h};
  return At(*this, indices.begin(), given(indices));
}

At::At(const Array &x, const Index *indices, size_t count)
    : x_(x), indices_(indices, indices + count) {
  arrays_.reserve(count); // The indices point into it.
  for (Index &index : indices_)
    if (index.kind == Index::Kind::Array) {
      arrays_.push_back(*index.array);
      index.array = &arrays_.back();
    }
}

Array At::get(Loc loc) const {
  return read_items(x_, resolve(x_, indices_.data(), indices_.size()), loc);
}

Array At::update(Update how, const Array &given_values, Loc loc) const {
  const Items items = resolve(x_, indices_.data(), indices_.size());
  Array values = lax::convert_element_type(given_values, x_.dtype(), loc);
  static constexpr Combine combine[] = {nullptr, lax::add, lax::mul, lax::min, lax::max};
  const Combine f = combine[static_cast<size_t>(how)];
  // The shape that values broadcast to: with new axes, whose size is 1, and without integers.
  if (!items.has_arrays) {
    const Region region = region_of(x_, items, true);
    Shape region_shape, result;
    for (size_t d = 0; d < region.start.size(); ++d)
      region_shape.push_back((region.limit[d] - region.start[d] + region.step[d] - 1) /
                             region.step[d]);
    for (const Item &item : items.list)
      if (item.kind != Index::Kind::Integer)
        result.push_back(
            item.kind == Index::Kind::NewAxis ? 1 : region_shape[static_cast<size_t>(item.dim)]);
    return write(x_, region, lax::reshape(broadcast_to(values, result, loc), region_shape, loc), f,
                 loc);
  }
  const Region region = region_of(x_, items, false);
  const Array part = read(x_, region, loc);
  const Advanced a = address(part, items, loc);
  Shape result = a.result;
  for (int64_t axis : a.new_axes)
    result.insert(result.begin() + axis, 1);
  values = lax::reshape(broadcast_to(values, result, loc), a.result, loc);
  const lax::ScatterDimensionNumbers numbers{a.window, a.dims, a.dims};
  using Scatter = Array (*)(const Array &, const Array &, const Array &,
                            const lax::ScatterDimensionNumbers &, lax::GatherScatterMode, Loc);
  static constexpr Scatter scatter[] = {lax::scatter, lax::scatter_add, lax::scatter_mul,
                                        lax::scatter_min, lax::scatter_max};
  Array changed = scatter[static_cast<size_t>(how)](part, a.indices, values, numbers,
                                                    lax::GatherScatterMode::FillOrDrop, loc);
  return covers(region, x_) ? changed : write(x_, region, changed, nullptr, loc);
}

Array At::set(const Array &values, Loc loc) const { return update(Update::Set, values, loc); }
Array At::add(const Array &values, Loc loc) const { return update(Update::Add, values, loc); }
Array At::multiply(const Array &values, Loc loc) const {
  return update(Update::Multiply, values, loc);
}
Array At::min(const Array &values, Loc loc) const { return update(Update::Min, values, loc); }
Array At::max(const Array &values, Loc loc) const { return update(Update::Max, values, loc); }

Array take(const Array &x, const Array &indices, std::optional<int> axis, Loc loc) {
  if (!axis)
    return take(ravel(x, loc), indices, 0, loc);
  if (!is_integer(indices.dtype()))
    fail(loc, "take: the indices are {}; they must have an integer dtype", name_of(indices));
  const int64_t d = axis_in_range(*axis, x.ndim(), "take", loc);
  Items items;
  for (int64_t dim = 0; dim < x.ndim(); ++dim)
    items.list.push_back(dim == d ? Item{Index::Kind::Array, dim, 0, 0, 1, false, &indices}
                                  : resolve_slice({}, dim, x.shape(static_cast<int>(dim)), loc));
  return gather_at(x, address(x, items, loc), lax::GatherScatterMode::FillOrDrop, loc);
}

Array take_along_axis(const Array &x, const Array &indices, int axis, Loc loc) {
  const int64_t d = axis_in_range(axis, x.ndim(), "take_along_axis", loc);
  if (!is_integer(indices.dtype()) || indices.ndim() != x.ndim())
    fail(loc,
         "take_along_axis: the indices are {}; they must be integers with the {} dimensions of {}",
         name_of(indices), x.ndim(), name_of(x));
  // The other dimensions broadcast against each other.
  Shape of_x = x.shape(), of_indices = indices.shape();
  of_x[static_cast<size_t>(d)] = of_indices[static_cast<size_t>(d)] = 1;
  Shape common = broadcast_shape("take_along_axis", of_x, of_indices, loc);
  of_x = of_indices = common;
  of_x[static_cast<size_t>(d)] = x.shape(static_cast<int>(d));
  of_indices[static_cast<size_t>(d)] = indices.shape(static_cast<int>(d));
  Array positions =
      from_start(broadcast_to_shape(indices, of_indices, loc), x.shape(static_cast<int>(d)), loc);
  const Dims others = without(count_up(x.ndim()), {d});
  return lax::gather(broadcast_to_shape(x, of_x, loc), lax::expand_dims(positions, {x.ndim()}, loc),
                     {{}, {d}, {d}, others, others}, Dims(static_cast<size_t>(x.ndim()), 1),
                     lax::GatherScatterMode::FillOrDrop, loc);
}

} // namespace brigade
