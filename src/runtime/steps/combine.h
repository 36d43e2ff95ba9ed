#pragma once

#include "brigade/dtype.h"
#include "schedule/schedule.h"

#include <cstdint>

namespace brigade::runtime {

/// How elements of one dtype are combined by a reduction: into an accumulator of the same type, or
/// of f32 for bf16 and f16. The loops are vectorised for the processor they run on; each element's
/// value depends on its operands alone.
struct Combiner {
  int64_t accumulator_size; ///< Bytes an element.
  void (*load)(void *accumulator, const void *in, int64_t count);
  void (*combine)(void *accumulator, const void *in, int64_t count);
  void (*store)(void *out, const void *accumulator, int64_t count);
  bool plain; ///< The accumulator holds the dtype itself, so load and store only copy.
};

/// Booleans: Sum, Max and Or are "any"; Product, Min and And are "all". And, Or and Xor of floating
/// types do not exist: throws InternalError.
const Combiner &combiner(DType dtype, schedule::Reduction reduction);

/// Copies past the caches, for results too large to be read back from them. Any alignment.
void stream_copy(void *out, const void *in, int64_t bytes);

} // namespace brigade::runtime
