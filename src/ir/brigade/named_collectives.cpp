#include "ir/brigade/named_collectives.h"

#include "ir/infer.h"

namespace brigade::ir {

using namespace mlir;

using Types = SmallVectorImpl<Type>;
using MaybeLocation = std::optional<Location>;

template <class Op> static LogicalResult verify_axes(Op op) {
  if (op.getAxes().empty())
    return op.emitOpError("names no axis");
  return success();
}
LogicalResult PsumOp::verify() { return verify_axes(*this); }
LogicalResult PmaxOp::verify() { return verify_axes(*this); }
LogicalResult PminOp::verify() { return verify_axes(*this); }

LogicalResult PpermuteOp::verify() {
  auto type = cast<RankedTensorType>(getSourceTargetPairs().getType());
  if (type.getRank() != 2 || type.getDimSize(1) != 2)
    return emitOpError() << "has pairs of type " << type << "; one row of two a pair is right";
  SmallVector<int64_t> ends[2];
  for (auto [index, position] : llvm::enumerate(getSourceTargetPairs().getValues<int64_t>()))
    ends[index % 2].push_back(position);
  int64_t size = getAxisSize();
  if (!are_distinct_dims(ends[0], size) || !are_distinct_dims(ends[1], size))
    return emitOpError() << "has pairs from " << list_text(ends[0]) << " to " << list_text(ends[1])
                         << "; each must be distinct positions on an axis of size " << size;
  return success();
}

LogicalResult AllGatherOp::inferReturnTypes(MLIRContext *, MaybeLocation location, Adaptor adaptor,
                                            Types &inferred) {
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  int64_t dim = adaptor.getDimension(), size = adaptor.getAxisSize();
  if (dim < 0 || dim >= type.getRank() + (adaptor.getTiled() ? 0 : 1))
    return infer_error(location, getOperationName(), "gathers along dimension ", dim,
                       " of a tensor of rank ", type.getRank());
  SmallVector<int64_t> shape(type.getShape());
  if (adaptor.getTiled())
    shape[dim] *= size;
  else
    shape.insert(shape.begin() + dim, size);
  inferred.push_back(type.clone(shape));
  return success();
}

LogicalResult ReduceScatterOp::inferReturnTypes(MLIRContext *, MaybeLocation location,
                                                Adaptor adaptor, Types &inferred) {
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  int64_t dim = adaptor.getDimension(), size = adaptor.getAxisSize();
  if (dim < 0 || dim >= type.getRank())
    return infer_error(location, getOperationName(), "scatters dimension ", dim,
                       " of a tensor of rank ", type.getRank());
  SmallVector<int64_t> shape(type.getShape());
  if (adaptor.getTiled() ? size < 1 || shape[dim] % size != 0 : shape[dim] != size)
    return infer_error(location, getOperationName(), "scatters dimension ", dim, " of size ",
                       shape[dim], " over axis ", adaptor.getAxis(), " of size ", size);
  if (adaptor.getTiled())
    shape[dim] /= size;
  else
    shape.erase(shape.begin() + dim);
  inferred.push_back(type.clone(shape));
  return success();
}

LogicalResult AllToAllOp::inferReturnTypes(MLIRContext *, MaybeLocation location, Adaptor adaptor,
                                           Types &inferred) {
  auto type = cast<RankedTensorType>(adaptor.getOperand().getType());
  int64_t split = adaptor.getSplitDimension(), concat = adaptor.getConcatDimension(),
          size = adaptor.getAxisSize();
  if (split < 0 || split >= type.getRank() || concat < 0 || concat >= type.getRank())
    return infer_error(location, getOperationName(), "splits dimension ", split,
                       " and joins along ", concat, " of a tensor of rank ", type.getRank());
  if (size < 1 || type.getDimSize(split) % size != 0)
    return infer_error(location, getOperationName(), "splits dimension ", split, " of size ",
                       type.getDimSize(split), " over axis ", adaptor.getAxis(), " of size ", size,
                       ", which does not divide it");
  SmallVector<int64_t> shape(type.getShape());
  shape[split] /= size;
  shape[concat] *= size;
  inferred.push_back(type.clone(shape));
  return success();
}

LogicalResult AxisIndexOp::inferReturnTypes(MLIRContext *context, MaybeLocation, Adaptor,
                                            Types &inferred) {
  inferred.push_back(RankedTensorType::get({}, IntegerType::get(context, 32)));
  return success();
}

} // namespace brigade::ir
