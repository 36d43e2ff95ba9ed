#include "reference/body.h"
#include "reference/index.h"
#include "reference/values.h"

#include "ir/dialects.h"

#include <algorithm>

/// Operations whose data says where elements lie.
namespace brigade::reference {

using llvm::ArrayRef;
using mlir::FailureOr;
using mlir::Operation;
using Results = FailureOr<std::vector<Literal>>;
using Operands = ArrayRef<const Literal *>;

namespace {

int64_t clamped(int64_t start, int64_t extent, int64_t size) {
  return std::clamp<int64_t>(start, 0, std::max<int64_t>(extent - size, 0));
}

/// Where a slice of shape `sizes` begins: one scalar operand a dimension, moved so that the slice
/// lies inside.
Shape slice_start(Operands starts, const Shape &extents, ArrayRef<int64_t> sizes) {
  Shape start;
  for (size_t d = 0; d < starts.size(); ++d)
    start.push_back(clamped(integer_at(*starts[d], 0), extents[d], sizes[d]));
  return start;
}

Shape sum(Shape a, const Shape &b) {
  for (size_t d = 0; d < a.size(); ++d)
    a[d] += b[d];
  return a;
}

Results dynamic_slice(Operation *op, Operands operands, RegionRunner &) {
  FailureOr<Literal> out = zeros_of_result(op);
  if (failed(out))
    return mlir::failure();
  const Literal &operand = *operands[0];
  Shape start = slice_start(operands.drop_front(), operand.shape, out->shape);
  for (IndexWalk i(out->shape); i; ++i)
    copy_element(*out, i.position(), operand, position_in(operand.shape, sum(*i, start)));
  return one(std::move(*out));
}

Results dynamic_update_slice(Operation *op, Operands operands, RegionRunner &) {
  Literal out = *operands[0];
  const Literal &update = *operands[1];
  Shape start = slice_start(operands.drop_front(2), out.shape, update.shape);
  for (IndexWalk i(update.shape); i; ++i)
    copy_element(out, position_in(out.shape, sum(*i, start)), update, i.position());
  return one(std::move(out));
}

/// The dimension numbers of gather and scatter in one vocabulary. "Windows" are what gather calls
/// slices: pieces of the operand, one for each index vector in `indices`. `moved` is the side that
/// holds the windows one beside another: gather's result, scatter's updates.
///
/// With indices [[2], [0]] (index_vector_dim 1, index_map [0]) into an operand of 3 x 4 and windows
/// of 1 x 4 whose first dimension is dropped, moved is 2 x 4: its dimension 0 runs over the index
/// vectors, dimension 1 (window_dims) over the window, and moved[i, j] belongs to
/// operand[indices[i, 0] + 0, 0 + j].
struct Windows {
  const Literal &indices;
  const Shape &operand_shape;
  Shape window_dims;   ///< Of moved: which run over the window.
  Shape dropped;       ///< Of the operand: not in moved, of window size 1.
  Shape operand_batch; ///< Of the operand: each goes along with the index dimension of the same
                       ///< place ...
  Shape indices_batch; ///< ... here.
  Shape index_map;     ///< Which operand dimension each entry of an index vector is for.
  int64_t index_vector_dim; ///< Of indices; its rank where index vectors are single numbers.

  /// The index vector's values on the operand's dimensions, before any clamping; batching
  /// dimensions included.
  Shape start(ArrayRef<int64_t> moved_index) const {
    Shape vector = pick(moved_index, other_dimensions(moved_index.size(), window_dims));
    Shape start(operand_shape.size(), 0);
    for (size_t i = 0; i < operand_batch.size(); ++i)
      start[operand_batch[i]] =
          vector[indices_batch[i] - (indices_batch[i] < index_vector_dim ? 0 : 1)];
    bool numbers = index_vector_dim == static_cast<int64_t>(indices.shape.size());
    if (!numbers)
      vector.insert(vector.begin() + index_vector_dim, 0);
    for (size_t i = 0; i < index_map.size(); ++i) {
      if (!numbers)
        vector[index_vector_dim] = static_cast<int64_t>(i);
      start[index_map[i]] = integer_at(indices, position_in(indices.shape, vector));
    }
    return start;
  }

  /// The place within the window, on the operand's dimensions.
  Shape offset(ArrayRef<int64_t> moved_index) const {
    Shape offset(operand_shape.size(), 0);
    size_t next = 0;
    for (size_t d = 0; d < offset.size(); ++d)
      if (!llvm::is_contained(dropped, d) && !llvm::is_contained(operand_batch, d))
        offset[d] = moved_index[window_dims[next++]];
    return offset;
  }
};

Shape copied(ArrayRef<int64_t> dimensions) { return Shape(dimensions.begin(), dimensions.end()); }

/// Start indices are clamped so that each slice lies inside.
Results gather(Operation *op, Operands operands, RegionRunner &) {
  auto gather_op = mlir::cast<stablehlo::GatherOp>(op);
  auto numbers = gather_op.getDimensionNumbers();
  const Literal &operand = *operands[0];
  FailureOr<Literal> out = zeros_of_result(op);
  if (failed(out))
    return mlir::failure();
  Windows windows{*operands[1],
                  operand.shape,
                  copied(numbers.getOffsetDims()),
                  copied(numbers.getCollapsedSliceDims()),
                  copied(numbers.getOperandBatchingDims()),
                  copied(numbers.getStartIndicesBatchingDims()),
                  copied(numbers.getStartIndexMap()),
                  numbers.getIndexVectorDim()};
  for (IndexWalk i(out->shape); i; ++i) {
    Shape start = windows.start(*i);
    for (int64_t d : windows.index_map)
      start[d] = clamped(start[d], operand.shape[d], gather_op.getSliceSizes()[d]);
    copy_element(*out, i.position(), operand,
                 position_in(operand.shape, sum(start, windows.offset(*i))));
  }
  return one(std::move(*out));
}

/// Updates are applied in row-major order. A window that does not lie inside as a whole is skipped
/// as a whole: so does XLA, and JAX's results rest on it, where the specification's formula would
/// keep the part that is inside.
Results scatter(Operation *op, Operands operands, RegionRunner &regions) {
  auto scatter_op = mlir::cast<stablehlo::ScatterOp>(op);
  auto numbers = scatter_op.getScatterDimensionNumbers();
  FailureOr<Body> body = Body::prepare(scatter_op.getUpdateComputation(), regions);
  if (failed(body))
    return mlir::failure();
  size_t count = operands.size() / 2;
  std::vector<Literal> results, updates;
  for (size_t k = 0; k < count; ++k) {
    results.push_back(converted(*operands[k], body->argument_dtype(k)));
    updates.push_back(converted(*operands[count + 1 + k], body->argument_dtype(count + k)));
  }

  const Shape &shape = results[0].shape;
  Windows windows{*operands[count],
                  shape,
                  copied(numbers.getUpdateWindowDims()),
                  copied(numbers.getInsertedWindowDims()),
                  copied(numbers.getInputBatchingDims()),
                  copied(numbers.getScatterIndicesBatchingDims()),
                  copied(numbers.getScatterDimsToOperandDims()),
                  numbers.getIndexVectorDim()};
  // The sizes of a window, 1 where the dimension is dropped.
  Shape sizes = windows.offset(updates[0].shape);
  for (int64_t &size : sizes)
    size = std::max<int64_t>(size, 1);
  llvm::SmallVector<const std::byte *> arguments(2 * count);
  llvm::SmallVector<std::byte *> outputs(count);
  for (IndexWalk i(updates[0].shape); i; ++i) {
    Shape start = windows.start(*i);
    bool inside = true;
    for (size_t d = 0; d < shape.size(); ++d)
      inside &= start[d] >= 0 && start[d] <= shape[d] - sizes[d];
    if (!inside)
      continue;
    int64_t where = position_in(shape, sum(start, windows.offset(*i)));
    for (size_t k = 0; k < count; ++k) {
      arguments[k] = outputs[k] = element(results[k], where);
      arguments[count + k] = element(updates[k], i.position());
    }
    if (failed((*body)(arguments, outputs)))
      return mlir::failure();
  }
  return results;
}

} // namespace

void add_indexing_evaluations(EvaluateRules &rules) {
  rules.add<stablehlo::DynamicSliceOp>(dynamic_slice);
  rules.add<stablehlo::DynamicUpdateSliceOp>(dynamic_update_slice);
  rules.add<stablehlo::GatherOp>(gather);
  rules.add<stablehlo::ScatterOp>(scatter);
}

} // namespace brigade::reference
