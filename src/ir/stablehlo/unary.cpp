#include "ir/stablehlo/unary.h"

namespace brigade::stablehlo {

using namespace mlir;

LogicalResult IsFiniteOp::inferReturnTypes(MLIRContext *context, std::optional<Location>,
                                           Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  auto operand = cast<RankedTensorType>(adaptor.getX().getType());
  inferred.push_back(operand.clone(IntegerType::get(context, 1)));
  return success();
}

void ConvertOp::build(OpBuilder &builder, OperationState &state, Value operand, Type element_type) {
  auto type = cast<RankedTensorType>(operand.getType());
  if (auto tensor = dyn_cast<RankedTensorType>(element_type))
    element_type = tensor.getElementType();
  build(builder, state, TypeRange{type.clone(element_type)}, ValueRange{operand});
}

LogicalResult ReducePrecisionOp::verify() {
  if (getExponentBits() < 1)
    return emitOpError("needs at least 1 exponent bit");
  return success();
}

} // namespace brigade::stablehlo
