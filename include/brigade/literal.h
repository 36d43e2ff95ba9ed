#pragma once

#include "brigade/dtype.h"
#include "brigade/shape.h"

#include <cstddef>
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

} // namespace brigade
