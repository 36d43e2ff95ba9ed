#pragma once

#include "reference/rules.h"
#include "reference/values.h"

#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>

/// How scalar functions become rules. bf16 and f16 are computed in float where one operation is
/// rounded (add, divide: float has more than twice their digits and two, so the second rounding
/// never shows), and in double for everything else.
namespace brigade::reference {

template <class T> inline constexpr bool is_float = is_half<T> || std::is_floating_point_v<T>;
template <class T> inline constexpr bool is_int = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// The nearest float whose last digit says whether something was cut off ("round to odd"): rounding
/// it again to 16 bits gives what rounding x at once would.
template <class Wide> float round_to_odd(Wide x) {
  float nearest = static_cast<float>(x);
  if (!std::isfinite(nearest) || static_cast<Wide>(nearest) == x)
    return nearest;
  if (std::fabs(static_cast<Wide>(nearest)) > std::fabs(x))
    nearest = std::nextafter(nearest, 0.0f);
  uint32_t bits;
  std::memcpy(&bits, &nearest, 4);
  bits |= 1;
  std::memcpy(&nearest, &bits, 4);
  return std::copysign(nearest, static_cast<float>(x));
}

/// x rounded once to the floating type T.
template <class T, class Wide> T round_to(Wide x) {
  if constexpr (std::is_same_v<T, bfloat16>)
    return to_bfloat16(round_to_odd(x));
  else if constexpr (std::is_same_v<T, float16>)
    return to_float16(round_to_odd(x));
  else
    return static_cast<T>(x);
}

/// An element as a number of a built-in type: floats as float or double, integers and bool in 64
/// bits.
template <class T> auto exact(T x) {
  if constexpr (is_half<T>)
    return to_float(x);
  else if constexpr (std::is_floating_point_v<T>)
    return x;
  else if constexpr (std::is_signed_v<T>)
    return static_cast<int64_t>(x);
  else
    return static_cast<uint64_t>(x);
}

/// Integers as residues modulo 2^64, so that overflow wraps; the rest as `exact`.
template <class T> auto modular(T x) {
  if constexpr (is_float<T>)
    return exact(x);
  else
    return static_cast<uint64_t>(exact(x));
}

/// Floats only, in double.
template <class T> double real(T x) { return static_cast<double>(exact(x)); }

/// Back to an element: floats are rounded, integers wrap, bool is "not zero".
template <class T, class C> T narrow(C x) {
  if constexpr (is_half<T> || std::is_floating_point_v<T>)
    return round_to<T>(x);
  else if constexpr (std::is_same_v<T, bool>)
    return x != 0;
  else
    return static_cast<T>(x);
}

/// out = R(F(Widen(a)[, Widen(b)])) with one or two operands, as F takes.
template <class T, class R, class Widen, class F>
void element_loop(const std::byte *const *in, std::byte *out, int64_t count) {
  using Wide = decltype(Widen{}(T{}));
  const T *a = reinterpret_cast<const T *>(in[0]);
  R *r = reinterpret_cast<R *>(out);
  if constexpr (std::is_invocable_v<F, Wide, Wide>) {
    const T *b = reinterpret_cast<const T *>(in[1]);
    for (int64_t i = 0; i < count; ++i)
      r[i] = narrow<R>(F{}(Widen{}(a[i]), Widen{}(b[i])));
  } else {
    for (int64_t i = 0; i < count; ++i)
      r[i] = narrow<R>(F{}(Widen{}(a[i])));
  }
}

struct Exact {
  auto operator()(auto x) const { return exact(x); }
};
struct Modular {
  auto operator()(auto x) const { return modular(x); }
};
struct Real {
  auto operator()(auto x) const { return real(x); }
};

/// Reports the element type of operand `index` as one that `op` does not take.
mlir::LogicalResult refuse_type(mlir::Operation *op, int index = 0);

/// The loop that `make` gives for the C++ type of operand `index`; `make` gives an empty one for
/// types it does not take.
template <class F>
mlir::FailureOr<ElementLoop> for_element_type(mlir::Operation *op, int index, F make) {
  std::optional<DType> dtype = element_dtype(op->getOperand(index).getType());
  ElementLoop loop;
  if (dtype)
    loop = visit_dtype(*dtype, make);
  if (!loop)
    return refuse_type(op, index);
  return loop;
}

// Rules from scalar functions: captureless lambdas, which say all in their type.

/// f on any element type, integers modulo their width: add, multiply.
template <class F> ElementRule on_numbers(F) {
  return [](mlir::Operation *op) {
    return for_element_type(
        op, 0, []<class T>(T) -> ElementLoop { return element_loop<T, T, Modular, F>; });
  };
}

/// f on any element type by value: maximum, sign.
template <class F> ElementRule on_values(F) {
  return [](mlir::Operation *op) {
    return for_element_type(op, 0,
                            []<class T>(T) -> ElementLoop { return element_loop<T, T, Exact, F>; });
  };
}

/// f on floats, computed in double and rounded once: tanh.
template <class F> ElementRule on_reals(F) {
  return [](mlir::Operation *op) {
    return for_element_type(op, 0, []<class T>(T) -> ElementLoop {
      if constexpr (is_float<T>)
        return element_loop<T, T, Real, F>;
      else
        return nullptr;
    });
  };
}

/// A question about floats: is_finite.
template <class F> ElementRule on_reals_to_bool(F) {
  return [](mlir::Operation *op) {
    return for_element_type(op, 0, []<class T>(T) -> ElementLoop {
      if constexpr (is_float<T>)
        return element_loop<T, bool, Real, F>;
      else
        return nullptr;
    });
  };
}

} // namespace brigade::reference
