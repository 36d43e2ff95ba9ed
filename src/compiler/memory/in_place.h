#pragma once

#include "ir/dialects.h"

namespace brigade::compiler {

/// Whether the kernel of a fusion may write result number `result` over input number `input`: they
/// have elements of one size, and each element is read only to compute what is written at its own
/// place or by a reduction of its row, before that is written.
bool can_overwrite(ir::FusionOp fusion, unsigned result, unsigned input);

} // namespace brigade::compiler
