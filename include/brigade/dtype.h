#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace brigade {

/// Element types. The names printed are JAX's ("f32", "s32" prints as "i32"); see dtype_name.
enum class DType : uint8_t {
  Bool,
  S8,
  S16,
  S32,
  S64,
  U8,
  U16,
  U32,
  U64,
  BF16,
  F16,
  F32,
  F64,
};

inline constexpr int dtype_count = 13;

/// Bytes of one element. Bool takes one byte, 0 or 1.
constexpr size_t dtype_size(DType t) {
  switch (t) {
  case DType::Bool:
  case DType::S8:
  case DType::U8:
    return 1;
  case DType::S16:
  case DType::U16:
  case DType::BF16:
  case DType::F16:
    return 2;
  case DType::S32:
  case DType::U32:
  case DType::F32:
    return 4;
  case DType::S64:
  case DType::U64:
  case DType::F64:
    return 8;
  }
  return 0;
}

constexpr bool is_floating(DType t) { return t >= DType::BF16; }
constexpr bool is_signed_integer(DType t) { return t >= DType::S8 && t <= DType::S64; }
constexpr bool is_unsigned_integer(DType t) { return t >= DType::U8 && t <= DType::U64; }
constexpr bool is_integer(DType t) { return is_signed_integer(t) || is_unsigned_integer(t); }

/// "bool", "s8", ... "u64", "bf16", "f16", "f32", "f64".
std::string_view dtype_name(DType t);

/// A 16-bit float that only stores: arithmetic is done in float.
struct bfloat16 {
  uint16_t bits = 0;
};
struct float16 {
  uint16_t bits = 0;
};

float to_float(bfloat16 x);
float to_float(float16 x);
bfloat16 to_bfloat16(float x); ///< Rounds to nearest, ties to even; keeps NaN a NaN.
float16 to_float16(float x);   ///< Rounds to nearest, ties to even; overflow gives infinity.

/// The dtype that a C++ element type is stored as; other types have none.
template <class T> struct DTypeOf;
template <> struct DTypeOf<bool> {
  static constexpr DType value = DType::Bool;
};
template <> struct DTypeOf<int8_t> {
  static constexpr DType value = DType::S8;
};
template <> struct DTypeOf<int16_t> {
  static constexpr DType value = DType::S16;
};
template <> struct DTypeOf<int32_t> {
  static constexpr DType value = DType::S32;
};
template <> struct DTypeOf<int64_t> {
  static constexpr DType value = DType::S64;
};
template <> struct DTypeOf<uint8_t> {
  static constexpr DType value = DType::U8;
};
template <> struct DTypeOf<uint16_t> {
  static constexpr DType value = DType::U16;
};
template <> struct DTypeOf<uint32_t> {
  static constexpr DType value = DType::U32;
};
template <> struct DTypeOf<uint64_t> {
  static constexpr DType value = DType::U64;
};
template <> struct DTypeOf<bfloat16> {
  static constexpr DType value = DType::BF16;
};
template <> struct DTypeOf<float16> {
  static constexpr DType value = DType::F16;
};
template <> struct DTypeOf<float> {
  static constexpr DType value = DType::F32;
};
template <> struct DTypeOf<double> {
  static constexpr DType value = DType::F64;
};
template <class T> inline constexpr DType dtype_of = DTypeOf<T>::value;

} // namespace brigade
