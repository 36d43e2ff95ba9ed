#include "reference/element.h"

#include "ir/dialects.h"

#include <bit>

/// Bits, comparison, selection.
namespace brigade::reference {

using mlir::FailureOr;
using mlir::Operation;

namespace {

/// The unsigned integer that holds T's bits; bool is one bit.
template <class T> struct BitsOf {
  using type = std::make_unsigned_t<T>;
};
template <> struct BitsOf<bool> {
  using type = bool;
};
template <> struct BitsOf<bfloat16> {
  using type = uint16_t;
};
template <> struct BitsOf<float16> {
  using type = uint16_t;
};
template <> struct BitsOf<float> {
  using type = uint32_t;
};
template <> struct BitsOf<double> {
  using type = uint64_t;
};

/// f(bits..., width) on integers and bool, with the element's bits zero-extended to 64.
template <class F> ElementRule on_bits(F) {
  return [](Operation *op) {
    return for_element_type(op, 0, []<class T>(T) -> ElementLoop {
      if constexpr (is_float<T>) {
        return nullptr;
      } else {
        return [](const std::byte *const *in, std::byte *out, int64_t count) {
          using Bits = typename BitsOf<T>::type;
          constexpr int width = std::is_same_v<T, bool> ? 1 : 8 * sizeof(T);
          constexpr uint64_t mask = ~uint64_t{0} >> (64 - width);
          auto bits = [&](int k, int64_t i) {
            return static_cast<uint64_t>(reinterpret_cast<const Bits *>(in[k])[i]);
          };
          for (int64_t i = 0; i < count; ++i) {
            uint64_t r;
            if constexpr (std::is_invocable_v<F, uint64_t, uint64_t, int>)
              r = F{}(bits(0, i), bits(1, i), width);
            else
              r = F{}(bits(0, i), width);
            reinterpret_cast<Bits *>(out)[i] = static_cast<Bits>(r & mask);
          }
        };
      }
    });
  };
}

// A shift by the width or more (a negative amount is a large one) moves every bit out.
constexpr auto shift_left = [](uint64_t a, uint64_t n, int width) {
  return n < static_cast<uint64_t>(width) ? a << n : 0;
};
constexpr auto shift_right = [](uint64_t a, uint64_t n, int width) {
  return n < static_cast<uint64_t>(width) ? a >> n : 0;
};
constexpr auto shift_right_signed = [](uint64_t a, uint64_t n, int width) {
  int64_t extended = static_cast<int64_t>(a << (64 - width)) >> (64 - width);
  return static_cast<uint64_t>(extended >> (n < static_cast<uint64_t>(width) ? n : 63));
};
constexpr auto leading_zeros = [](uint64_t a, int width) {
  return static_cast<uint64_t>(std::countl_zero(a) - (64 - width));
};

/// A float's bits as a signed number that grows with IEEE's total order: -NaN < -inf < -0 < +0 <
/// inf < NaN.
template <class T> int64_t total_order(T x) {
  typename BitsOf<T>::type bits;
  std::memcpy(&bits, &x, sizeof x);
  constexpr int width = 8 * sizeof(T);
  int64_t value = static_cast<int64_t>(uint64_t{bits} << (64 - width)) >> (64 - width);
  constexpr int64_t magnitude = static_cast<int64_t>(~uint64_t{0} >> (65 - width));
  return value < 0 ? value ^ magnitude : value;
}

template <class T> using Compare = bool (*)(T, T);

template <class T> Compare<T> comparison(stablehlo::ComparisonDirection direction) {
  using Direction = stablehlo::ComparisonDirection;
  switch (direction) {
  case Direction::EQ:
    return [](T a, T b) { return a == b; };
  case Direction::NE:
    return [](T a, T b) { return a != b; };
  case Direction::GE:
    return [](T a, T b) { return a >= b; };
  case Direction::GT:
    return [](T a, T b) { return a > b; };
  case Direction::LE:
    return [](T a, T b) { return a <= b; };
  case Direction::LT:
    return [](T a, T b) { return a < b; };
  }
  return nullptr;
}

template <class T, class Key>
ElementLoop compare_loop(stablehlo::ComparisonDirection direction, Key key) {
  auto compare = comparison<decltype(key(T{}))>(direction);
  return [=](const std::byte *const *in, std::byte *out, int64_t count) {
    auto *a = reinterpret_cast<const T *>(in[0]), *b = reinterpret_cast<const T *>(in[1]);
    for (int64_t i = 0; i < count; ++i)
      reinterpret_cast<bool *>(out)[i] = compare(key(a[i]), key(b[i]));
  };
}

FailureOr<ElementLoop> compare(Operation *op) {
  auto compare_op = mlir::cast<stablehlo::CompareOp>(op);
  auto direction = compare_op.getComparisonDirection();
  bool total = compare_op.getCompareType() == stablehlo::ComparisonType::TOTALORDER;
  return for_element_type(op, 0, [&]<class T>(T) -> ElementLoop {
    if constexpr (is_float<T>)
      if (total)
        return compare_loop<T>(direction, total_order<T>);
    return compare_loop<T>(direction, [](T x) { return exact(x); });
  });
}

FailureOr<ElementLoop> select(Operation *op) {
  return for_element_type(op, 1, []<class T>(T) -> ElementLoop {
    return [](const std::byte *const *in, std::byte *out, int64_t count) {
      auto *a = reinterpret_cast<const T *>(in[1]), *b = reinterpret_cast<const T *>(in[2]);
      for (int64_t i = 0; i < count; ++i)
        reinterpret_cast<T *>(out)[i] = reinterpret_cast<const bool *>(in[0])[i] ? a[i] : b[i];
    };
  });
}

/// min(max(x, low), high); NaN where any of them is.
template <class T> T clamped(T low, T x, T high) {
  auto l = exact(low), v = exact(x), h = exact(high);
  if constexpr (is_float<T>)
    if (l != l || v != v || h != h)
      return v != v ? x : l != l ? low : high;
  T raised = v < l ? low : x;
  return exact(raised) > h ? high : raised;
}

FailureOr<ElementLoop> clamp(Operation *op) {
  return for_element_type(op, 1, []<class T>(T) -> ElementLoop {
    return [](const std::byte *const *in, std::byte *out, int64_t count) {
      auto at = [&](int k, int64_t i) { return reinterpret_cast<const T *>(in[k])[i]; };
      for (int64_t i = 0; i < count; ++i)
        reinterpret_cast<T *>(out)[i] = clamped(at(0, i), at(1, i), at(2, i));
    };
  });
}

} // namespace

void add_logic_evaluations(EvaluateRules &rules) {
  rules.add<stablehlo::AndOp>(on_bits([](uint64_t a, uint64_t b, int) { return a & b; }));
  rules.add<stablehlo::OrOp>(on_bits([](uint64_t a, uint64_t b, int) { return a | b; }));
  rules.add<stablehlo::XorOp>(on_bits([](uint64_t a, uint64_t b, int) { return a ^ b; }));
  rules.add<stablehlo::NotOp>(on_bits([](uint64_t a, int) { return ~a; }));
  rules.add<stablehlo::ShiftLeftOp>(on_bits(shift_left));
  rules.add<stablehlo::ShiftRightLogicalOp>(on_bits(shift_right));
  rules.add<stablehlo::ShiftRightArithmeticOp>(on_bits(shift_right_signed));
  rules.add<stablehlo::PopulationCountOp>(
      on_bits([](uint64_t a, int) { return static_cast<uint64_t>(std::popcount(a)); }));
  rules.add<stablehlo::ClzOp>(on_bits(leading_zeros));
  rules.add<stablehlo::CompareOp>(compare);
  rules.add<stablehlo::SelectOp>(select);
  rules.add<stablehlo::ClampOp>(clamp);
}

} // namespace brigade::reference
