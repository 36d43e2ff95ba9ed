#pragma once

#include "brigade/literal.h"

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

} // namespace brigade
