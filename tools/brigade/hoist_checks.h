#pragma once

#include "ir/dialects.h"

namespace brigade::tools {

/// Moves a check in the body of a loop behind the loop, which carries the first two values that
/// differ; the last two where none do, and zeros where it takes no turn. Repeats that for loops
/// within loops, until the check is in a function or in an operation that is no loop. Replaces the
/// loops.
void hoist_out_of_loops(stablehlo::CustomCallOp check);

} // namespace brigade::tools
