#include "compiler/partition/splitter.h"

#include "compiler/partition/choose.h"
#include "ir/dialects.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

/// A reduction by a body that no collective knows: each device reduces its part, the partial
/// results are gathered into a new leading dimension and reduced again by the same body. The
/// initial values may be counted any number of times, which is what the operation's specification
/// allows.
LogicalResult by_gathered_parts(Splitter &s, stablehlo::ReduceOp op, const ir::FactorRule &rule,
                                const OpSplit &split, ArrayRef<uint8_t> axes) {
  unsigned n = op.getInputs().size();
  SmallVector<Value> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    operands.push_back(s.as(operand, split.operands[i], op));
  Operation *part = s.clone(op, operands, split);
  Emitter emit =
      s.emitter(op.getLoc(), rule.reduction_name.str() + " split over " + s.grid.name(axes));
  SmallVector<Value> again;
  for (Value result : part->getResults()) {
    auto type = cast<RankedTensorType>(result.getType());
    SmallVector<int64_t> shape{1};
    llvm::append_range(shape, type.getShape());
    Value row = s.builder.create<stablehlo::ReshapeOp>(op.getLoc(), type.clone(shape), result);
    again.push_back(emit.all_gather(row, 0, axes));
  }
  again.append(operands.begin() + n, operands.end());
  Operation *whole = s.clone(op, again, split);
  cast<stablehlo::ReduceOp>(whole).setDimensions(ArrayRef<int64_t>{0});
  s.define(op, whole->getResults(), split);
  return success();
}

LogicalResult reduce(Splitter &s, Operation *op) {
  ir::FactorRule rule = *ir::factor_rule(s.rules, op);
  if (rule.combiner != ir::Combiner::None)
    return s.split_by_rule(op, rule);
  // As if it could be combined, where parts are whole: then the choice is made by the same costs.
  ir::FactorRule as_sum = rule;
  as_sum.combiner = ir::Combiner::Sum;
  for (ir::Factor &factor : as_sum.factors)
    if (factor.kind == ir::FactorKind::NeedReplication)
      factor.kind = ir::FactorKind::Reduction;
  OpSplit split = s.choose(op, as_sum);
  Axes axes = reduction_axes(as_sum, split.axes);
  return axes.empty() ? s.split_by_rule(op, rule)
                      : by_gathered_parts(s, cast<stablehlo::ReduceOp>(op), as_sum, split, axes);
}

} // namespace

void add_reduction_splits(SplitRules &rules) { rules.add<stablehlo::ReduceOp>(reduce); }

} // namespace brigade::compiler
