#pragma once

#include "core/bind.h"

namespace brigade::core {

/// Runs one operation on concrete arrays: a program of that operation alone, compiled at its first
/// use with operands of these kinds and kept for the process.
std::vector<Array> run_eagerly(const Operation &operation, std::span<const Array> operands,
                               Loc loc);

} // namespace brigade::core
