#pragma once

/// Loops compiled for several instruction sets, of which the best that the processor has is taken.
/// The library itself is built for any x86-64.
///
///   struct Scale {
///     [[gnu::always_inline]] static inline void loop(float *x, int64_t n) { for (...) x[i] *= 2; }
///   };
///   void (*scale)(float *, int64_t) = best_version<Scale, float *, int64_t>();
///
/// What loop() calls must be inlined into it to be compiled so.

#if defined(__x86_64__)
#define BRIGADE_TARGET(isa) [[gnu::target(isa)]]
#else
#define BRIGADE_TARGET(isa)
#endif

namespace brigade::runtime {

enum class InstructionSet { Portable, Avx2, Avx512 };

inline InstructionSet instruction_set() {
#if defined(__x86_64__)
  static const InstructionSet set = [] {
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
      return InstructionSet::Avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
      return InstructionSet::Avx2;
    return InstructionSet::Portable;
  }();
  return set;
#else
  return InstructionSet::Portable;
#endif
}

template <class Loop, class... A> void portable_version(A... arguments) {
  Loop::loop(arguments...);
}
template <class Loop, class... A>
BRIGADE_TARGET("avx2,fma,f16c")
void avx2_version(A... arguments) {
  Loop::loop(arguments...);
}
template <class Loop, class... A>
BRIGADE_TARGET("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma,f16c")
void avx512_version(A... arguments) {
  Loop::loop(arguments...);
}

template <class Loop, class... A> auto best_version() -> void (*)(A...) {
  switch (instruction_set()) {
  case InstructionSet::Avx512:
    return avx512_version<Loop, A...>;
  case InstructionSet::Avx2:
    return avx2_version<Loop, A...>;
  case InstructionSet::Portable:
    break;
  }
  return portable_version<Loop, A...>;
}

} // namespace brigade::runtime
