#include "transforms/indexing.h"
#include "transforms/transpose.h"

namespace brigade::transforms {

using namespace stablehlo;

/// A gather moves its windows inside the operand; a scatter would skip them. So the indices are
/// clamped first.
static LogicalResult gather_transpose(TransposeContext &c) {
  auto op = llvm::cast<GatherOp>(c.op);
  Value x = c.operand(0), indices = c.operand(1);
  auto numbers = scatter_of_gather(op.getDimensionNumbers());
  c.add(0, c.emit.scatter(BodyKind::Add, c.emit.zeros(x.type()),
                          clamp_indices(indices, x.shape(), op.getSliceSizes(), numbers),
                          c.cotangent(), numbers, /*unique=*/false, op.getIndicesAreSorted()));
  return mlir::success();
}

/// Only a scatter that adds is linear.
static LogicalResult scatter_transpose(TransposeContext &c) {
  auto op = llvm::cast<ScatterOp>(c.op);
  c.add(0, c.cotangent());
  if (c.is_linear(2))
    c.add(2, gather_of_scatter(c.cotangent(), c.operand(1), c.operand(2).shape(),
                               op.getScatterDimensionNumbers()));
  return mlir::success();
}

static LogicalResult dynamic_slice_transpose(TransposeContext &c) {
  llvm::SmallVector<mlir::Value> operands(c.op->getOperands());
  Value zeros = c.emit.zeros(operands[0].getType());
  operands[0] = zeros;
  operands.insert(operands.begin() + 1, c.cotangent());
  c.add(0, c.emit.create1<DynamicUpdateSliceOp>(zeros.type(), operands));
  return mlir::success();
}

static LogicalResult dynamic_update_slice_transpose(TransposeContext &c) {
  Value ct = c.cotangent();
  mlir::Type update = c.op->getOperand(1).getType();
  llvm::SmallVector<mlir::Value> operands(c.op->getOperands());
  if (c.is_linear(0)) {
    operands[0] = ct;
    operands[1] = c.emit.zeros(update);
    c.add(0, c.emit.create1<DynamicUpdateSliceOp>(ct.type(), operands));
  }
  if (c.is_linear(1)) {
    operands[0] = ct;
    operands.erase(operands.begin() + 1);
    auto sizes = c.emit.dims(llvm::cast<RankedTensorType>(update).getShape());
    c.add(1, c.emit.create1<DynamicSliceOp>(update, operands, {{"slice_sizes", sizes}}));
  }
  return mlir::success();
}

void add_indexing_transpose(TransposeRules &rules) {
  rules.add<GatherOp>(gather_transpose);
  rules.add<ScatterOp>(scatter_transpose);
  rules.add<DynamicSliceOp>(dynamic_slice_transpose);
  rules.add<DynamicUpdateSliceOp>(dynamic_update_slice_transpose);
}

} // namespace brigade::transforms
