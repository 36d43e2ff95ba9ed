#include "ir/stablehlo/structure.h"

#include "ir/infer.h"

#include "mlir/IR/OpImplementation.h"

namespace brigade::stablehlo {

using namespace mlir;
using ir::are_distinct_dims;
using ir::infer_error;
using ir::list_text;
using ir::shape_text;

using Types = SmallVectorImpl<Type>;

LogicalResult ConstantOp::inferReturnTypes(MLIRContext *, std::optional<Location>, Adaptor adaptor,
                                           Types &inferred) {
  inferred.push_back(adaptor.getValue().getType());
  return success();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn set_name) {
  set_name(getOutput(), isa<IntegerType>(getType().getElementType()) ? "c" : "cst");
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc where = parser.getCurrentLocation();
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseAttribute(value, "value", result.attributes))
    return failure();
  if (!isa<RankedTensorType>(value.getType()))
    return parser.emitError(where) << "expects a dense tensor, not " << value.getType();
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printer << ' ';
  printer.printStrippedAttrOrType(getValue());
}

LogicalResult IotaOp::verify() {
  int64_t rank = getOutput().getType().getRank();
  if (getIotaDimension() >= static_cast<uint64_t>(rank))
    return emitOpError() << "counts along dimension " << getIotaDimension()
                         << " of a tensor of rank " << rank;
  return success();
}

LogicalResult BroadcastInDimOp::verify() {
  RankedTensorType operand = getOperand().getType(), result = getResult().getType();
  ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (static_cast<int64_t>(dims.size()) != operand.getRank())
    return emitOpError() << "has " << dims.size() << " broadcast dimensions for an operand of rank "
                         << operand.getRank();
  if (!are_distinct_dims(dims, result.getRank()))
    return emitOpError() << "has broadcast dimensions " << list_text(dims)
                         << "; they must be distinct dimensions of a result of rank "
                         << result.getRank();
  for (auto [dim, target] : llvm::enumerate(dims)) {
    int64_t size = operand.getDimSize(dim), wanted = result.getDimSize(target);
    if (size != 1 && size != wanted)
      return emitOpError() << "cannot broadcast dimension " << dim << " of size " << size
                           << " to dimension " << target << " of size " << wanted;
  }
  return success();
}

LogicalResult ReshapeOp::verify() {
  RankedTensorType operand = getOperand().getType(), result = getResult().getType();
  if (operand.getNumElements() != result.getNumElements())
    return emitOpError() << "cannot reshape " << shape_text(operand.getShape()) << " ("
                         << operand.getNumElements() << " elements) to "
                         << shape_text(result.getShape()) << " (" << result.getNumElements()
                         << " elements)";
  return success();
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                            Adaptor adaptor, Types &inferred) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  if (static_cast<int64_t>(permutation.size()) != operand.getRank() ||
      !are_distinct_dims(permutation, operand.getRank()))
    return infer_error(location, getOperationName(), "has dims ", list_text(permutation),
                       ", which are no permutation of the dimensions of a tensor of rank ",
                       operand.getRank());
  SmallVector<int64_t> shape;
  for (int64_t dim : permutation)
    shape.push_back(operand.getDimSize(dim));
  inferred.push_back(operand.clone(shape));
  return success();
}

LogicalResult ReverseOp::verify() {
  int64_t rank = getOperand().getType().getRank();
  if (!are_distinct_dims(getDimensions(), rank))
    return emitOpError() << "reverses " << list_text(getDimensions()) << " of a tensor of rank "
                         << rank;
  return success();
}

LogicalResult SliceOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                        Adaptor adaptor, Types &inferred) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  ArrayRef<int64_t> starts = adaptor.getStartIndices(), limits = adaptor.getLimitIndices(),
                    strides = adaptor.getStrides();
  size_t rank = operand.getRank();
  if (starts.size() != rank || limits.size() != rank || strides.size() != rank)
    return infer_error(location, getOperationName(), "has ", starts.size(),
                       " ranges for a tensor of rank ", rank);
  SmallVector<int64_t> shape;
  for (size_t dim = 0; dim < rank; ++dim) {
    int64_t start = starts[dim], limit = limits[dim], stride = strides[dim],
            size = operand.getDimSize(dim);
    if (start < 0 || limit < start || limit > size || stride < 1)
      return infer_error(location, getOperationName(), "has range ", start, ":", limit, ":", stride,
                         " in dimension ", dim, " of size ", size);
    shape.push_back((limit - start + stride - 1) / stride);
  }
  inferred.push_back(operand.clone(shape));
  return success();
}

LogicalResult ConcatenateOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                              Adaptor adaptor, Types &inferred) {
  if (adaptor.getInputs().empty())
    return infer_error(location, getOperationName(), "has no operand");
  auto first = cast<RankedTensorType>(adaptor.getInputs().front().getType());
  int64_t dim = adaptor.getDimension();
  if (dim < 0 || dim >= first.getRank())
    return infer_error(location, getOperationName(), "joins along dimension ", dim,
                       " of tensors of rank ", first.getRank());
  SmallVector<int64_t> shape(first.getShape());
  shape[dim] = 0;
  for (auto [index, input] : llvm::enumerate(adaptor.getInputs())) {
    auto type = cast<RankedTensorType>(input.getType());
    SmallVector<int64_t> others(type.getShape());
    bool fits =
        type.getRank() == first.getRank() && type.getElementType() == first.getElementType();
    if (fits) {
      others[dim] = first.getDimSize(dim);
      fits = first.getShape() == ArrayRef(others);
    }
    if (!fits)
      return infer_error(location, getOperationName(), "joins ", first, " and, as operand ", index,
                         ", ", type, " along dimension ", dim,
                         "; all other dimensions must be equal");
    shape[dim] += type.getDimSize(dim);
  }
  inferred.push_back(first.clone(shape));
  return success();
}

LogicalResult PadOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                      Adaptor adaptor, Types &inferred) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  auto value = cast<RankedTensorType>(adaptor.getPaddingValue().getType());
  ArrayRef<int64_t> low = adaptor.getEdgePaddingLow(), high = adaptor.getEdgePaddingHigh(),
                    interior = adaptor.getInteriorPadding();
  size_t rank = operand.getRank();
  if (value != RankedTensorType::get({}, operand.getElementType()))
    return infer_error(location, getOperationName(), "pads ", operand, " with a value of type ",
                       value);
  if (low.size() != rank || high.size() != rank || interior.size() != rank)
    return infer_error(location, getOperationName(), "has paddings of length ", low.size(), ", ",
                       high.size(), ", ", interior.size(), " for a tensor of rank ", rank);
  SmallVector<int64_t> shape;
  for (size_t dim = 0; dim < rank; ++dim) {
    int64_t size = operand.getDimSize(dim);
    int64_t padded = low[dim] + size + std::max<int64_t>(size - 1, 0) * interior[dim] + high[dim];
    if (interior[dim] < 0 || padded < 0)
      return infer_error(location, getOperationName(), "pads dimension ", dim, " of size ", size,
                         " by low ", low[dim], ", high ", high[dim], ", interior ", interior[dim]);
    shape.push_back(padded);
  }
  inferred.push_back(operand.clone(shape));
  return success();
}

LogicalResult BitcastConvertOp::verify() {
  RankedTensorType operand = getOperand().getType(), result = getResult().getType();
  unsigned from = operand.getElementTypeBitWidth(), to = result.getElementTypeBitWidth();
  // The side with the narrower elements has one more dimension: how many of them make a wide one.
  SmallVector<int64_t> narrow(operand.getShape()), wide(result.getShape());
  if (from > to)
    std::swap(narrow, wide);
  if (from != to)
    wide.push_back(std::max(from, to) / std::min(from, to));
  bool fits = narrow == wide;
  if (!fits)
    return emitOpError()
           << "cannot reinterpret " << operand << " as " << result
           << "; the bits must be the same, with the ratio of widths as the last dimension";
  return success();
}

} // namespace brigade::stablehlo
