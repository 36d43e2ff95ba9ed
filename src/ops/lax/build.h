#pragma once

#include "brigade/lax.h"
#include "core/bind.h"

#include <fmt/format.h>

#include <initializer_list>

/// What every file of operations needs: emitting one, checking arguments, small constants.
namespace brigade::ops {

using core::AssemblyText;
using core::Attribute;
using core::TensorType;
using lax::Dims;

template <class... A>
[[noreturn]] void fail(Loc loc, fmt::format_string<A...> text, A &&...arguments) {
  throw UserError(fmt::format(text, std::forward<A>(arguments)...), loc);
}

/// x; a UserError with the caller's place where it holds no value.
inline const Array &given(const Array &x, Loc loc) {
  if (!x.has_value())
    fail(loc, "an Array without a value is used; assign one first");
  return x;
}

inline TensorType type_of(const Array &x) { return {x.dtype(), x.shape()}; }
/// "f32[2,3]".
inline std::string name_of(const Array &x) { return to_string(x.dtype(), x.shape()); }

/// An operation of one result.
Array emit(const char *name, TensorType result, std::initializer_list<Array> operands, Loc loc,
           std::vector<Attribute> attributes = {});

/// `axis` from 0 up, or a UserError that names the function, the axis and the rank.
int64_t axis_in_range(int64_t axis, int64_t rank, const char *function, Loc loc);
/// Each from 0 up, sorted; every axis where `axes` names none. An axis given twice is a UserError.
Dims axes_in_range(const Axes &axes, int64_t rank, const char *function, Loc loc);
/// As above in the order given.
Dims axes_in_order(const Dims &axes, int64_t rank, const char *function, Loc loc);

/// A constant of rank 0. The value is converted as C++ does, to nearest.
Array scalar(DType dtype, double value, Loc loc);
Array scalar_integer(DType dtype, int64_t value, Loc loc);
/// The smallest and the largest value; of a float: minus infinity and infinity.
Array lowest(DType dtype, Loc loc);
Array highest(DType dtype, Loc loc);
/// `value` repeated to `shape`.
Array filled(DType dtype, const Shape &shape, double value, Loc loc);

/// 0, 1, ..., n - 1.
Dims count_up(int64_t n);
Dims without(const Dims &dims, const Dims &removed);
bool contains(const Dims &dims, int64_t d);
/// "name = [0, 1], " for an attribute's assembly; nothing where the list is empty.
std::string field(const char *name, const Dims &dims);

} // namespace brigade::ops
