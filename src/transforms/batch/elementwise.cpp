#include "transforms/batch.h"

namespace brigade::transforms {

using namespace stablehlo;

/// The mapped dimension stays where the first operand of full rank has it. An operand of rank 0
/// that is not mapped stays as it is; one that is mapped is spread over the shape.
static LogicalResult elementwise_batch(BatchContext &c) {
  int64_t rank = c.result_type().getRank();
  auto operand_rank = [&](unsigned i) {
    return llvm::cast<RankedTensorType>(c.op->getOperand(i).getType()).getRank();
  };
  std::optional<int64_t> dim;
  bool scalar_mapped = false;
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i) {
    if (!c.is_mapped(i))
      continue;
    if (operand_rank(i) == rank) {
      if (!dim)
        dim = c.operand(i).dim;
    } else {
      scalar_mapped = true;
    }
  }
  int64_t at = dim.value_or(0);
  llvm::SmallVector<mlir::Value> operands;
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i) {
    if (operand_rank(i) == rank)
      operands.push_back(c.at(i, at));
    else if (!c.is_mapped(i) && !scalar_mapped)
      operands.push_back(c.operand(i).value);
    else
      operands.push_back(
          c.value(i).broadcast(c.result_with(at).getShape(), c.is_mapped(i) ? Dims{at} : Dims{}));
  }
  c.set(0, c.emit.rebuild1(c.op, operands, c.result_with(at)), at);
  return mlir::success();
}

void add_elementwise_batch(BatchRules &rules) {
  rules.add<
      // Unary.
      AbsOp, CbrtOp, CeilOp, ClzOp, ConvertOp, CosineOp, ExpOp, Expm1Op, FloorOp, IsFiniteOp, LogOp,
      Log1pOp, LogisticOp, NegOp, NotOp, PopulationCountOp, ReducePrecisionOp, RoundOp,
      RoundNearestEvenOp, RsqrtOp, SignOp, SineOp, SqrtOp, TanOp, TanhOp,
      // Of two and three operands.
      AddOp, AndOp, Atan2Op, ClampOp, CompareOp, DivOp, MaxOp, MinOp, MulOp, OrOp, PowOp, RemOp,
      SelectOp, ShiftLeftOp, ShiftRightArithmeticOp, ShiftRightLogicalOp, SubtractOp, XorOp,
      // Special functions.
      chlo::AcosOp, chlo::AcoshOp, chlo::AsinOp, chlo::AsinhOp, chlo::AtanOp, chlo::AtanhOp,
      chlo::CoshOp, chlo::DigammaOp, chlo::ErfOp, chlo::ErfInvOp, chlo::ErfcOp, chlo::LgammaOp,
      chlo::SinhOp, chlo::SquareOp,
      // Own.
      ir::StopGradientOp>(elementwise_batch);
}

} // namespace brigade::transforms
