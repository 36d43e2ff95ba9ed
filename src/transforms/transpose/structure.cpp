#include "transforms/transpose.h"

namespace brigade::transforms {

using namespace stablehlo;

/// The sum over what was repeated.
static LogicalResult broadcast_transpose(TransposeContext &c) {
  auto op = llvm::cast<BroadcastInDimOp>(c.op);
  Value x = c.operand(0), ct = c.cotangent();
  Dims summed, order;
  for (int64_t d = 0; d < ct.rank(); ++d) {
    auto from = llvm::find(op.getBroadcastDimensions(), d);
    bool repeated =
        from == op.getBroadcastDimensions().end() ||
        (x.shape()[from - op.getBroadcastDimensions().begin()] == 1 && ct.shape()[d] != 1);
    (repeated ? summed : order).push_back(d);
  }
  // What is left, in the operand's order of dimensions, without those of size 1 that were repeated.
  Dims permutation;
  for (int64_t d : op.getBroadcastDimensions())
    if (auto at = llvm::find(order, d); at != order.end())
      permutation.push_back(at - order.begin());
  c.add(0, ct.reduce_sum(summed).transpose(permutation).reshape(x.shape()));
  return mlir::success();
}

static LogicalResult transpose_transpose(TransposeContext &c) {
  auto permutation = llvm::cast<TransposeOp>(c.op).getPermutation();
  Dims inverse(permutation.size());
  for (auto [to, from] : llvm::enumerate(permutation))
    inverse[from] = to;
  c.add(0, c.cotangent().transpose(inverse));
  return mlir::success();
}

static LogicalResult slice_transpose(TransposeContext &c) {
  auto op = llvm::cast<SliceOp>(c.op);
  Value x = c.operand(0), ct = c.cotangent();
  Dims low, high, interior;
  for (int64_t d = 0; d < x.rank(); ++d) {
    int64_t start = op.getStartIndices()[d], stride = op.getStrides()[d], n = ct.shape()[d];
    int64_t end = n == 0 ? start : start + (n - 1) * stride + 1;
    low.push_back(start);
    high.push_back(x.shape()[d] - end);
    interior.push_back(stride - 1);
  }
  c.add(0, ct.pad(c.emit.zeros(RankedTensorType::get({}, ct.element())), low, high, interior));
  return mlir::success();
}

/// Cropping back undoes the edges, a strided slice the interior. The padding value's share is what
/// is left of the sum.
static LogicalResult pad_transpose(TransposeContext &c) {
  auto op = llvm::cast<PadOp>(c.op);
  Value x = c.operand(0), ct = c.cotangent();
  Dims low, high, none(x.rank(), 0), strides;
  for (int64_t d = 0; d < x.rank(); ++d) {
    low.push_back(-op.getEdgePaddingLow()[d]);
    high.push_back(-op.getEdgePaddingHigh()[d]);
    strides.push_back(op.getInteriorPadding()[d] + 1);
  }
  Value zero = c.emit.zeros(RankedTensorType::get({}, ct.element()));
  Value cropped = ct.pad(zero, low, high, none);
  Value inner = cropped.slice(none, cropped.shape(), strides);
  c.add(0, inner);
  if (c.is_linear(1)) {
    Dims all = range(0, x.rank());
    // Elements that negative padding crops away are no part of the result.
    Dims keep_low, keep_high;
    for (int64_t d = 0; d < x.rank(); ++d) {
      keep_low.push_back(op.getEdgePaddingLow()[d]);
      keep_high.push_back(op.getEdgePaddingHigh()[d]);
    }
    Value is_padding = x.like(0).pad(zero + 1, keep_low, keep_high, op.getInteriorPadding());
    c.add(1, (ct * is_padding).reduce_sum(all));
  }
  return mlir::success();
}

static LogicalResult concatenate_transpose(TransposeContext &c) {
  int64_t dimension = llvm::cast<ConcatenateOp>(c.op).getDimension(), start = 0;
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i) {
    int64_t limit = start + c.operand(i).shape()[dimension];
    if (c.is_linear(i))
      c.add(i, c.cotangent().slice_dim(dimension, start, limit));
    start = limit;
  }
  return mlir::success();
}

/// A sum of one array: the cotangent everywhere; to the initial value, once.
static LogicalResult reduce_transpose(TransposeContext &c) {
  auto op = llvm::cast<ReduceOp>(c.op);
  Value x = c.operand(0), ct = c.cotangent();
  Dims kept, all = range(0, ct.rank());
  for (int64_t d = 0; d < x.rank(); ++d)
    if (!llvm::is_contained(op.getDimensions(), d))
      kept.push_back(d);
  if (c.is_linear(0))
    c.add(0, ct.broadcast(x.shape(), kept));
  if (c.is_linear(1))
    c.add(1, ct.reduce_sum(all));
  return mlir::success();
}

void add_structure_transpose(TransposeRules &rules) {
  rules.add<BroadcastInDimOp>(broadcast_transpose);
  rules.add<ReshapeOp>([](TransposeContext &c) {
    c.add(0, c.cotangent().reshape(c.operand(0).shape()));
    return mlir::success();
  });
  rules.add<ReverseOp>([](TransposeContext &c) {
    c.add(0, c.cotangent().reverse(llvm::cast<ReverseOp>(c.op).getDimensions()));
    return mlir::success();
  });
  rules.add<TransposeOp>(transpose_transpose);
  rules.add<SliceOp>(slice_transpose);
  rules.add<PadOp>(pad_transpose);
  rules.add<ConcatenateOp>(concatenate_transpose);
  rules.add<ReduceOp>(reduce_transpose);
}

} // namespace brigade::transforms
