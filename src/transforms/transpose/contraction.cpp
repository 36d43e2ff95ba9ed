#include "transforms/transpose.h"

namespace brigade::transforms {

using namespace stablehlo;

/// The dimensions below `rank` that are in neither list.
static Dims rest(int64_t rank, llvm::ArrayRef<int64_t> batching,
                 llvm::ArrayRef<int64_t> contracting) {
  Dims result;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(batching, d) && !llvm::is_contained(contracting, d))
      result.push_back(d);
  return result;
}

/// The cotangent of one side x of z = dot(x, y): the product of z's cotangent with y over y's free
/// dimensions, which comes out as [batching, x's free, x's contracting in the order of y's], then
/// put in x's order of dimensions.
///
/// z[i,k] = sum_j x[i,j] y[j,k]   gives   ct_x[i,j] = sum_k ct[i,k] y[j,k]
static LogicalResult dot_transpose(TransposeContext &c) {
  auto numbers = llvm::cast<DotGeneralOp>(c.op).getDotDimensionNumbers();
  bool left = c.is_linear(0);
  Value x = c.operand(left ? 0 : 1), y = c.operand(left ? 1 : 0), ct = c.cotangent();
  auto x_batching = numbers.getLhsBatchingDimensions(),
       y_batching = numbers.getRhsBatchingDimensions();
  auto x_contracting = numbers.getLhsContractingDimensions();
  auto y_contracting = numbers.getRhsContractingDimensions();
  if (!left) {
    std::swap(x_batching, y_batching);
    std::swap(x_contracting, y_contracting);
  }
  Dims x_free = rest(x.rank(), x_batching, x_contracting);
  Dims y_free = rest(y.rank(), y_batching, y_contracting);
  int64_t batching = x_batching.size();
  Dims ct_batching = range(0, batching);
  int64_t after = batching + (left ? x_free.size() : 0);
  Dims ct_of_y_free = range(after, after + y_free.size());

  // y first keeps its contracting dimensions before x's free ones where x is on the right, as x has
  // them in a matrix product.
  mlir::MLIRContext *context = c.op->getContext();
  auto product =
      left ? DotDimensionNumbersAttr::get(context, ct_batching, y_batching, ct_of_y_free, y_free)
           : DotDimensionNumbersAttr::get(context, y_batching, ct_batching, y_free, ct_of_y_free);

  // The product's dimensions, as dimensions of x.
  Dims come_out(x_batching);
  Dims sorted_y_contracting(y_contracting), x_of_y;
  llvm::sort(sorted_y_contracting);
  for (int64_t d : sorted_y_contracting)
    x_of_y.push_back(x_contracting[llvm::find(y_contracting, d) - y_contracting.begin()]);
  come_out.append(left ? x_free : x_of_y);
  come_out.append(left ? x_of_y : x_free);
  Dims shape, permutation(x.rank());
  for (auto [at, d] : llvm::enumerate(come_out)) {
    shape.push_back(x.shape()[d]);
    permutation[d] = at;
  }
  llvm::SmallVector<mlir::Value> operands = {ct, y};
  if (!left)
    std::swap(operands[0], operands[1]);
  Value out =
      c.emit.rebuild1(c.op, operands, x.type().clone(shape), {{"dot_dimension_numbers", product}});
  c.add(left ? 0 : 1, out.transpose(permutation));
  return mlir::success();
}

void add_contraction_transpose(TransposeRules &rules) { rules.add<DotGeneralOp>(dot_transpose); }

} // namespace brigade::transforms
