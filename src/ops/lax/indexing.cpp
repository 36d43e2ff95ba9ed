#include "ops/lax/build.h"

#include <fmt/ranges.h>

#include <limits>

namespace brigade::lax {

using namespace brigade::ops;

namespace {

int64_t size_of(const Array &x, int64_t d) { return x.shape()[static_cast<size_t>(d)]; }

void check_integer(const char *function, const char *argument, const Array &x, Loc loc) {
  if (!is_integer(x.dtype()))
    fail(loc, "{}: {} is {}; it must have an integer dtype", function, argument, name_of(x));
}

/// Indices as signed integers wide enough to be compared with any size.
Array signed_indices(const Array &indices, Loc loc) {
  return is_signed_integer(indices.dtype()) && dtype_size(indices.dtype()) >= 4
             ? indices
             : convert_element_type(indices,
                                    indices.dtype() == DType::U64 ? DType::S64 : DType::S32, loc);
}

/// One number a place of the index vector, repeated to the indices' shape.
Array along_vector(const Array &indices, const Dims &numbers, Loc loc) {
  Literal literal(indices.dtype(), {static_cast<int64_t>(numbers.size())});
  visit_dtype(literal.dtype, [&]<class T>(T) {
    if constexpr (std::is_integral_v<T>)
      for (size_t i = 0; i < numbers.size(); ++i)
        literal.data<T>()[i] = static_cast<T>(numbers[i]);
  });
  return broadcast_in_dim(core::constant(literal, false, loc), indices.shape(),
                          {indices.ndim() - 1}, loc);
}

/// The largest index of each place of the vector at which the whole window lies inside.
Dims last_starts(const Array &x, const Dims &index_map, const Dims &window, const char *function,
                 Loc loc) {
  Dims out;
  for (int64_t d : index_map) {
    int64_t last = size_of(x, d) - window[static_cast<size_t>(d)];
    if (last < 0)
      fail(loc, "{}: the slice has size {} in dimension {} of {}; {} is the most", function,
           window[static_cast<size_t>(d)], d, name_of(x), size_of(x, d));
    out.push_back(last);
  }
  return out;
}

Array clamp_indices(const Array &indices, const Dims &last, Loc loc) {
  return clamp(scalar_integer(indices.dtype(), 0, loc), indices, along_vector(indices, last, loc),
               loc);
}

/// What a gather reads outside of the operand.
Array outside_value(DType dtype, Loc loc) {
  if (is_floating(dtype))
    return scalar(dtype, std::numeric_limits<double>::quiet_NaN(), loc);
  return is_unsigned_integer(dtype) || dtype == DType::Bool ? highest(dtype, loc)
                                                            : lowest(dtype, loc);
}

void check_index_map(const char *function, const Array &indices, const Dims &map, Loc loc) {
  check_integer(function, "the indices", indices, loc);
  if (indices.ndim() < 1 || indices.shape(-1) != static_cast<int64_t>(map.size()))
    fail(loc,
         "{}: the indices are {}, whose last dimension must have size {}, one for each indexed "
         "dimension",
         function, name_of(indices), map.size());
}

} // namespace

Array gather(const Array &x, const Array &start_indices, const GatherDimensionNumbers &dims,
             const Dims &slice_sizes, GatherScatterMode mode, Loc loc) {
  check_index_map("lax::gather", start_indices, dims.start_index_map, loc);
  if (static_cast<int>(slice_sizes.size()) != x.ndim())
    fail(loc, "lax::gather: {} slice sizes for {}; one a dimension is needed", slice_sizes.size(),
         name_of(x));
  Dims window; // Sizes of the offset dimensions.
  for (int d = 0; d < x.ndim(); ++d)
    if (!contains(dims.collapsed_slice_dims, d) && !contains(dims.operand_batching_dims, d))
      window.push_back(slice_sizes[static_cast<size_t>(d)]);
  if (window.size() != dims.offset_dims.size())
    fail(loc, "lax::gather: {} offset dimensions for {} dimensions of the slice",
         dims.offset_dims.size(), window.size());

  Array indices = signed_indices(start_indices, loc);
  const Dims last = last_starts(x, dims.start_index_map, slice_sizes, "lax::gather", loc);
  const int64_t batch_rank = indices.ndim() - 1;
  Shape shape;
  Dims batch_dims; // Of the result.
  size_t batch = 0, offset = 0;
  for (int64_t d = 0; d < batch_rank + static_cast<int64_t>(window.size()); ++d) {
    if (contains(dims.offset_dims, d)) {
      shape.push_back(window[offset++]);
    } else {
      shape.push_back(indices.shape()[batch++]);
      batch_dims.push_back(d);
    }
  }
  std::string numbers = field("offset_dims", dims.offset_dims) +
                        field("collapsed_slice_dims", dims.collapsed_slice_dims) +
                        field("operand_batching_dims", dims.operand_batching_dims) +
                        field("start_indices_batching_dims", dims.start_indices_batching_dims) +
                        field("start_index_map", dims.start_index_map) +
                        fmt::format("index_vector_dim = {}", batch_rank);
  // StableHLO's gather clamps by itself.
  core::Operation operation{
      "stablehlo.gather",
      {{x.dtype(), shape}},
      {{"dimension_numbers", AssemblyText{"#stablehlo.gather<" + numbers + ">"}},
       {"slice_sizes", slice_sizes}},
      {}};
  operation.weak = x.weak_type() ? core::Weak::Yes : core::Weak::No;
  Array out = core::bind1(operation, std::vector<Array>{x, indices}, loc);
  if (mode != GatherScatterMode::FillOrDrop || last.empty())
    return out;
  Array inside = reduce_and(bitwise_and(ge(indices, Array(0, loc), loc),
                                        le(indices, along_vector(indices, last, loc), loc), loc),
                            {batch_rank}, loc);
  return select(broadcast_in_dim(inside, shape, batch_dims, loc), out,
                full(shape, outside_value(x.dtype(), loc), loc), loc);
}

namespace {

using Combine = Array (*)(const Array &, const Array &, Loc);

Array scatter_by(const char *function, Combine combine, const Array &x, const Array &start_indices,
                 const Array &updates, const ScatterDimensionNumbers &dims, GatherScatterMode mode,
                 Loc loc) {
  check_index_map(function, start_indices, dims.scatter_dims_to_operand_dims, loc);
  if (updates.dtype() != x.dtype())
    fail(loc, "{}: the updates are {}, but the operand is {}; they must have one dtype", function,
         name_of(updates), name_of(x));
  Array indices = signed_indices(start_indices, loc);
  const int64_t batch_rank = indices.ndim() - 1,
                window_rank = static_cast<int64_t>(dims.update_window_dims.size());
  if (updates.ndim() != batch_rank + window_rank)
    fail(loc, "{}: the updates have {} dimensions; {} of the indices and {} of the window make {}",
         function, updates.ndim(), batch_rank, window_rank, batch_rank + window_rank);
  size_t batch = 0;
  for (int d = 0; d < updates.ndim(); ++d)
    if (!contains(dims.update_window_dims, d) && updates.shape(d) != indices.shape()[batch++])
      fail(loc,
           "{}: dimension {} of the updates has size {}, but dimension {} of the indices {} has "
           "size {}",
           function, d, updates.shape(d), batch - 1, name_of(indices), indices.shape()[batch - 1]);
  Dims window(x.shape().size(), 1);
  size_t next = 0;
  for (int64_t d = 0; d < x.ndim(); ++d)
    if (!contains(dims.inserted_window_dims, d) && !contains(dims.operand_batching_dims, d)) {
      if (next == dims.update_window_dims.size())
        fail(loc, "{}: {} window dimensions do not cover {}", function, window_rank, name_of(x));
      window[static_cast<size_t>(d)] = size_of(updates, dims.update_window_dims[next++]);
    }
  const Dims last = last_starts(x, dims.scatter_dims_to_operand_dims, window, function, loc);
  if (mode == GatherScatterMode::Clip)
    indices = clamp_indices(indices, last, loc);
  std::string numbers = field("update_window_dims", dims.update_window_dims) +
                        field("inserted_window_dims", dims.inserted_window_dims) +
                        field("input_batching_dims", dims.operand_batching_dims) +
                        field("scatter_indices_batching_dims", dims.scatter_indices_batching_dims) +
                        field("scatter_dims_to_operand_dims", dims.scatter_dims_to_operand_dims) +
                        fmt::format("index_vector_dim = {}", batch_rank);
  const TensorType element{x.dtype(), {}};
  auto body = core::trace_body(
      std::vector<TensorType>{element, element},
      [&](std::vector<Array> a) {
        return std::vector<Array>{combine ? combine(a[0], a[1], loc) : a[1]};
      },
      loc);
  core::Operation operation{
      "stablehlo.scatter",
      {type_of(x)},
      {{"scatter_dimension_numbers", AssemblyText{"#stablehlo.scatter<" + numbers + ">"}}},
      {std::move(body)}};
  operation.weak = core::Weak::No;
  return core::bind1(operation, std::vector<Array>{x, indices, updates}, loc);
}

} // namespace

#define SCATTER(name, combine)                                                                     \
  Array name(const Array &x, const Array &indices, const Array &updates,                           \
             const ScatterDimensionNumbers &dims, GatherScatterMode mode, Loc loc) {               \
    return scatter_by("lax::" #name, combine, x, indices, updates, dims, mode, loc);               \
  }
SCATTER(scatter, nullptr)
SCATTER(scatter_add, add)
SCATTER(scatter_mul, mul)
SCATTER(scatter_min, min)
SCATTER(scatter_max, max)
#undef SCATTER

namespace {

/// Scalars of one integer dtype; negative ones, which count from the end, made positive.
std::vector<Array> start_indices(const char *function, const Array &x,
                                 const std::vector<Array> &start, Loc loc) {
  if (static_cast<int>(start.size()) != x.ndim())
    fail(loc, "{}: {} start indices for {}; one a dimension is needed", function, start.size(),
         name_of(x));
  // The dtype of those that are not weak; several differing ones meet in the widest.
  std::optional<DType> dtype;
  for (const Array &s : start) {
    check_integer(function, "a start index", s, loc);
    if (s.ndim() != 0)
      fail(loc, "{}: a start index is {}; it must be a scalar", function, name_of(s));
    if (!s.weak_type() && (!dtype || dtype_size(s.dtype()) > dtype_size(*dtype)))
      dtype = s.dtype();
  }
  std::vector<Array> out;
  for (size_t d = 0; d < start.size(); ++d) {
    Array s = convert_element_type(start[d], dtype.value_or(DType::S32), loc);
    if (is_signed_integer(s.dtype()))
      s = select(lt(s, Array(0, loc), loc),
                 add(s, scalar_integer(s.dtype(), x.shape()[d], loc), loc), s, loc);
    out.push_back(s);
  }
  return out;
}

/// Zero in every dimension but one.
std::vector<Array> start_along(const Array &x, const Array &start, int64_t axis, Loc loc) {
  std::vector<Array> out(x.shape().size(), scalar_integer(start.dtype(), 0, loc));
  out[static_cast<size_t>(axis)] = core::with_weak_type(start, false, loc);
  return out;
}

} // namespace

Array dynamic_slice(const Array &x, const std::vector<Array> &start, const Dims &sizes, Loc loc) {
  std::vector<Array> operands = start_indices("lax::dynamic_slice", x, start, loc);
  if (sizes.size() != x.shape().size())
    fail(loc, "lax::dynamic_slice: {} sizes for {}; one a dimension is needed", sizes.size(),
         name_of(x));
  for (size_t d = 0; d < sizes.size(); ++d)
    if (sizes[d] < 0 || sizes[d] > x.shape()[d])
      fail(loc, "lax::dynamic_slice: size {} in dimension {} of {}; 0 to {} is possible", sizes[d],
           d, name_of(x), x.shape()[d]);
  operands.insert(operands.begin(), x);
  core::Operation operation{
      "stablehlo.dynamic_slice", {{x.dtype(), sizes}}, {{"slice_sizes", sizes}}, {}};
  operation.weak = x.weak_type() ? core::Weak::Yes : core::Weak::No;
  return core::bind1(operation, operands, loc);
}

Array dynamic_update_slice(const Array &x, const Array &update, const std::vector<Array> &start,
                           Loc loc) {
  std::vector<Array> operands = start_indices("lax::dynamic_update_slice", x, start, loc);
  Array u = update.weak_type() ? convert_element_type(update, x.dtype(), loc) : update;
  if (u.dtype() != x.dtype() || u.ndim() != x.ndim())
    fail(loc,
         "lax::dynamic_update_slice: the update is {}, the operand {}; dtype and number of "
         "dimensions must agree",
         name_of(update), name_of(x));
  for (int d = 0; d < x.ndim(); ++d)
    if (u.shape(d) > x.shape(d))
      fail(loc,
           "lax::dynamic_update_slice: dimension {} of the update {} has size {}; {} is the most "
           "in {}",
           d, name_of(u), u.shape(d), x.shape(d), name_of(x));
  operands.insert(operands.begin(), {x, u});
  core::Operation operation{"stablehlo.dynamic_update_slice", {type_of(x)}, {}, {}};
  operation.weak = core::Weak::No;
  return core::bind1(operation, operands, loc);
}

Array dynamic_slice_in_dim(const Array &x, const Array &start, int64_t size, int axis, Loc loc) {
  const int64_t d = axis_in_range(axis, x.ndim(), "lax::dynamic_slice_in_dim", loc);
  Dims sizes = x.shape();
  sizes[static_cast<size_t>(d)] = size;
  return dynamic_slice(x, start_along(x, start, d, loc), sizes, loc);
}

Array dynamic_index_in_dim(const Array &x, const Array &index, int axis, bool keepdims, Loc loc) {
  Array out = dynamic_slice_in_dim(x, index, 1, axis, loc);
  return keepdims ? out : squeeze(out, {axis}, loc);
}

Array dynamic_update_slice_in_dim(const Array &x, const Array &update, const Array &start, int axis,
                                  Loc loc) {
  const int64_t d = axis_in_range(axis, x.ndim(), "lax::dynamic_update_slice_in_dim", loc);
  return dynamic_update_slice(x, update, start_along(x, start, d, loc), loc);
}

Array dynamic_update_index_in_dim(const Array &x, const Array &update, const Array &index, int axis,
                                  Loc loc) {
  const int64_t d = axis_in_range(axis, x.ndim(), "lax::dynamic_update_index_in_dim", loc);
  return dynamic_update_slice_in_dim(
      x, update.ndim() == x.ndim() ? update : expand_dims(update, {d}, loc), index, axis, loc);
}

} // namespace brigade::lax
