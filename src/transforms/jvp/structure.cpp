#include "transforms/jvp/algebra.h"

namespace brigade::transforms {

using namespace stablehlo;

static LogicalResult apply_to_tangents(JvpContext &c, llvm::ArrayRef<unsigned> operands) {
  bool any = llvm::any_of(operands, [&](unsigned i) { return static_cast<bool>(c.tangent(i)); });
  if (!any || !is_floating(c.op->getResult(0)))
    return mlir::success();
  llvm::SmallVector<mlir::Value> inputs(c.op->getOperands());
  for (unsigned i : operands)
    inputs[i] = c.dense_tangent(i);
  mlir::Operation *tangent = c.emit.rebuild(c.op, inputs, c.op->getResultTypes());
  for (unsigned i = 0; i < tangent->getNumResults(); ++i)
    c.set(i, c.emit.wrap(tangent->getResult(i)));
  return mlir::success();
}

JvpRule linear(llvm::SmallVector<unsigned> operands) {
  return {[operands](JvpContext &c) { return apply_to_tangents(c, operands); }};
}

JvpRule linear_in_all() {
  return {[](JvpContext &c) {
    return apply_to_tangents(c, llvm::to_vector(llvm::seq(c.op->getNumOperands())));
  }};
}

/// Linear in each operand alone.
static LogicalResult dot_jvp(JvpContext &c) {
  mlir::Type type = c.op->getResult(0).getType();
  Value from_lhs, from_rhs;
  if (Value dx = c.tangent(0))
    from_lhs = c.emit.rebuild1(c.op, {dx, c.operand(1)}, type);
  if (Value dy = c.tangent(1))
    from_rhs = c.emit.rebuild1(c.op, {c.operand(0), dy}, type);
  c.set(0, sum_terms(from_lhs, from_rhs));
  return mlir::success();
}

void add_structure_jvp(JvpRules &rules) {
  rules.add<BroadcastInDimOp, ReshapeOp, TransposeOp, ReverseOp, SliceOp>(linear({0}));
  rules.add<PadOp>(linear({0, 1}));
  rules.add<ConcatenateOp>(linear_in_all());
  rules.add<DotGeneralOp>({dot_jvp});
  rules.add<ConstantOp, IotaOp>(zero());
}

} // namespace brigade::transforms
