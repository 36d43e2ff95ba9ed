#pragma once

#include "brigade/array.h"

#include <source_location>

/// Arithmetic on arrays, with NumPy's broadcasting and promotion. C++ numbers are weak. Everything
/// an expression reports, it reports at the line of its right operand.
///
///     y = 2 * x + b;   mask = (x > 0) & (x < n);   x[i]   x(all, 0, slice(1, -1), newaxis) x.at(i,
///     j).add(u)
namespace brigade {

/// An operand that is an array.
struct Ref {
  const Array *array;
  std::source_location where;
  Ref(const Array &a, std::source_location at = std::source_location::current())
      : array(&a), where(at) {}
};

/// An operand that is a C++ number.
struct Num {
  enum class Kind : uint8_t { Bool, Integer, Float };
  union {
    int64_t integer;
    double real;
  };
  std::source_location where;
  Kind kind;

  template <class T>
    requires std::is_arithmetic_v<T>
  Num(T value, std::source_location at = std::source_location::current()) : where(at) {
    if constexpr (std::is_floating_point_v<T>) {
      real = static_cast<double>(value);
      kind = Kind::Float;
    } else {
      integer = static_cast<int64_t>(value);
      kind = std::is_same_v<T, bool> ? Kind::Bool : Kind::Integer;
    }
  }
};

#define BRIGADE_OPERATOR(op)                                                                       \
  Array operator op(Ref a, Ref b);                                                                 \
  Array operator op(Ref a, Num b);                                                                 \
  Array operator op(Num a, Ref b);
BRIGADE_OPERATOR(+)
BRIGADE_OPERATOR(-)
BRIGADE_OPERATOR(*)
BRIGADE_OPERATOR(/) ///< True division: integers become floats.
BRIGADE_OPERATOR(%) ///< The sign is the divisor's, as Python's.
BRIGADE_OPERATOR(&)
BRIGADE_OPERATOR(|)
BRIGADE_OPERATOR(^)
BRIGADE_OPERATOR(<<)
BRIGADE_OPERATOR(>>)
// Comparisons give bool arrays.
BRIGADE_OPERATOR(==)
BRIGADE_OPERATOR(!=)
BRIGADE_OPERATOR(<)
BRIGADE_OPERATOR(<=)
BRIGADE_OPERATOR(>)
BRIGADE_OPERATOR(>=)
#undef BRIGADE_OPERATOR

Array operator-(Ref a);
Array operator+(Ref a);
Array operator~(Ref a);

#define BRIGADE_ASSIGN(op)                                                                         \
  Array &operator op##=(Array & a, Ref b);                                                         \
  Array &operator op##=(Array & a, Num b);
BRIGADE_ASSIGN(+)
BRIGADE_ASSIGN(-)
BRIGADE_ASSIGN(*)
BRIGADE_ASSIGN(/)
#undef BRIGADE_ASSIGN

/// What x.at(i, j) gives: a copy of x with the indexed elements changed. Where an index array names
/// an element twice, add, multiply, min and max apply each update; set keeps one of them. Updates
/// out of bounds are dropped.
class At {
public:
  At(At &&) = default;
  At(const At &) = delete; // The indices point into the arrays beside them.
  Array set(const Array &values, Loc loc = Loc::current()) const;
  Array add(const Array &values, Loc loc = Loc::current()) const;
  Array multiply(const Array &values, Loc loc = Loc::current()) const;
  Array min(const Array &values, Loc loc = Loc::current()) const;
  Array max(const Array &values, Loc loc = Loc::current()) const;
  Array get(Loc loc = Loc::current()) const;

private:
  friend class Array;
  enum class Update : uint8_t { Set, Add, Multiply, Min, Max };
  At(const Array &x, const Index *indices, size_t count);
  Array update(Update how, const Array &values, Loc loc) const;

  Array x_;
  std::vector<Array> arrays_; ///< Owns what the indices refer to.
  std::vector<Index> indices_;
};

} // namespace brigade
