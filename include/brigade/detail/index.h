#pragma once

#include "brigade/error.h"

#include <initializer_list>
#include <optional>
#include <type_traits>
#include <vector>

namespace brigade {

class Array;

/// Dimensions to reduce or reorder, negative ones counting from the end. Default: every dimension.
class Axes {
public:
  Axes() = default;
  Axes(int axis) : axes_(std::vector<int64_t>{axis}) {}
  Axes(int64_t axis) : axes_(std::vector<int64_t>{axis}) {}
  Axes(std::initializer_list<int64_t> axes) : axes_(std::vector<int64_t>(axes)) {}
  Axes(std::vector<int64_t> axes) : axes_(std::move(axes)) {}
  bool is_all() const { return !axes_.has_value(); }
  const std::vector<int64_t> &list() const { return *axes_; }

private:
  std::optional<std::vector<int64_t>> axes_;
};

/// x(all) keeps a dimension whole. all(x) is the reduction of numpy.h: whether every element is
/// true.
struct All {
  Array operator()(const Array &x, Axes axis = {}, bool keepdims = false,
                   Loc loc = Loc::current()) const;
};
inline constexpr All all;

struct NewAxis {};
inline constexpr NewAxis newaxis; ///< x(newaxis) inserts a dimension of size 1.

struct Ellipsis {};
inline constexpr Ellipsis ellipsis; ///< As many whole dimensions as are not named.

/// slice(start, stop, step), as Python's: negative numbers count from the end, std::nullopt is an
/// open end.
struct Slice {
  std::optional<int64_t> start, stop;
  int64_t step = 1;
};
constexpr Slice slice(std::optional<int64_t> start, std::optional<int64_t> stop, int64_t step = 1) {
  return {start, stop, step};
}
constexpr Slice slice(int64_t stop) { return {std::nullopt, stop, 1}; }

/// One argument of x[...] and x(...): an integer, slice(...), all, newaxis, ellipsis, or an integer
/// Array. Refers to the Array, so it lives no longer than the call.
class Index {
public:
  enum class Kind : uint8_t { None, Integer, Slice, NewAxis, Ellipsis, Array };

  Index() = default;
  template <class I>
    requires std::is_integral_v<I>
  Index(I i, Loc where = Loc::current())
      : kind(Kind::Integer), slice{static_cast<int64_t>(i), {}, 1}, loc(where) {}
  Index(Slice s, Loc where = Loc::current()) : kind(Kind::Slice), slice(s), loc(where) {}
  Index(All, Loc where = Loc::current()) : kind(Kind::Slice), loc(where) {}
  Index(NewAxis, Loc where = Loc::current()) : kind(Kind::NewAxis), loc(where) {}
  Index(Ellipsis, Loc where = Loc::current()) : kind(Kind::Ellipsis), loc(where) {}
  Index(const Array &a, Loc where = Loc::current()) : kind(Kind::Array), array(&a), loc(where) {}

  Kind kind = Kind::None;
  Slice slice; ///< Of an Integer: start.
  const Array *array = nullptr;
  Loc loc;
};

class At; // brigade/operators.h

} // namespace brigade
