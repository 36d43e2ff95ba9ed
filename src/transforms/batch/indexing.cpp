#include "transforms/indexing.h"
#include "transforms/batch.h"

namespace brigade::transforms {

using namespace stablehlo;

namespace {

/// The mapped dimension is a window dimension where the operand alone is mapped, a dimension of
/// index vectors where the indices alone are, and a batching dimension where both are. It is first
/// everywhere.
LogicalResult gather_batch(BatchContext &c) {
  auto op = llvm::cast<GatherOp>(c.op);
  auto numbers = op.getDimensionNumbers();
  bool operand = c.is_mapped(0), indices = c.is_mapped(1);
  Dims offset = shifted(numbers.getOffsetDims()), collapsed(numbers.getCollapsedSliceDims());
  Dims batching(numbers.getOperandBatchingDims()), start_map(numbers.getStartIndexMap());
  Dims indices_batching(numbers.getStartIndicesBatchingDims()), sizes(op.getSliceSizes());
  int64_t vector_dim = numbers.getIndexVectorDim();
  if (operand) {
    collapsed = shifted(collapsed);
    batching = shifted(batching);
    start_map = shifted(start_map);
    sizes.insert(sizes.begin(), indices ? 1 : c.size());
  }
  if (indices) {
    indices_batching = shifted(indices_batching);
    ++vector_dim;
  }
  if (operand && indices) {
    batching.insert(batching.begin(), 0);
    indices_batching.insert(indices_batching.begin(), 0);
  } else if (operand) {
    offset.insert(offset.begin(), 0);
  }
  auto attr = GatherDimensionNumbersAttr::get(c.op->getContext(), offset, collapsed, batching,
                                              indices_batching, start_map, vector_dim);
  Value x = operand ? c.at(0, 0) : c.value(0), at = indices ? c.at(1, 0) : c.value(1);
  c.set(0,
        c.emit.rebuild1(c.op, {x, at}, c.result_with(0),
                        {{"dimension_numbers", attr}, {"slice_sizes", c.emit.dims(sizes)}}),
        0);
  return mlir::success();
}

/// As for gather; arrays and updates are always mapped.
LogicalResult scatter_batch(BatchContext &c) {
  auto op = llvm::cast<ScatterOp>(c.op);
  auto numbers = op.getScatterDimensionNumbers();
  unsigned count = op->getNumResults();
  bool indices = c.is_mapped(count);
  Dims window = shifted(numbers.getUpdateWindowDims());
  Dims batching = shifted(numbers.getInputBatchingDims());
  Dims indices_batching(numbers.getScatterIndicesBatchingDims());
  int64_t vector_dim = numbers.getIndexVectorDim();
  if (indices) {
    indices_batching = inserted(shifted(indices_batching), 0, 0);
    batching.insert(batching.begin(), 0);
    ++vector_dim;
  } else {
    window.insert(window.begin(), 0);
  }
  auto attr = ScatterDimensionNumbersAttr::get(
      c.op->getContext(), window, shifted(numbers.getInsertedWindowDims()), batching,
      indices_batching, shifted(numbers.getScatterDimsToOperandDims()), vector_dim);
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> types;
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i)
    operands.push_back(i == count && !indices ? c.operand(i).value : c.at(i, 0).get());
  for (unsigned i = 0; i < count; ++i)
    types.push_back(c.result_with(0, i));
  mlir::Operation *batched =
      c.emit.rebuild(c.op, operands, types, {{"scatter_dimension_numbers", attr}});
  for (unsigned i = 0; i < count; ++i)
    c.set(i, batched->getResult(i), 0);
  return mlir::success();
}

/// The start indices from operand `first` on as one array [size, n].
Value index_vectors(BatchContext &c, unsigned first) {
  llvm::SmallVector<Value> columns;
  for (unsigned i = first; i < c.op->getNumOperands(); ++i)
    columns.push_back(c.at(i, 0).reshape({c.size(), 1}));
  return c.emit.concatenate(columns, 1);
}

bool any_index_mapped(BatchContext &c, unsigned first) {
  for (unsigned i = first; i < c.op->getNumOperands(); ++i)
    if (c.is_mapped(i))
      return true;
  return false;
}

/// The start indices, with 0 for the mapped dimension.
llvm::SmallVector<mlir::Value> start_with(BatchContext &c, unsigned first, int64_t dim) {
  llvm::SmallVector<mlir::Value> start;
  for (unsigned i = first; i < c.op->getNumOperands(); ++i)
    start.push_back(c.operand(i).value);
  mlir::Type type = start.empty()
                        ? mlir::Type(RankedTensorType::get({}, c.emit.builder.getI32Type()))
                        : start.front().getType();
  start.insert(start.begin() + dim, c.emit.zeros(type));
  return start;
}

/// With mapped start indices: a gather, which clamps them as a dynamic slice does.
LogicalResult dynamic_slice_batch(BatchContext &c) {
  auto op = llvm::cast<DynamicSliceOp>(c.op);
  int64_t rank = c.result_type().getRank();
  if (!any_index_mapped(c, 1)) {
    int64_t dim = *c.operand(0).dim;
    auto operands = start_with(c, 1, dim);
    operands.insert(operands.begin(), c.operand(0).value);
    auto sizes = c.emit.dims(inserted(op.getSliceSizes(), dim, c.size()));
    c.set(0, c.emit.create1<DynamicSliceOp>(c.result_with(dim), operands, {{"slice_sizes", sizes}}),
          dim);
    return mlir::success();
  }
  bool mapped = c.is_mapped(0);
  Value x = mapped ? c.at(0, 0) : c.value(0);
  int64_t shift = mapped ? 1 : 0;
  Dims batching, sizes(op.getSliceSizes());
  if (mapped) {
    batching.push_back(0);
    sizes.insert(sizes.begin(), 1);
  }
  auto numbers = GatherDimensionNumbersAttr::get(c.op->getContext(), range(1, rank + 1), {},
                                                 batching, batching, range(shift, rank + shift), 1);
  c.set(0,
        c.emit.create1<GatherOp>(c.result_with(0), {x, index_vectors(c, 1)},
                                 {{"dimension_numbers", numbers},
                                  {"slice_sizes", c.emit.dims(sizes)},
                                  {"indices_are_sorted", c.emit.builder.getBoolAttr(false)}}),
        0);
  return mlir::success();
}

/// With mapped start indices: a scatter of one window an example, at indices clamped as a dynamic
/// update slice does.
LogicalResult dynamic_update_slice_batch(BatchContext &c) {
  int64_t rank = c.result_type().getRank();
  if (!any_index_mapped(c, 2)) {
    int64_t dim = c.first_dim();
    auto operands = start_with(c, 2, dim);
    operands.insert(operands.begin(), {c.at(0, dim), c.at(1, dim)});
    c.set(0, c.emit.create1<DynamicUpdateSliceOp>(c.result_with(dim), operands), dim);
    return mlir::success();
  }
  Value x = c.at(0, 0), update = c.at(1, 0);
  auto numbers = ScatterDimensionNumbersAttr::get(c.op->getContext(), range(1, rank + 1), {}, {0},
                                                  {0}, range(1, rank + 1), 1);
  Value indices = clamp_indices(index_vectors(c, 2), x.shape(), update.shape(), numbers);
  c.set(0,
        c.emit.scatter(BodyKind::Overwrite, x, indices, update, numbers, /*unique=*/true,
                       /*sorted=*/true),
        0);
  return mlir::success();
}

} // namespace

void add_indexing_batch(BatchRules &rules) {
  rules.add<GatherOp>(gather_batch);
  rules.add<ScatterOp>(scatter_batch);
  rules.add<DynamicSliceOp>(dynamic_slice_batch);
  rules.add<DynamicUpdateSliceOp>(dynamic_update_slice_batch);
}

} // namespace brigade::transforms
