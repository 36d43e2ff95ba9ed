#include "compiler/fuse/dot_form.h"

#include "brigade/shape.h"
#include "ir/types.h"

namespace brigade::compiler {

namespace {

using Dims = llvm::ArrayRef<int64_t>;

struct Group {
  int64_t size = 1;
  int64_t stride = 0; ///< 0 where the size is 1.
};

/// Dimensions that are walked as one, the last fastest; none where their strides do not fit.
std::optional<Group> group(Dims shape, const std::vector<int64_t> &strides, Dims dims) {
  Group result;
  for (int64_t d : llvm::reverse(dims)) {
    if (shape[d] == 1)
      continue;
    if (result.size == 1)
      result.stride = strides[d];
    else if (strides[d] != result.stride * result.size)
      return std::nullopt;
    result.size *= shape[d];
  }
  return result;
}

llvm::SmallVector<int64_t> rest(int64_t rank, Dims a, Dims b) {
  llvm::SmallVector<int64_t> dims;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(a, d) && !llvm::is_contained(b, d))
      dims.push_back(d);
  return dims;
}

struct Matrix {
  int64_t batch, free, contracted;
  int64_t batch_stride, free_stride, contracted_stride;
};

std::optional<Matrix> matrix(mlir::Value operand, Dims batching, Dims contracting) {
  auto type = mlir::cast<mlir::RankedTensorType>(operand.getType());
  Dims shape = type.getShape();
  std::vector<int64_t> strides = row_major_strides(Shape(shape.begin(), shape.end()));
  auto batch = group(shape, strides, batching);
  auto contracted = group(shape, strides, contracting);
  auto free = group(shape, strides, rest(type.getRank(), batching, contracting));
  if (!batch || !contracted || !free)
    return std::nullopt;
  // A dimension of size 1 has the stride that suits the other.
  if (contracted->size == 1)
    contracted->stride = free->stride == 1 ? free->size : 1;
  if (free->size == 1)
    free->stride = contracted->stride == 1 ? contracted->size : 1;
  if (contracted->stride != 1 && free->stride != 1)
    return std::nullopt;
  return Matrix{batch->size,   free->size,   contracted->size,
                batch->stride, free->stride, contracted->stride};
}

} // namespace

std::optional<DotForm> dot_form(stablehlo::DotGeneralOp dot) {
  auto numbers = dot.getDotDimensionNumbers();
  auto lhs = matrix(dot.getLhs(), numbers.getLhsBatchingDimensions(),
                    numbers.getLhsContractingDimensions());
  auto rhs = matrix(dot.getRhs(), numbers.getRhsBatchingDimensions(),
                    numbers.getRhsContractingDimensions());
  if (!lhs || !rhs)
    return std::nullopt;
  return DotForm{lhs->batch,
                 lhs->free,
                 rhs->free,
                 lhs->contracted,
                 lhs->batch_stride,
                 lhs->free_stride,
                 lhs->contracted_stride,
                 rhs->batch_stride,
                 rhs->contracted_stride,
                 rhs->free_stride};
}

bool has_library_types(stablehlo::DotGeneralOp dot) {
  DType lhs = ir::dtype_of(dot.getLhs().getType()), rhs = ir::dtype_of(dot.getRhs().getType());
  DType out = ir::dtype_of(dot.getResult().getType());
  return is_floating(lhs) && lhs == rhs &&
         (out == lhs || (out == DType::F32 && dtype_size(lhs) == 2));
}

} // namespace brigade::compiler
