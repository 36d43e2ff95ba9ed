#include "transforms/batch.h"

namespace brigade::transforms {

using namespace stablehlo;

/// Both sides mapped: one more batching dimension, which comes out first. One side: one more free
/// dimension of that side, which comes out among its free dimensions.
static LogicalResult dot_batch(BatchContext &c) {
  auto numbers = llvm::cast<DotGeneralOp>(c.op).getDotDimensionNumbers();
  std::optional<int64_t> left = c.operand(0).dim, right = c.operand(1).dim;
  auto shift = [](llvm::ArrayRef<int64_t> dims, std::optional<int64_t> at) {
    return at ? shifted(dims, *at) : Dims(dims);
  };
  Dims left_batching = shift(numbers.getLhsBatchingDimensions(), left);
  Dims right_batching = shift(numbers.getRhsBatchingDimensions(), right);
  Dims left_contracting = shift(numbers.getLhsContractingDimensions(), left);
  Dims right_contracting = shift(numbers.getRhsContractingDimensions(), right);
  int64_t dim = 0;
  if (left && right) {
    left_batching.insert(left_batching.begin(), *left);
    right_batching.insert(right_batching.begin(), *right);
  } else {
    // The free dimensions that come out before the mapped one.
    auto free_below = [](int64_t limit, llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b) {
      return llvm::count_if(range(0, limit), [&](int64_t d) {
        return !llvm::is_contained(a, d) && !llvm::is_contained(b, d);
      });
    };
    dim = left_batching.size();
    if (left)
      dim += free_below(*left, left_batching, left_contracting);
    else
      dim += free_below(c.value(0).rank(), left_batching, left_contracting) +
             free_below(*right, right_batching, right_contracting);
  }
  auto attr = DotDimensionNumbersAttr::get(c.op->getContext(), left_batching, right_batching,
                                           left_contracting, right_contracting);
  c.set(0,
        c.emit.rebuild1(c.op, {c.value(0), c.value(1)}, c.result_with(dim),
                        {{"dot_dimension_numbers", attr}}),
        dim);
  return mlir::success();
}

void add_contraction_batch(BatchRules &rules) { rules.add<DotGeneralOp>(dot_batch); }

} // namespace brigade::transforms
