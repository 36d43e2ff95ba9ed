#pragma once

#include "brigade/random.h"
#include "ops/lax/build.h"

namespace brigade::ops {

struct Words {
  Array first, second; ///< u32
};

/// Refuses what is no key, or a stack of them.
void check_key(const char *function, const random::Key &key, Loc loc);

/// The two words of one key.
Words words_of(const random::Key &key, Loc loc);

/// Threefry 2x32 with 20 rounds (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC
/// 2011) on each pair of counters, u32 of one shape; the key's words are scalars.
Words threefry(const Words &key, const Words &counter, Loc loc);

/// The position of each element in row-major order, as the high and low half of 64 bits.
Words positions(const Shape &shape, Loc loc);

} // namespace brigade::ops
