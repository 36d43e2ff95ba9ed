#pragma once

#include "brigade/numpy.h"
#include "ops/lax/build.h"

/// How dtypes and shapes of operands meet.
namespace brigade::ops {

/// A dtype, or a weak one: what a C++ number has.
struct WeakDType {
  DType dtype;
  bool weak = false;
  bool operator==(const WeakDType &) const = default;
};

/// The least dtype above both in JAX's lattice:
///
///     bool -> i* -> u8 -> u16 -> u32 -> u64 -> f* -> bf16 -> f32 -> f64
///             i* -> s8 -> s16 -> s32 -> s64 -> f*    f* -> f16 -> f32
///             u8 -> s16, u16 -> s32, u32 -> s64
///
/// where i* and f* are weak. 64 bits come out only where they went in: u32 with s32 gives s32, as
/// in JAX's 32-bit mode.
WeakDType meet(WeakDType a, WeakDType b);
WeakDType meet(std::span<const Array> arrays);

/// Integers and bool become f32, weak where they were.
WeakDType to_inexact(WeakDType t);

Array converted(const Array &x, WeakDType to, Loc loc);

/// The broadcast shape, or a UserError that names the function, the dimension and both sizes.
Shape broadcast_shape(const char *function, const Shape &a, const Shape &b, Loc loc);
/// x repeated to `shape`, its dimensions aligned at the end.
Array broadcast_to_shape(const Array &x, const Shape &shape, Loc loc);

/// Both in the dtype and the shape in which they meet.
struct Pair {
  Array x, y;
};
Pair meet_arrays(const char *function, const Array &x, const Array &y, Loc loc);
Pair meet_inexact(const char *function, const Array &x, const Array &y, Loc loc);

/// x with integers and bool made floats.
Array inexact(const Array &x, Loc loc);

} // namespace brigade::ops
