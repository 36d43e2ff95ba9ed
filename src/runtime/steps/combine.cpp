#include "runtime/steps/combine.h"

#include "base/literal.h"
#include "runtime/steps/instruction_set.h"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// A loop whose iterations do not depend on each other.
#if defined(__clang__)
#define BRIGADE_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define BRIGADE_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace brigade::runtime {
namespace {

using schedule::Reduction;

// Elements ----------------------------------------------------------------------------------------

/// How a dtype's elements are computed with.
template <class T> struct Element {
  using Accumulator = T;
  static T widen(T x) { return x; }
  static T narrow(T x) { return x; }
};
template <> struct Element<bfloat16> {
  using Accumulator = float;
  static float widen(bfloat16 x) { return std::bit_cast<float>(uint32_t{x.bits} << 16); }
  static bfloat16 narrow(float x) {
    auto bits = std::bit_cast<uint32_t>(x);
    uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
    return {static_cast<uint16_t>(x != x ? (bits >> 16) | 0x40 : rounded)};
  }
};
template <> struct Element<float16> {
  using Accumulator = float;
#if defined(__FLT16_MANT_DIG__) // converted by the processor where it can
  static float widen(float16 x) { return std::bit_cast<_Float16>(x.bits); }
  static float16 narrow(float x) { return {std::bit_cast<uint16_t>(static_cast<_Float16>(x))}; }
#else
  static float widen(float16 x) { return to_float(x); }
  static float16 narrow(float x) { return to_float16(x); }
#endif
};

// Reductions --------------------------------------------------------------------------------------

/// Integers wrap: computed without sign, at least 32 bits wide, so that nothing overflows.
template <class T> using Modular = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;

template <Reduction reduction, class T> T apply(T a, T b) {
  if constexpr (std::is_same_v<T, bool>) {
    // Bytes 0 or 1, whose bits stand for the value.
    if constexpr (reduction == Reduction::Xor)
      return a ^ b;
    else if constexpr (reduction == Reduction::Sum || reduction == Reduction::Max ||
                       reduction == Reduction::Or)
      return a | b;
    else
      return a & b;
  } else if constexpr (reduction == Reduction::Min) {
    return (a < b || a != a) ? a : b; // a NaN on either side stays
  } else if constexpr (reduction == Reduction::Max) {
    return (a > b || a != a) ? a : b;
  } else if constexpr (std::is_floating_point_v<T>) {
    return reduction == Reduction::Sum ? a + b : a * b;
  } else {
    Modular<T> x = static_cast<Modular<T>>(a), y = static_cast<Modular<T>>(b);
    switch (reduction) {
    case Reduction::Sum:
      return static_cast<T>(x + y);
    case Reduction::Product:
      return static_cast<T>(x * y);
    case Reduction::And:
      return static_cast<T>(x & y);
    case Reduction::Or:
      return static_cast<T>(x | y);
    default:
      return static_cast<T>(x ^ y);
    }
  }
}

// Loops, each compiled for three instruction sets -------------------------------------------------

/// Several sources are read side by side, which keeps more of the memory's lanes busy than one
/// after the other.
template <class T, Reduction reduction> struct Reduce {
  using Accumulator = typename Element<T>::Accumulator;

  [[gnu::always_inline]] static inline void loop(void *accumulator, const void *const *sources,
                                                 int64_t source_count, int64_t begin,
                                                 int64_t count) {
    auto *to = static_cast<Accumulator *>(accumulator);
    auto at = [&](int64_t i) { return static_cast<const T *>(sources[i]) + begin; };
    int64_t done = source_count >= 8 ? 8 : source_count >= 4 ? 4 : source_count >= 2 ? 2 : 1;
    const T *s[8];
    for (int64_t i = 0; i < done; ++i)
      s[i] = at(i);
    switch (done) {
    case 8:
      first<8>(to, s, count);
      break;
    case 4:
      first<4>(to, s, count);
      break;
    case 2:
      first<2>(to, s, count);
      break;
    default:
      first<1>(to, s, count);
      break;
    }
    for (; done < source_count; ++done)
      next(to, at(done), count);
  }

  template <int sources>
  [[gnu::always_inline]] static inline void first(Accumulator *to, const T *const *from,
                                                  int64_t count) {
    const T *s[sources];
    for (int k = 0; k < sources; ++k)
      s[k] = from[k];
    // An element is read before it is written and no other is, also in place.
    BRIGADE_INDEPENDENT for (int64_t i = 0; i < count; ++i) {
      Accumulator x = Element<T>::widen(s[0][i]);
      for (int k = 1; k < sources; ++k)
        x = apply<reduction>(x, Element<T>::widen(s[k][i]));
      to[i] = x;
    }
  }

  [[gnu::always_inline]] static inline void next(Accumulator *to, const T *from, int64_t count) {
    BRIGADE_INDEPENDENT for (int64_t i = 0; i < count; ++i) to[i] =
        apply<reduction>(to[i], Element<T>::widen(from[i]));
  }
};

template <class T> struct Store {
  [[gnu::always_inline]] static inline void loop(void *out, const void *accumulator,
                                                 int64_t count) {
    auto *__restrict to = static_cast<T *>(out);
    auto *__restrict from = static_cast<const typename Element<T>::Accumulator *>(accumulator);
    for (int64_t i = 0; i < count; ++i)
      to[i] = Element<T>::narrow(from[i]);
  }
};

template <class Loop, class... A> auto version(void (*)(A...)) {
  return best_version<Loop, A...>();
}

/// The type to compute with: signed integers share the loops of unsigned ones where the bits come
/// out the same.
template <class T, Reduction reduction> auto representative() {
  constexpr bool ordered = reduction == Reduction::Min || reduction == Reduction::Max;
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool> && !ordered)
    return std::make_unsigned_t<T>{};
  else
    return T{};
}

template <class T, Reduction reduction> Combiner make() {
  using Accumulator = typename Element<T>::Accumulator;
  using Computed = decltype(representative<T, reduction>());
  if constexpr (std::is_floating_point_v<Accumulator> && reduction >= Reduction::And)
    return {};
  else
    return {sizeof(Accumulator), std::is_same_v<T, Accumulator>,
            version<Reduce<Computed, reduction>>(Combiner{}.reduce),
            version<Store<T>>(Combiner{}.store)};
}

template <class T> std::array<Combiner, 7> make_all() {
  return {make<T, Reduction::Sum>(), make<T, Reduction::Product>(), make<T, Reduction::Min>(),
          make<T, Reduction::Max>(), make<T, Reduction::And>(),     make<T, Reduction::Or>(),
          make<T, Reduction::Xor>()};
}

} // namespace

const Combiner &combiner(DType dtype, Reduction reduction) {
  static const auto table = [] {
    std::array<std::array<Combiner, 7>, dtype_count> all;
    for (int i = 0; i < dtype_count; ++i)
      all[i] = visit_dtype(static_cast<DType>(i), []<class T>(T) { return make_all<T>(); });
    return all;
  }();
  const Combiner &entry = table[static_cast<int>(dtype)][static_cast<int>(reduction)];
  if (!entry.reduce)
    throw InternalError("schedule: a bitwise reduction of " + std::string(dtype_name(dtype)) +
                        "; please report this");
  return entry;
}

void stream_copy(void *out, const void *in, int64_t bytes) {
#if defined(__x86_64__)
  auto *to = static_cast<std::byte *>(out);
  auto *from = static_cast<const std::byte *>(in);
  int64_t head = static_cast<int64_t>(-reinterpret_cast<uintptr_t>(to) & 63);
  if (bytes >= 256) {
    std::memcpy(to, from, head);
    to += head, from += head, bytes -= head;
    for (; bytes >= 64; to += 64, from += 64, bytes -= 64)
      for (int i = 0; i < 4; ++i)
        _mm_stream_si128(reinterpret_cast<__m128i *>(to) + i,
                         _mm_loadu_si128(reinterpret_cast<const __m128i *>(from) + i));
    _mm_sfence();
  }
  std::memcpy(to, from, bytes);
#else
  std::memcpy(out, in, bytes);
#endif
}

} // namespace brigade::runtime
