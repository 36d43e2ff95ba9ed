#include "transforms/indexing.h"

namespace brigade::transforms {

using namespace stablehlo;

/// The window's sizes on the operand: the updates' window dimensions, with 1 where the operand's
/// dimension is inserted or batching.
static Dims window_sizes(int64_t rank, llvm::ArrayRef<int64_t> updates,
                         ScatterDimensionNumbersAttr numbers) {
  Dims sizes;
  auto window = numbers.getUpdateWindowDims().begin();
  for (int64_t d = 0; d < rank; ++d) {
    bool absent = llvm::is_contained(numbers.getInsertedWindowDims(), d) ||
                  llvm::is_contained(numbers.getInputBatchingDims(), d);
    sizes.push_back(absent ? 1 : updates[*window++]);
  }
  return sizes;
}

/// For each component of the index vectors, how far a window may start, along the vectors'
/// dimension of `like`.
static Value start_limits(Value like, llvm::ArrayRef<int64_t> operand,
                          llvm::ArrayRef<int64_t> sizes, ScatterDimensionNumbersAttr numbers) {
  Emitter &emit = like.emit();
  auto element = llvm::cast<mlir::IntegerType>(like.element());
  unsigned width = element.getWidth();
  llvm::APInt most = element.isUnsigned() ? llvm::APInt::getMaxValue(width)
                                          : llvm::APInt::getSignedMaxValue(width);
  llvm::SmallVector<llvm::APInt> limits;
  for (int64_t d : numbers.getScatterDimsToOperandDims()) {
    uint64_t limit = operand[d] - sizes[d];
    limits.push_back(most.ult(limit) ? most : llvm::APInt(width, limit));
  }
  auto type = RankedTensorType::get({static_cast<int64_t>(limits.size())}, element);
  Value constant =
      emit.create1<ConstantOp>(type, {}, {{"value", mlir::DenseElementsAttr::get(type, limits)}});
  if (numbers.getIndexVectorDim() == like.rank())
    return constant.reshape({}).broadcast(like.shape(), {});
  return constant.broadcast(like.shape(), {numbers.getIndexVectorDim()});
}

Value clamp_indices(Value indices, llvm::ArrayRef<int64_t> operand, llvm::ArrayRef<int64_t> sizes,
                    ScatterDimensionNumbersAttr numbers) {
  Value limits = start_limits(indices, operand, sizes, numbers);
  return indices.emit().create1<ClampOp>(indices.type(), {indices.like(0), indices, limits});
}

/// A scatter skips a window that is not wholly inside; a gather moves it inside. This tells them
/// apart.
static Value inside(Value indices, llvm::ArrayRef<int64_t> operand, llvm::ArrayRef<int64_t> sizes,
                    ScatterDimensionNumbersAttr numbers) {
  Value limits = start_limits(indices, operand, sizes, numbers);
  Value ok = both(compare(indices, indices.like(0), ComparisonDirection::GE),
                  compare(indices, limits, ComparisonDirection::LE));
  if (numbers.getIndexVectorDim() == indices.rank())
    return ok;
  return indices.emit().reduce(BodyKind::And, ok, {numbers.getIndexVectorDim()});
}

Value gather_of_scatter(Value operand, Value indices, llvm::ArrayRef<int64_t> updates,
                        ScatterDimensionNumbersAttr numbers) {
  Emitter &emit = operand.emit();
  Dims sizes = window_sizes(operand.rank(), updates, numbers);
  auto gather = GatherDimensionNumbersAttr::get(
      emit.builder.getContext(), numbers.getUpdateWindowDims(), numbers.getInsertedWindowDims(),
      numbers.getInputBatchingDims(), numbers.getScatterIndicesBatchingDims(),
      numbers.getScatterDimsToOperandDims(), numbers.getIndexVectorDim());
  Value read = emit.create1<GatherOp>(operand.type().clone(updates), {operand, indices},
                                      {{"dimension_numbers", gather},
                                       {"slice_sizes", emit.dims(sizes)},
                                       {"indices_are_sorted", emit.builder.getBoolAttr(false)}});
  Dims scatter_dims;
  for (int64_t d = 0; d < static_cast<int64_t>(updates.size()); ++d)
    if (!llvm::is_contained(numbers.getUpdateWindowDims(), d))
      scatter_dims.push_back(d);
  return select(inside(indices, operand.shape(), sizes, numbers).broadcast(updates, scatter_dims),
                read, 0.0);
}

ScatterDimensionNumbersAttr scatter_of_gather(GatherDimensionNumbersAttr numbers) {
  return ScatterDimensionNumbersAttr::get(
      numbers.getContext(), numbers.getOffsetDims(), numbers.getCollapsedSliceDims(),
      numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims(),
      numbers.getStartIndexMap(), numbers.getIndexVectorDim());
}

} // namespace brigade::transforms
