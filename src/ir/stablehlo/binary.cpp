#include "ir/stablehlo/binary.h"

#include "ir/infer.h"
#include "ir/stablehlo/assembly.h"

namespace brigade::stablehlo {

using namespace mlir;
using ir::infer_error;
using ir::shape_text;

LogicalResult CompareOp::inferReturnTypes(MLIRContext *context, std::optional<Location>,
                                          Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  auto lhs = cast<RankedTensorType>(adaptor.getLhs().getType());
  inferred.push_back(lhs.clone(IntegerType::get(context, 1)));
  return success();
}

static ComparisonType default_comparison(Type element) {
  if (isa<FloatType>(element))
    return ComparisonType::FLOAT;
  return element.isSignlessInteger() && !element.isInteger(1) ? ComparisonType::SIGNED
                                                              : ComparisonType::UNSIGNED;
}

void CompareOp::build(OpBuilder &builder, OperationState &state, Value lhs, Value rhs,
                      ComparisonDirection direction) {
  ComparisonType type = default_comparison(cast<RankedTensorType>(lhs.getType()).getElementType());
  build(builder, state, lhs, rhs, ComparisonDirectionAttr::get(builder.getContext(), direction),
        ComparisonTypeAttr::get(builder.getContext(), type));
}

LogicalResult CompareOp::verify() {
  std::optional<ComparisonType> type = getCompareType();
  if (!type || *type == ComparisonType::NOTYPE)
    return success();
  Type element = getLhs().getType().getElementType();
  ComparisonType fitting = default_comparison(element);
  bool fits =
      *type == fitting || (*type == ComparisonType::TOTALORDER && fitting == ComparisonType::FLOAT);
  if (!fits)
    return emitOpError() << "compares elements of type " << element << " as "
                         << stringifyComparisonType(*type) << "; "
                         << stringifyComparisonType(fitting) << " would fit";
  return success();
}

LogicalResult SelectOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                         Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  auto pred = cast<RankedTensorType>(adaptor.getPred().getType());
  auto on_true = cast<RankedTensorType>(adaptor.getOnTrue().getType());
  if (on_true != adaptor.getOnFalse().getType())
    return infer_error(location, getOperationName(), "selects between values of different types ",
                       on_true, " and ", adaptor.getOnFalse().getType());
  if (pred.getRank() != 0 && pred.getShape() != on_true.getShape())
    return infer_error(location, getOperationName(), "has a predicate of shape ",
                       shape_text(pred.getShape()), "; it must be scalar or of the values' shape ",
                       shape_text(on_true.getShape()));
  inferred.push_back(on_true);
  return success();
}

LogicalResult ClampOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                        Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  auto operand = cast<RankedTensorType>(adaptor.getOperand().getType());
  for (Value bound : {adaptor.getMin(), adaptor.getMax()}) {
    auto type = cast<RankedTensorType>(bound.getType());
    if (type != operand && type != RankedTensorType::get({}, operand.getElementType()))
      return infer_error(location, getOperationName(), "has a bound of type ", type,
                         "; it must be of type ", operand, " or a scalar of its elements");
  }
  inferred.push_back(operand);
  return success();
}

ParseResult parseDirection(OpAsmParser &parser, ComparisonDirectionAttr &direction) {
  SMLoc where = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<ComparisonDirection> value = symbolizeComparisonDirection(name);
  if (!value)
    return parser.emitError(where)
           << "unknown comparison '" << name << "'; EQ, NE, GE, GT, LE and LT exist";
  direction = ComparisonDirectionAttr::get(parser.getContext(), *value);
  return success();
}

void printDirection(OpAsmPrinter &printer, Operation *, ComparisonDirectionAttr direction) {
  printer << stringifyComparisonDirection(direction.getValue());
}

ParseResult parseComparedAs(OpAsmParser &parser, ComparisonTypeAttr &type) {
  if (failed(parser.parseOptionalComma()))
    return success();
  SMLoc where = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  std::optional<ComparisonType> value = symbolizeComparisonType(name);
  if (!value)
    return parser.emitError(where) << "unknown way to compare '" << name
                                   << "'; FLOAT, TOTALORDER, SIGNED and UNSIGNED exist";
  type = ComparisonTypeAttr::get(parser.getContext(), *value);
  return success();
}

void printComparedAs(OpAsmPrinter &printer, Operation *, ComparisonTypeAttr type) {
  if (type)
    printer << ", " << stringifyComparisonType(type.getValue());
}

} // namespace brigade::stablehlo
