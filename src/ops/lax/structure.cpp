#include "ops/lax/build.h"

#include <fmt/ranges.h>

#include <numeric>

namespace brigade::lax {

using namespace brigade::ops;

Array broadcast_in_dim(const Array &x, const Shape &shape, const Dims &dimensions, Loc loc) {
  if (static_cast<int>(dimensions.size()) != x.ndim())
    fail(loc, "lax::broadcast_in_dim: {} has {} dimensions, but {} are mapped", name_of(x),
         x.ndim(), dimensions.size());
  for (size_t i = 0; i < dimensions.size(); ++i) {
    int64_t to = dimensions[i], size = x.shape()[i];
    if (to < 0 || to >= static_cast<int64_t>(shape.size()) || (i > 0 && dimensions[i - 1] >= to))
      fail(loc, "lax::broadcast_in_dim: dimensions ({}) must increase and lie below {}",
           fmt::join(dimensions, ", "), shape.size());
    if (size != 1 && size != shape[static_cast<size_t>(to)])
      fail(loc,
           "lax::broadcast_in_dim: dimension {} of size {} cannot become dimension {} of size {}; "
           "it must be 1 or {}",
           i, size, to, shape[static_cast<size_t>(to)], shape[static_cast<size_t>(to)]);
  }
  if (shape == x.shape())
    return x;
  return emit("stablehlo.broadcast_in_dim", {x.dtype(), shape}, {x}, loc,
              {{"broadcast_dimensions", dimensions}});
}

Array broadcast(const Array &x, const Dims &sizes, Loc loc) {
  Shape shape = sizes;
  shape.insert(shape.end(), x.shape().begin(), x.shape().end());
  Dims dimensions = count_up(x.ndim());
  for (int64_t &d : dimensions)
    d += static_cast<int64_t>(sizes.size());
  return broadcast_in_dim(x, shape, dimensions, loc);
}

Array full(const Shape &shape, const Array &value, Loc loc) {
  if (value.ndim() != 0)
    fail(loc, "full: the value is {}; it must be a scalar", name_of(value));
  for (int64_t size : shape)
    if (size < 0)
      fail(loc, "full: shape {} has a negative size", to_string(shape));
  return broadcast_in_dim(value, shape, {}, loc);
}

Array reshape(const Array &x, const Shape &shape, Loc loc) {
  Shape to = shape;
  int64_t known = 1;
  std::optional<size_t> open;
  for (size_t i = 0; i < to.size(); ++i) {
    if (to[i] >= 0)
      known *= to[i];
    else if (to[i] == -1 && !open)
      open = i;
    else
      fail(loc, "reshape: shape {} has a negative size; one -1 may stand for what remains",
           to_string(shape));
  }
  if (open) {
    if (known == 0 || x.size() % known != 0)
      fail(loc,
           "reshape: {} has {} elements, which {} does not divide, so -1 in {} cannot be filled",
           name_of(x), x.size(), known, to_string(shape));
    to[*open] = x.size() / known;
  } else if (known != x.size()) {
    fail(loc, "reshape: {} has {} elements, but {} has {}", name_of(x), x.size(), to_string(shape),
         known);
  }
  if (to == x.shape())
    return x;
  return emit("stablehlo.reshape", {x.dtype(), to}, {x}, loc);
}

Array squeeze(const Array &x, const Dims &dimensions, Loc loc) {
  Dims drop = axes_in_range(Axes(dimensions), x.ndim(), "squeeze", loc);
  Shape shape;
  for (int d = 0; d < x.ndim(); ++d) {
    if (!contains(drop, d))
      shape.push_back(x.shape(d));
    else if (x.shape(d) != 1)
      fail(loc, "squeeze: dimension {} of {} has size {}; only a size of 1 can go", d, name_of(x),
           x.shape(d));
  }
  return reshape(x, shape, loc);
}

Array expand_dims(const Array &x, const Dims &dimensions, Loc loc) {
  const int64_t rank = x.ndim() + static_cast<int64_t>(dimensions.size());
  Dims added = axes_in_range(Axes(dimensions), rank, "expand_dims", loc);
  Shape shape;
  auto next = x.shape().begin();
  for (int64_t d = 0; d < rank; ++d)
    shape.push_back(contains(added, d) ? 1 : *next++);
  // A broadcast and not a reshape: what maps to what stays plain for sharding and batching.
  return broadcast_in_dim(x, shape, without(count_up(rank), added), loc);
}

Array transpose(const Array &x, const Dims &permutation, Loc loc) {
  Dims order = axes_in_order(permutation, x.ndim(), "transpose", loc);
  if (static_cast<int>(order.size()) != x.ndim())
    fail(loc, "transpose: permutation ({}) must name each of the {} dimensions of {} once",
         fmt::join(permutation, ", "), x.ndim(), name_of(x));
  if (order == count_up(x.ndim()))
    return x;
  Shape shape;
  for (int64_t d : order)
    shape.push_back(x.shape()[static_cast<size_t>(d)]);
  return emit("stablehlo.transpose", {x.dtype(), shape}, {x}, loc, {{"permutation", order}});
}

Array rev(const Array &x, const Dims &dimensions, Loc loc) {
  Dims dims = axes_in_range(Axes(dimensions), x.ndim(), "rev", loc);
  if (dims.empty())
    return x;
  return emit("stablehlo.reverse", type_of(x), {x}, loc, {{"dimensions", dims}});
}

Array slice(const Array &x, const Dims &start, const Dims &limit, const Dims &strides, Loc loc) {
  const size_t rank = static_cast<size_t>(x.ndim());
  Dims step = strides.empty() ? Dims(rank, 1) : strides;
  if (start.size() != rank || limit.size() != rank || step.size() != rank)
    fail(loc, "lax::slice: {} has {} dimensions, but {} starts, {} limits and {} strides are given",
         name_of(x), rank, start.size(), limit.size(), step.size());
  Shape shape;
  for (size_t d = 0; d < rank; ++d) {
    if (start[d] < 0 || limit[d] < start[d] || limit[d] > x.shape()[d] || step[d] < 1)
      fail(loc,
           "lax::slice: {}:{}:{} in dimension {} of {}; 0 <= start <= limit <= {} and a positive "
           "stride are needed",
           start[d], limit[d], step[d], d, name_of(x), x.shape()[d]);
    shape.push_back((limit[d] - start[d] + step[d] - 1) / step[d]);
  }
  if (shape == x.shape())
    return x;
  return emit("stablehlo.slice", {x.dtype(), shape}, {x}, loc,
              {{"start_indices", start}, {"limit_indices", limit}, {"strides", step}});
}

Array slice_in_dim(const Array &x, int64_t start, int64_t limit, int64_t stride, int axis,
                   Loc loc) {
  const size_t d = static_cast<size_t>(axis_in_range(axis, x.ndim(), "lax::slice_in_dim", loc));
  const int64_t size = x.shape()[d];
  Dims from(x.shape().size(), 0), to = x.shape(), step(x.shape().size(), 1);
  from[d] = start < 0 ? start + size : start;
  to[d] = limit < 0 ? limit + size : limit;
  step[d] = stride;
  return slice(x, from, to, step, loc);
}

Array concatenate(const std::vector<Array> &operands, int dimension, Loc loc) {
  if (operands.empty())
    fail(loc, "concatenate: no arrays; at least one is needed");
  const Array &first = operands.front();
  const int64_t axis = axis_in_range(dimension, first.ndim(), "concatenate", loc);
  const size_t d = static_cast<size_t>(axis);
  Shape shape = first.shape();
  for (size_t i = 1; i < operands.size(); ++i) {
    const Array &x = operands[i];
    if (x.dtype() != first.dtype())
      fail(loc, "lax::concatenate: array {} is {}, but array 0 is {}; they must have one dtype", i,
           name_of(x), name_of(first));
    if (x.ndim() != first.ndim())
      fail(loc,
           "concatenate: array {} has shape {}, but array 0 has shape {}; they must have as many "
           "dimensions",
           i, to_string(x.shape()), to_string(first.shape()));
    for (size_t k = 0; k < shape.size(); ++k)
      if (k != d && x.shape()[k] != first.shape()[k])
        fail(loc,
             "concatenate: along axis {}, dimension {} of array {} has size {}, but that of array "
             "0 has size {} "
             "(shapes {} and {}); all dimensions but {} must agree",
             axis, k, i, x.shape()[k], first.shape()[k], to_string(x.shape()),
             to_string(first.shape()), axis);
    shape[d] += x.shape()[d];
  }
  if (operands.size() == 1)
    return first;
  core::Operation operation{
      "stablehlo.concatenate", {{first.dtype(), shape}}, {{"dimension", axis}}, {}};
  return core::bind1(operation, operands, loc);
}

Array pad(const Array &x, const Array &value, const std::vector<Padding> &padding, Loc loc) {
  if (static_cast<int>(padding.size()) != x.ndim())
    fail(loc, "lax::pad: {} has {} dimensions, but {} are padded", name_of(x), x.ndim(),
         padding.size());
  Array fill = value.weak_type() ? convert_element_type(value, x.dtype(), loc) : value;
  if (fill.ndim() != 0 || fill.dtype() != x.dtype())
    fail(loc, "lax::pad: the value is {}; it must be a scalar of dtype {}", name_of(value),
         dtype_name(x.dtype()));
  Dims low, high, interior;
  Shape shape;
  for (size_t d = 0; d < padding.size(); ++d) {
    const auto &[l, h, i] = padding[d];
    const int64_t size = x.shape()[d], out = l + h + size + (size > 0 ? (size - 1) * i : 0);
    if (i < 0 || out < 0)
      fail(loc,
           "lax::pad: low {}, high {} and interior {} of dimension {} of {} give size {}; it must "
           "not be negative",
           l, h, i, d, name_of(x), out);
    low.push_back(l);
    high.push_back(h);
    interior.push_back(i);
    shape.push_back(out);
  }
  if (shape == x.shape() && low == Dims(low.size(), 0))
    return x;
  return emit(
      "stablehlo.pad", {x.dtype(), shape}, {x, fill}, loc,
      {{"edge_padding_low", low}, {"edge_padding_high", high}, {"interior_padding", interior}});
}

Array broadcasted_iota(DType dtype, const Shape &shape, int dimension, Loc loc) {
  const int64_t d =
      axis_in_range(dimension, static_cast<int64_t>(shape.size()), "lax::broadcasted_iota", loc);
  if (dtype == DType::Bool)
    fail(loc, "lax::iota of bool; it takes a number");
  return emit("stablehlo.iota", {dtype, shape}, {}, loc, {{"iota_dimension", d}});
}

Array iota(DType dtype, int64_t size, Loc loc) { return broadcasted_iota(dtype, {size}, 0, loc); }

} // namespace brigade::lax
