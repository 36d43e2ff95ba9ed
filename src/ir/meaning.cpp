#include "ir/meaning.h"

#include "ir/dialects.h"
#include "ir/sdy/shardings.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

namespace brigade::ir {

using namespace mlir;

namespace {

/// The type in which products of these elements are summed.
Type sum_type(Type element) {
  return isa<FloatType>(element) && !element.isF64() ? Float32Type::get(element.getContext())
                                                     : element;
}

/// Whether every value of `element` is one of `precision`.
bool holds(Type precision, Type element) {
  auto wide = dyn_cast<FloatType>(precision), narrow = dyn_cast<FloatType>(element);
  if (!wide || !narrow)
    return precision == element;
  return APFloat::semanticsPrecision(wide.getFloatSemantics()) >=
             APFloat::semanticsPrecision(narrow.getFloatSemantics()) &&
         APFloat::semanticsMaxExponent(wide.getFloatSemantics()) >=
             APFloat::semanticsMaxExponent(narrow.getFloatSemantics());
}

LogicalResult check_algorithm(Operation *op, stablehlo::DotAlgorithmAttr algorithm) {
  Type element = getElementTypeOrSelf(op->getOperand(0).getType());
  // In pieces, which approximate the operands as they are.
  bool in_pieces = algorithm.getNumPrimitiveOperations() > 1;
  for (Type type : {algorithm.getLhsPrecisionType(), algorithm.getRhsPrecisionType()})
    if (!in_pieces && !holds(type, element))
      return op->emitOpError() << "rounds its operands of " << element << " to " << type
                               << "; operands are multiplied as they are, as " << element
                               << " asks";
  if (!holds(sum_type(element), algorithm.getAccumulationType()))
    return op->emitOpError() << "sums in " << algorithm.getAccumulationType() << "; products of "
                             << element << " are summed in " << sum_type(element);
  return success();
}

LogicalResult check_accuracy(Operation *op, stablehlo::ResultAccuracyAttr accuracy) {
  if (accuracy.getMode().getValue() != stablehlo::ResultAccuracyMode::TOLERANCE)
    return success();
  auto element = cast<FloatType>(getElementTypeOrSelf(op->getResult(0).getType()));
  double unit = std::ldexp(1.0, 1 - int(APFloat::semanticsPrecision(element.getFloatSemantics())));
  double ulps = accuracy.getUlps() + accuracy.getRtol().convertToDouble() / unit;
  if (ulps >= function_ulps)
    return success();
  return op->emitOpError() << "asks for a result within " << llvm::formatv("{0:f1}", ulps)
                           << " units in the last place; functions are within " << function_ulps;
}

LogicalResult check_sharding(Operation *op) {
  if (!sdy::may_hold_shardings(op))
    return success();
  WalkResult walked =
      op->getAttrDictionary().walk([&](sdy::TensorShardingAttr sharding) -> WalkResult {
        if (sharding.getUnreducedAxes().empty())
          return WalkResult::advance();
        return op->emitOpError() << "leaves a value unreduced over axis \""
                                 << sharding.getUnreducedAxes().front().getName()
                                 << "\"; sums are complete where they are made";
      });
  return failure(walked.wasInterrupted());
}

LogicalResult check_operation(Operation *op) {
  if (auto dot = dyn_cast<stablehlo::DotGeneralOp>(op); dot && dot.getAlgorithm())
    if (failed(check_algorithm(op, *dot.getAlgorithm())))
      return failure();
  if (auto accuracy = op->getAttrOfType<stablehlo::ResultAccuracyAttr>("result_accuracy"))
    if (failed(check_accuracy(op, accuracy)))
      return failure();
  return check_sharding(op);
}

} // namespace

LogicalResult check_meaning(ModuleOp module) {
  WalkResult walked = module.walk([](Operation *op) -> WalkResult { return check_operation(op); });
  return failure(walked.wasInterrupted());
}

} // namespace brigade::ir
