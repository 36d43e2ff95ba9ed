#pragma once

#include <cstdint>

namespace brigade::ir {

/// What a program may ask for: sizes beyond are mistakes, and computing with them would overflow.
inline constexpr int64_t max_devices = int64_t(1) << 16;
inline constexpr int64_t max_tensor_bytes = int64_t(1) << 47;
inline constexpr int64_t max_nesting = 2000;

} // namespace brigade::ir
