#pragma once

#include "brigade/detail/index.h"
#include "brigade/dtype.h"
#include "brigade/error.h"
#include "brigade/shape.h"
#include "brigade/sharding.h"

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace brigade {

namespace core {
class ArrayImpl; // src/core/array_impl.h
}

class Device; // brigade/devices.h

/// An immutable n-dimensional array: on one or many devices, or, inside a transformation, the name
/// of a value of the program being traced. A handle of one pointer: copies share the value.
class Array {
public:
  Array() = default; ///< No value; every use but assignment throws.
  /// A weak scalar: bool, i32 or f32, which gives way to the dtype of what it meets.
  template <class T>
    requires std::is_arithmetic_v<T>
  Array(T value, Loc loc = Loc::current()) : Array(weak_scalar(value, loc)) {}
  Array(const Array &other);
  Array(Array &&other) noexcept : impl_(other.impl_) { other.impl_ = nullptr; }
  Array &operator=(const Array &other);
  Array &operator=(Array &&other) noexcept;
  ~Array();

  /// Copies `values` (row-major) to the default device.
  template <class T>
  static Array from(std::span<const T> values, const Shape &shape, Loc loc = Loc::current()) {
    return from_host(values.data(), dtype_of<T>, values.size(), shape, loc);
  }
  static Array from_host(const void *data, DType dtype, size_t count, const Shape &shape,
                         Loc loc = Loc::current());

  const Shape &shape() const;
  int64_t shape(int dimension) const; ///< Negative counts from the end.
  int ndim() const { return static_cast<int>(shape().size()); }
  int64_t size() const;
  DType dtype() const;
  bool weak_type() const; ///< From a C++ scalar: gives way to the other operand's dtype.
  bool has_value() const { return impl_ != nullptr; }
  bool is_traced() const;
  explicit operator bool() const; ///< item<bool>() of a scalar.

  /// The value of a one-element array, converted to T. Waits. Inside a transform that was called
  /// outside jit (grad, value_and_grad, vjp, jvp, and vmap for what is not mapped) it is computed
  /// from what has been traced so far, and each call traces the function again. Throws UserError
  /// inside jit and pmap, in the body of a loop, and for mapped values. So does to_vector.
  template <class T> T item(Loc loc = Loc::current()) const;
  /// All elements, row-major, gathered from every shard. T must be the dtype's C++ type.
  template <class T> std::vector<T> to_vector(Loc loc = Loc::current()) const;
  const Array &block_until_ready(Loc loc = Loc::current()) const;
  bool is_deleted() const;

  std::vector<Device *> devices(Loc loc = Loc::current()) const;
  NamedSharding sharding(Loc loc = Loc::current()) const; ///< Throws on a traced value.
  bool committed() const;
  /// One entry a device of this process: where its piece begins, and the piece as an array on that
  /// device.
  struct Shard;
  std::vector<Shard> addressable_shards(Loc loc = Loc::current()) const;
  /// Where the elements of an array on one device lie, row-major. Waits. Valid while the array is,
  /// and not to be written through: other arrays may share the memory.
  const void *unsafe_buffer_pointer(Loc loc = Loc::current()) const;

  std::string to_string() const; ///< dtype, shape and, where it is concrete, the values.

  // Methods that spell a function of numpy.h; each is defined with it.
  Array astype(DType dtype, Loc loc = Loc::current()) const;
  Array reshape(const Shape &shape, Loc loc = Loc::current()) const; ///< One size may be -1.
  Array transpose(std::vector<int64_t> axes = {},
                  Loc loc = Loc::current()) const; ///< Empty: reversed.
  Array T(Loc loc = Loc::current()) const { return transpose({}, loc); }

  // Indexing, as NumPy's; brigade/operators.h. x[i]   x(all, 0, slice(1, -1), newaxis)   x.at(i,
  // j).add(u)
  Array operator[](Index i) const;
  Array operator()(Index a, Index b = {}, Index c = {}, Index d = {}, Index e = {}, Index f = {},
                   Index g = {}, Index h = {}) const;
  At at(Index a, Index b = {}, Index c = {}, Index d = {}, Index e = {}, Index f = {}, Index g = {},
        Index h = {}) const;

  explicit Array(core::ArrayImpl *impl) : impl_(impl) {} ///< Takes over one reference.
  core::ArrayImpl *impl() const { return impl_; }

private:
  template <class T> static Array weak_scalar(T value, Loc loc) {
    if constexpr (std::is_same_v<T, bool>)
      return weak_bool(value, loc);
    else if constexpr (std::is_floating_point_v<T>)
      return weak_float(static_cast<double>(value), loc);
    else
      return weak_integer(static_cast<int64_t>(value), loc);
  }
  static Array weak_bool(bool value, Loc loc);
  static Array weak_float(double value, Loc loc);
  static Array weak_integer(int64_t value,
                            Loc loc); ///< Throws UserError where it does not fit in i32.
  void copy_to_host(void *out, DType dtype, Loc loc) const;
  double item_as_double(Loc loc) const;
  int64_t item_as_integer(Loc loc) const;

  core::ArrayImpl *impl_ = nullptr;
};

template <class T> T Array::item(Loc loc) const {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(item_as_double(loc));
  else
    return static_cast<T>(item_as_integer(loc));
}

template <class T> std::vector<T> Array::to_vector(Loc loc) const {
  std::vector<T> out(static_cast<size_t>(size()));
  copy_to_host(out.data(), dtype_of<T>, loc);
  return out;
}

} // namespace brigade
