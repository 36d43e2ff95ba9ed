#include "ops/numpy/promotion.h"

#include <array>

namespace brigade::ops {

namespace {

/// The lattice's elements: the dtypes, and after them the weak ones.
enum Node : uint32_t { WeakInteger = dtype_count, WeakFloat, node_count };

constexpr uint32_t node(DType t) { return static_cast<uint32_t>(t); }

uint32_t node_of(WeakDType t) {
  if (!t.weak || t.dtype == DType::Bool)
    return node(t.dtype);
  return is_floating(t.dtype) ? WeakFloat : WeakInteger;
}

/// above()[n]: the elements not below n, itself included, as bits.
const std::array<uint32_t, node_count> &above() {
  static const std::array<uint32_t, node_count> sets = [] {
    using D = DType;
    const std::pair<uint32_t, uint32_t> edges[] = {
        {node(D::Bool), WeakInteger}, {WeakInteger, node(D::U8)},    {WeakInteger, node(D::S8)},
        {node(D::U8), node(D::U16)},  {node(D::U16), node(D::U32)},  {node(D::U32), node(D::U64)},
        {node(D::S8), node(D::S16)},  {node(D::S16), node(D::S32)},  {node(D::S32), node(D::S64)},
        {node(D::U8), node(D::S16)},  {node(D::U16), node(D::S32)},  {node(D::U32), node(D::S64)},
        {node(D::U64), WeakFloat},    {node(D::S64), WeakFloat},     {WeakFloat, node(D::BF16)},
        {WeakFloat, node(D::F16)},    {node(D::BF16), node(D::F32)}, {node(D::F16), node(D::F32)},
        {node(D::F32), node(D::F64)},
    };
    std::array<uint32_t, node_count> out{};
    for (uint32_t n = 0; n < node_count; ++n)
      out[n] = 1u << n;
    for (bool changed = true; changed;) {
      changed = false;
      for (auto [from, to] : edges)
        if ((out[from] | out[to]) != out[from]) {
          out[from] |= out[to];
          changed = true;
        }
    }
    return out;
  }();
  return sets;
}

} // namespace

WeakDType meet(WeakDType a, WeakDType b) {
  const uint32_t na = node_of(a), nb = node_of(b);
  const uint32_t common = above()[na] & above()[nb];
  uint32_t least = 0;
  while (!(common >> least & 1) || above()[least] != common)
    ++least;
  // Two weak ones of one kind, for example a weak f32 and a weak f64: the wider.
  if (least >= dtype_count) {
    DType dtype = least == WeakFloat ? DType::F32 : DType::S32;
    for (WeakDType t : {a, b})
      if (node_of(t) == least && dtype_size(t.dtype) > dtype_size(dtype))
        dtype = t.dtype;
    return {dtype, a.weak || b.weak};
  }
  DType dtype = static_cast<DType>(least);
  auto is_wide = [](WeakDType t) { return !t.weak && dtype_size(t.dtype) == 8; };
  if (dtype == DType::S64 && !is_wide(a) && !is_wide(b))
    dtype = DType::S32;
  return {dtype, false};
}

WeakDType meet(std::span<const Array> arrays) {
  WeakDType out{arrays.front().dtype(), arrays.front().weak_type()};
  for (const Array &x : arrays.subspan(1))
    out = meet(out, {x.dtype(), x.weak_type()});
  return out;
}

WeakDType to_inexact(WeakDType t) {
  return is_floating(t.dtype) ? t : WeakDType{DType::F32, t.weak};
}

Array converted(const Array &x, WeakDType to, Loc loc) {
  if (x.dtype() == to.dtype && x.weak_type() == to.weak)
    return x;
  Array out = lax::convert_element_type(x, to.dtype, loc);
  return to.weak ? core::with_weak_type(out, true, loc) : out;
}

Shape broadcast_shape(const char *function, const Shape &a, const Shape &b, Loc loc) {
  const Shape &longer = a.size() >= b.size() ? a : b, &shorter = a.size() >= b.size() ? b : a;
  Shape out = longer;
  const size_t offset = longer.size() - shorter.size();
  for (size_t d = 0; d < shorter.size(); ++d) {
    int64_t &size = out[offset + d];
    if (size == 1)
      size = shorter[d];
    else if (shorter[d] != 1 && shorter[d] != size)
      fail(loc,
           "{}: shapes {} and {} do not broadcast: dimension {} from the end has sizes {} and {}, "
           "which must be equal "
           "or 1",
           function, to_string(a), to_string(b), shorter.size() - d,
           a[a.size() - (shorter.size() - d)], b[b.size() - (shorter.size() - d)]);
  }
  return out;
}

Array broadcast_to_shape(const Array &x, const Shape &shape, Loc loc) {
  if (x.shape() == shape)
    return x;
  Dims dimensions = count_up(x.ndim());
  for (int64_t &d : dimensions)
    d += static_cast<int64_t>(shape.size()) - x.ndim();
  return lax::broadcast_in_dim(x, shape, dimensions, loc);
}

static Pair meet_in(const char *function, const Array &x, const Array &y, WeakDType to, Loc loc) {
  const Shape shape =
      x.shape() == y.shape() ? x.shape() : broadcast_shape(function, x.shape(), y.shape(), loc);
  return {broadcast_to_shape(converted(x, to, loc), shape, loc),
          broadcast_to_shape(converted(y, to, loc), shape, loc)};
}

static WeakDType meeting_type(const Array &x, const Array &y) {
  return meet({x.dtype(), x.weak_type()}, {y.dtype(), y.weak_type()});
}

Pair meet_arrays(const char *function, const Array &x, const Array &y, Loc loc) {
  return meet_in(function, x, y, meeting_type(given(x, loc), given(y, loc)), loc);
}

Pair meet_inexact(const char *function, const Array &x, const Array &y, Loc loc) {
  return meet_in(function, x, y, to_inexact(meeting_type(given(x, loc), given(y, loc))), loc);
}

Array inexact(const Array &x, Loc loc) {
  return converted(x, to_inexact({given(x, loc).dtype(), x.weak_type()}), loc);
}

} // namespace brigade::ops

namespace brigade {

using namespace ops;

DType promote_types(DType a, DType b) { return meet(WeakDType{a}, WeakDType{b}).dtype; }

DType result_type(const std::vector<Array> &arrays, Loc loc) {
  if (arrays.empty())
    fail(loc, "result_type: no arrays; at least one is needed");
  return meet(arrays).dtype;
}

Array astype(const Array &x, DType dtype, Loc loc) {
  return lax::convert_element_type(x, dtype, loc);
}
Array Array::astype(DType dtype, Loc loc) const { return brigade::astype(*this, dtype, loc); }

Shape broadcast_shapes(const Shape &a, const Shape &b, Loc loc) {
  return broadcast_shape("broadcast_shapes", a, b, loc);
}

Array broadcast_to(const Array &x, const Shape &shape, Loc loc) {
  if (broadcast_shape("broadcast_to", x.shape(), shape, loc) != shape)
    fail(loc, "broadcast_to: {} does not broadcast to {}", name_of(x), to_string(shape));
  return broadcast_to_shape(x, shape, loc);
}

} // namespace brigade
