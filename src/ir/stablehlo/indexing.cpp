#include "ir/stablehlo/indexing.h"

#include "ir/infer.h"

namespace brigade::stablehlo {

using namespace mlir;
using ir::are_distinct_dims;
using ir::infer_error;
using ir::list_text;
using ir::shape_text;

using Types = SmallVectorImpl<Type>;
using MaybeLocation = std::optional<Location>;

/// One start index a dimension, all of one type.
static LogicalResult check_starts(MaybeLocation location, StringRef name, ValueRange starts,
                                  RankedTensorType operand) {
  if (static_cast<int64_t>(starts.size()) != operand.getRank())
    return infer_error(location, name, "has ", starts.size(),
                       " start indices for a tensor of rank ", operand.getRank());
  if (!starts.empty() && !llvm::all_equal(starts.getTypes()))
    return infer_error(location, name, "has start indices of different types");
  return success();
}

LogicalResult DynamicSliceOp::inferReturnTypes(MLIRContext *, MaybeLocation location,
                                               Adaptor adaptor, Types &inferred) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  if (failed(check_starts(location, getOperationName(), adaptor.getStartIndices(), operand)))
    return failure();
  ArrayRef<int64_t> sizes = adaptor.getSliceSizes();
  bool fits = static_cast<int64_t>(sizes.size()) == operand.getRank();
  for (auto [size, whole] : llvm::zip(sizes, operand.getShape()))
    fits &= size >= 0 && size <= whole;
  if (!fits)
    return infer_error(location, getOperationName(), "takes a slice of sizes ", list_text(sizes),
                       " from shape ", shape_text(operand.getShape()));
  inferred.push_back(operand.clone(sizes));
  return success();
}

LogicalResult DynamicUpdateSliceOp::inferReturnTypes(MLIRContext *, MaybeLocation location,
                                                     Adaptor adaptor, Types &inferred) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  auto update = cast<RankedTensorType>(adaptor.getUpdate().getType());
  if (failed(check_starts(location, getOperationName(), adaptor.getStartIndices(), operand)))
    return failure();
  bool fits =
      update.getRank() == operand.getRank() && update.getElementType() == operand.getElementType();
  for (auto [size, whole] : llvm::zip(update.getShape(), operand.getShape()))
    fits &= size <= whole;
  if (!fits)
    return infer_error(location, getOperationName(), "writes ", update, " into ", operand);
  inferred.push_back(operand);
  return success();
}

/// What gather and scatter say of their index tensor, under the names gather has for it.
struct IndexUse {
  StringRef name;
  MaybeLocation location;
  RankedTensorType operand, indices;
  ArrayRef<int64_t> collapsed, operand_batching, indices_batching, map;
  int64_t index_vector_dim;

  /// The sizes of the index tensor without the dimension that holds the index vectors.
  SmallVector<int64_t> batch_shape() const {
    SmallVector<int64_t> shape(indices.getShape());
    if (index_vector_dim < indices.getRank())
      shape.erase(shape.begin() + index_vector_dim);
    return shape;
  }

  /// The operand's dimensions that a window spans.
  SmallVector<int64_t> window_dims() const {
    SmallVector<int64_t> dims;
    for (int64_t dim = 0; dim < operand.getRank(); ++dim)
      if (!llvm::is_contained(collapsed, dim) && !llvm::is_contained(operand_batching, dim))
        dims.push_back(dim);
    return dims;
  }

  LogicalResult verify() const {
    if (index_vector_dim < 0 || index_vector_dim > indices.getRank())
      return infer_error(location, name, "has index_vector_dim ", index_vector_dim,
                         " for indices of rank ", indices.getRank());
    int64_t components =
        index_vector_dim < indices.getRank() ? indices.getDimSize(index_vector_dim) : 1;
    if (static_cast<int64_t>(map.size()) != components)
      return infer_error(location, name, "maps ", map.size(),
                         " index components, but each index has ", components);
    if (!are_distinct_dims(map, operand.getRank()))
      return infer_error(location, name, "maps index components to dimensions ", list_text(map),
                         " of an operand of rank ", operand.getRank());
    SmallVector<int64_t> dropped(collapsed);
    dropped.append(operand_batching.begin(), operand_batching.end());
    if (!are_distinct_dims(dropped, operand.getRank()) || !llvm::is_sorted(collapsed))
      return infer_error(location, name, "leaves out dimensions ", list_text(collapsed),
                         " and batches ", list_text(operand_batching), " of an operand of rank ",
                         operand.getRank(), "; they must be distinct and sorted");
    if (operand_batching.size() != indices_batching.size() ||
        !are_distinct_dims(indices_batching, indices.getRank()) ||
        llvm::is_contained(indices_batching, index_vector_dim))
      return infer_error(location, name, "batches dimensions ", list_text(operand_batching),
                         " of the operand with ", list_text(indices_batching), " of the indices");
    for (auto [dim, index_dim] : llvm::zip(operand_batching, indices_batching))
      if (operand.getDimSize(dim) != indices.getDimSize(index_dim))
        return infer_error(location, name, "batches dimension ", dim, " of size ",
                           operand.getDimSize(dim), " with dimension ", index_dim,
                           " of the indices, of size ", indices.getDimSize(index_dim));
    return success();
  }
};

LogicalResult GatherOp::inferReturnTypes(MLIRContext *, MaybeLocation location, Adaptor adaptor,
                                         Types &inferred) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  auto indices = cast<RankedTensorType>(adaptor.getStartIndices().getType());
  GatherDimensionNumbersAttr numbers = adaptor.getDimensionNumbers();
  IndexUse use{getOperationName(),
               location,
               operand,
               indices,
               numbers.getCollapsedSliceDims(),
               numbers.getOperandBatchingDims(),
               numbers.getStartIndicesBatchingDims(),
               numbers.getStartIndexMap(),
               numbers.getIndexVectorDim()};
  if (failed(use.verify()))
    return failure();
  ArrayRef<int64_t> sizes = adaptor.getSliceSizes(), offsets = numbers.getOffsetDims();
  bool fits = static_cast<int64_t>(sizes.size()) == operand.getRank();
  for (auto [size, whole] : llvm::zip(sizes, operand.getShape()))
    fits &= size >= 0 && size <= whole;
  if (!fits)
    return infer_error(location, getOperationName(), "takes slices of sizes ", list_text(sizes),
                       " from shape ", shape_text(operand.getShape()));
  for (ArrayRef<int64_t> dropped : {use.collapsed, use.operand_batching})
    for (int64_t dim : dropped)
      if (sizes[dim] > 1)
        return infer_error(location, getOperationName(), "leaves out dimension ", dim,
                           " with a slice size of ", sizes[dim], "; 1 would be right");
  SmallVector<int64_t> window = use.window_dims(), batch = use.batch_shape();
  int64_t rank = window.size() + batch.size();
  if (offsets.size() != window.size() || !are_distinct_dims(offsets, rank) ||
      !llvm::is_sorted(offsets))
    return infer_error(location, getOperationName(), "has offset_dims ", list_text(offsets), "; ",
                       window.size(), " distinct sorted dimensions of a result of rank ", rank,
                       " would be right");
  SmallVector<int64_t> shape;
  size_t next_window = 0, next_batch = 0;
  for (int64_t dim = 0; dim < rank; ++dim)
    shape.push_back(llvm::is_contained(offsets, dim) ? sizes[window[next_window++]]
                                                     : batch[next_batch++]);
  inferred.push_back(operand.clone(shape));
  return success();
}

LogicalResult ScatterOp::inferReturnTypes(MLIRContext *, MaybeLocation location, Adaptor adaptor,
                                          Types &inferred) {
  if (adaptor.getInputs().empty())
    return infer_error(location, getOperationName(), "has no input");
  auto first = cast<RankedTensorType>(adaptor.getInputs().front().getType());
  auto indices = cast<RankedTensorType>(adaptor.getScatterIndices().getType());
  ScatterDimensionNumbersAttr numbers = adaptor.getScatterDimensionNumbers();
  IndexUse use{getOperationName(),
               location,
               first,
               indices,
               numbers.getInsertedWindowDims(),
               numbers.getInputBatchingDims(),
               numbers.getScatterIndicesBatchingDims(),
               numbers.getScatterDimsToOperandDims(),
               numbers.getIndexVectorDim()};
  if (failed(use.verify()))
    return failure();
  SmallVector<int64_t> window = use.window_dims(), batch = use.batch_shape();
  ArrayRef<int64_t> update_window = numbers.getUpdateWindowDims();
  int64_t rank = window.size() + batch.size();
  if (update_window.size() != window.size() || !are_distinct_dims(update_window, rank) ||
      !llvm::is_sorted(update_window))
    return infer_error(location, getOperationName(), "has update_window_dims ",
                       list_text(update_window), "; ", window.size(),
                       " distinct sorted dimensions of updates of rank ", rank, " would be right");
  for (auto [input, update] : llvm::zip(adaptor.getInputs(), adaptor.getUpdates())) {
    auto type = cast<RankedTensorType>(input.getType()),
         updates = cast<RankedTensorType>(update.getType());
    bool fits = type.getShape() == first.getShape() && updates.getRank() == rank &&
                updates.getElementType() == type.getElementType();
    size_t next_window = 0, next_batch = 0;
    for (int64_t dim = 0; fits && dim < rank; ++dim)
      fits = llvm::is_contained(update_window, dim)
                 ? updates.getDimSize(dim) <= type.getDimSize(window[next_window++])
                 : updates.getDimSize(dim) == batch[next_batch++];
    if (!fits)
      return infer_error(location, getOperationName(), "writes updates of type ", updates, " into ",
                         type, " at indices of type ", indices);
    inferred.push_back(type);
  }
  return success();
}

LogicalResult ScatterOp::verifyRegions() {
  return ir::verify_reducer(*this, getUpdateComputation(), getInputs().getTypes());
}

} // namespace brigade::stablehlo
