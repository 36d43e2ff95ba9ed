#pragma once

#include "core/bind.h"

#include <functional>

namespace brigade::ops {

/// f(operands), whose only result it gives. Inside a trace it is recorded like any other code;
/// outside, it is compiled as one program, kept by name, statics and operands, rather than run
/// operation by operation. `name` is a string literal, which no other caller passes. `statics` is
/// all that f depends on beside the operands.
///
///     Array twice = as_one_program("twice", "", {x}, [](std::span<const Array> a) { return a[0] +
///     a[0]; }, loc);
Array as_one_program(const char *name, std::string_view statics,
                     std::initializer_list<Array> operands,
                     const std::function<Array(std::span<const Array>)> &f, Loc loc);

/// The bytes of numbers and shapes, for `statics`.
class Statics {
public:
  template <class T>
    requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
  Statics &operator<<(T value) {
    bytes_.append(reinterpret_cast<const char *>(&value), sizeof value);
    return *this;
  }
  Statics &operator<<(const std::vector<int64_t> &values) {
    *this << values.size();
    for (int64_t value : values)
      *this << value;
    return *this;
  }
  operator std::string_view() const { return bytes_; }

private:
  std::string bytes_;
};

} // namespace brigade::ops
