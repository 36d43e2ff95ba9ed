#pragma once

#include "brigade/literal.h"

#include <type_traits>

namespace brigade {

/// Calls f with a value of the C++ type that stores `dtype`: visit_dtype(t, [&]<class T>(T) { ...
/// }).
template <class F> decltype(auto) visit_dtype(DType dtype, F &&f) {
  switch (dtype) {
  case DType::Bool:
    return f(bool{});
  case DType::S8:
    return f(int8_t{});
  case DType::S16:
    return f(int16_t{});
  case DType::S32:
    return f(int32_t{});
  case DType::S64:
    return f(int64_t{});
  case DType::U8:
    return f(uint8_t{});
  case DType::U16:
    return f(uint16_t{});
  case DType::U32:
    return f(uint32_t{});
  case DType::U64:
    return f(uint64_t{});
  case DType::BF16:
    return f(bfloat16{});
  case DType::F16:
    return f(float16{});
  case DType::F32:
    return f(float{});
  case DType::F64:
    break;
  }
  return f(double{});
}

template <class T>
inline constexpr bool is_half = std::is_same_v<T, bfloat16> || std::is_same_v<T, float16>;

/// x as an element of type To: the 16-bit floats are rounded to and read through f32, a boolean is
/// whether x is not zero, a float loses its fraction on the way to an integer, in which it wraps.
/// It must fit in 64 bits.
template <class To, class From> To element_cast(From x) {
  if constexpr (is_half<From>)
    return element_cast<To>(to_float(x));
  else if constexpr (std::is_same_v<To, bfloat16>)
    return to_bfloat16(static_cast<float>(x));
  else if constexpr (std::is_same_v<To, float16>)
    return to_float16(static_cast<float>(x));
  else if constexpr (std::is_same_v<To, bool>)
    return x != 0;
  else if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>)
    return x < 0 ? static_cast<To>(static_cast<int64_t>(x))
                 : static_cast<To>(static_cast<uint64_t>(x));
  else
    return static_cast<To>(x);
}

} // namespace brigade
