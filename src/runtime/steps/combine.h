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
  bool plain; ///< The accumulator holds the dtype itself, so that it may be the result.
  /// accumulator[i] = sources[0][i] op sources[1][i] op ..., for [begin, begin + count) of the
  /// sources, from the left. At least one source. The accumulator may be one of the sources, at
  /// `begin`.
  void (*reduce)(void *accumulator, const void *const *sources, int64_t source_count, int64_t begin,
                 int64_t count);
  /// Rounds accumulators to the dtype; copies where `plain`.
  void (*store)(void *out, const void *accumulator, int64_t count);
};

/// Booleans: Sum, Max and Or are "any"; Product, Min and And are "all". And, Or and Xor of floating
/// types do not exist: throws InternalError.
const Combiner &combiner(DType dtype, schedule::Reduction reduction);

/// Copies past the caches, for results too large to be read back from them. Any alignment.
void stream_copy(void *out, const void *in, int64_t bytes);

} // namespace brigade::runtime
