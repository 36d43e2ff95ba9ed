#pragma once

#include "mlir/IR/Block.h"

namespace brigade::compiler {

/// Rewrites the operations of a block, not of blocks inside, so that each is one kernel's or one
/// step's:
///  - a broadcast or transpose that only adds or moves dimensions of one element is a reshape;
///  - a product takes transposed operands as they lie where its strides can say so, and gets them
///  transposed where they cannot;
///    one of types that the library lacks becomes a broadcast, a multiplication and a reduction;
///  - a reduction over nothing or over single elements becomes elementwise;
///  - a long reduction to few results becomes two: of equal parts, and of the parts' results;
///  - cheap constants used inside loops are made there.
void prepare_block(mlir::Block &block);

} // namespace brigade::compiler
