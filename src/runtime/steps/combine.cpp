#include "runtime/steps/combine.h"

#include "base/literal.h"

#include <array>
#include <bit>
#include <cstring>
#include <type_traits>

#if defined(__x86_64__)
#include <immintrin.h>
#define BRIGADE_TARGET(isa) [[gnu::target(isa)]]
#else
#define BRIGADE_TARGET(isa)
#endif

namespace brigade::runtime {
namespace {

using schedule::Reduction;

// Elements
// ---------------------------------------------------------------------------------------------------------------

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

// Reductions
// -------------------------------------------------------------------------------------------------------------

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

// Loops, each compiled for three instruction sets
// ------------------------------------------------------------------------

template <class T> struct Load {
  [[gnu::always_inline]] static inline void loop(void *accumulator, const void *in, int64_t count) {
    auto *__restrict to = static_cast<typename Element<T>::Accumulator *>(accumulator);
    auto *__restrict from = static_cast<const T *>(in);
    for (int64_t i = 0; i < count; ++i)
      to[i] = Element<T>::widen(from[i]);
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

template <class T, Reduction reduction> struct Combine {
  [[gnu::always_inline]] static inline void loop(void *accumulator, const void *in, int64_t count) {
    auto *__restrict to = static_cast<typename Element<T>::Accumulator *>(accumulator);
    auto *__restrict from = static_cast<const T *>(in);
    for (int64_t i = 0; i < count; ++i)
      to[i] = apply<reduction>(to[i], Element<T>::widen(from[i]));
  }
};

template <class Loop> void portable(void *to, const void *from, int64_t count) {
  Loop::loop(to, from, count);
}
template <class Loop>
BRIGADE_TARGET("avx2,fma,f16c")
void with_avx2(void *to, const void *from, int64_t count) {
  Loop::loop(to, from, count);
}
template <class Loop>
BRIGADE_TARGET("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c,prefer-vector-width=512")
void with_avx512(void *to, const void *from, int64_t count) {
  Loop::loop(to, from, count);
}

enum class InstructionSet { Portable, Avx2, Avx512 };

InstructionSet instruction_set() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return InstructionSet::Avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return InstructionSet::Avx2;
#endif
  return InstructionSet::Portable;
}

template <class Loop> auto version() {
  static const InstructionSet set = instruction_set();
  return set == InstructionSet::Avx512 ? with_avx512<Loop>
         : set == InstructionSet::Avx2 ? with_avx2<Loop>
                                       : portable<Loop>;
}

template <class T, Reduction reduction> Combiner make() {
  using Accumulator = typename Element<T>::Accumulator;
  if constexpr (std::is_floating_point_v<Accumulator> && reduction >= Reduction::And)
    return {};
  else
    return {sizeof(Accumulator), version<Load<T>>(), version<Combine<T, reduction>>(),
            version<Store<T>>(), std::is_same_v<T, Accumulator>};
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
  if (!entry.combine)
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
