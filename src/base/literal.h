#pragma once

#include "brigade/dtype.h"
#include "brigade/shape.h"

#include <cstring>
#include <span>
#include <vector>

namespace brigade {

/// A dense row-major array in host memory that owns its bytes: what files hold, what the
/// interpreter computes with.
struct Literal {
  DType dtype = DType::F32;
  Shape shape;
  std::vector<std::byte> bytes;

  Literal() = default;
  /// All zero.
  Literal(DType dtype, Shape shape)
      : dtype(dtype), shape(std::move(shape)),
        bytes(static_cast<size_t>(element_count(this->shape)) * dtype_size(dtype)) {}

  int64_t size() const { return element_count(shape); }

  /// The elements as T, which must be the C++ type of `dtype` (bool for Bool).
  template <class T> std::span<T> data() {
    return {reinterpret_cast<T *>(bytes.data()), static_cast<size_t>(size())};
  }
  template <class T> std::span<const T> data() const {
    return {reinterpret_cast<const T *>(bytes.data()), static_cast<size_t>(size())};
  }

  bool operator==(const Literal &) const = default;
};

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
