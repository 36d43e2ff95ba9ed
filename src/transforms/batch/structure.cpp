#include "transforms/batch.h"

namespace brigade::transforms {

using namespace stablehlo;

namespace {

LogicalResult broadcast_batch(BatchContext &c) {
  auto dims = shifted(llvm::cast<BroadcastInDimOp>(c.op).getBroadcastDimensions());
  Value out = c.emit.create1<BroadcastInDimOp>(
      c.result_with(0), c.at(0, 0).get(),
      {{"broadcast_dimensions", c.emit.dims(inserted(dims, 0, 0))}});
  c.set(0, out, 0);
  return mlir::success();
}

LogicalResult reshape_batch(BatchContext &c) {
  c.set(0, c.at(0, 0).reshape(c.result_with(0).getShape()), 0);
  return mlir::success();
}

/// The mapped dimension comes out first, by the same transposition.
LogicalResult transpose_batch(BatchContext &c) {
  int64_t dim = *c.operand(0).dim;
  auto permutation = shifted(llvm::cast<TransposeOp>(c.op).getPermutation(), dim);
  c.set(0, c.value(0).transpose(inserted(permutation, 0, dim)), 0);
  return mlir::success();
}

LogicalResult reverse_batch(BatchContext &c) {
  int64_t dim = *c.operand(0).dim;
  c.set(0, c.value(0).reverse(shifted(llvm::cast<ReverseOp>(c.op).getDimensions(), dim)), dim);
  return mlir::success();
}

LogicalResult slice_batch(BatchContext &c) {
  auto op = llvm::cast<SliceOp>(c.op);
  int64_t dim = *c.operand(0).dim;
  c.set(0,
        c.value(0).slice(inserted(op.getStartIndices(), dim, 0),
                         inserted(op.getLimitIndices(), dim, c.size()),
                         inserted(op.getStrides(), dim, 1)),
        dim);
  return mlir::success();
}

LogicalResult concatenate_batch(BatchContext &c) {
  int64_t dim = c.first_dim(), along = llvm::cast<ConcatenateOp>(c.op).getDimension();
  llvm::SmallVector<Value> parts;
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i)
    parts.push_back(c.at(i, dim));
  c.set(0, c.emit.concatenate(parts, along >= dim ? along + 1 : along), dim);
  return mlir::success();
}

/// A mapped padding value: padding with anything, then the value where a padded array of falses
/// says so.
LogicalResult pad_batch(BatchContext &c) {
  auto op = llvm::cast<PadOp>(c.op);
  int64_t dim = c.operand(0).dim.value_or(0);
  Value x = c.at(0, dim);
  auto pad = [&](Value what, Value fill) {
    return what.pad(fill, inserted(op.getEdgePaddingLow(), dim, 0),
                    inserted(op.getEdgePaddingHigh(), dim, 0),
                    inserted(op.getInteriorPadding(), dim, 0));
  };
  if (!c.is_mapped(1)) {
    c.set(0, pad(x, c.value(1)), dim);
    return mlir::success();
  }
  auto flag = RankedTensorType::get({}, c.emit.builder.getI1Type());
  Value padded = pad(x, c.emit.zeros(flag.clone(x.element())));
  Value is_padding =
      pad(c.emit.zeros(x.type().clone(flag.getElementType())), c.emit.splat(flag, 1));
  Value fill = c.value(1).broadcast(padded.shape(), {dim});
  c.set(0, select(is_padding, fill, padded), dim);
  return mlir::success();
}

/// The bits of each element; a change of width adds or takes the last dimension.
LogicalResult bitcast_batch(BatchContext &c) {
  c.set(0, c.emit.rebuild1(c.op, c.at(0, 0).get(), c.result_with(0)), 0);
  return mlir::success();
}

} // namespace

void add_structure_batch(BatchRules &rules) {
  rules.add<BroadcastInDimOp>(broadcast_batch);
  rules.add<ReshapeOp>(reshape_batch);
  rules.add<TransposeOp>(transpose_batch);
  rules.add<ReverseOp>(reverse_batch);
  rules.add<SliceOp>(slice_batch);
  rules.add<ConcatenateOp>(concatenate_batch);
  rules.add<PadOp>(pad_batch);
  rules.add<BitcastConvertOp>(bitcast_batch);
}

} // namespace brigade::transforms
