#include "ir/brigade/fusion.h"

namespace brigade::ir {

mlir::LogicalResult FusionOp::verifyRegions() {
  mlir::Block &block = getBody().front();
  if (!llvm::equal(block.getArgumentTypes(), getOperandTypes()))
    return emitOpError() << "has a region with arguments " << block.getArgumentTypes() << "; "
                         << getOperandTypes() << " would be right";
  if (block.empty() || !llvm::equal(block.back().getOperandTypes(), getResultTypes()))
    return emitOpError() << "has a region that must return " << getResultTypes();
  return mlir::success();
}

} // namespace brigade::ir
