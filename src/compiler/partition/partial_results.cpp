#include "compiler/partition/partial_results.h"

#include "mlir/IR/Matchers.h"

namespace brigade::compiler {

using namespace mlir;

static bool is_half(Type type) { return type.isBF16() || type.isF16(); }
static Type element(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

/// A repeated constant that changes nothing when combined.
static bool is_neutral(Value value, ir::Combiner combiner) {
  DenseElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)) || !constant.isSplat())
    return false;
  return constant.getSplatValue<TypedAttr>() ==
         ir::neutral_element(combiner, constant.getElementType());
}

PartialResults::PartialResults(Splitter &splitter, Operation *op, const ir::FactorRule &rule,
                               ArrayRef<uint8_t> axes)
    : splitter_(splitter), op_(op), rule_(rule), axes_(axes),
      emitter_(splitter.emitter(op->getLoc(), rule.reduction_name.str() + " split over " +
                                                  splitter.grid.name(axes))) {
  bool sums = rule.combiner == ir::Combiner::Sum || rule.combiner == ir::Combiner::Product;
  widened_ = sums && !rule.exact && is_half(element(op->getResult(0)));
}

Value PartialResults::neutral(RankedTensorType type) {
  return emitter_.splat(type, ir::neutral_element(rule_.combiner, type.getElementType()));
}

Value PartialResults::masked(Value local, unsigned operand, ArrayRef<Axes> factor_axes) {
  for (auto [d, factors] : llvm::enumerate(rule_.operands[operand]))
    for (int f : factors) {
      const ir::Factor &factor = rule_.factors[f];
      if (factor.kind == ir::FactorKind::Reduction &&
          factor.size % splitter_.grid.count(factor_axes[f]) != 0)
        local = emitter_.mask(local, d, factor_axes[f], factor.size,
                              ir::neutral_element(rule_.filler, element(local)));
    }
  return local;
}

Value PartialResults::widened_operand(Value local) {
  bool widen = widened_ && !rule_.widens_by_result_type && is_half(element(local));
  return widen ? emitter_.convert(local, emitter_.builder().getF32Type()) : local;
}

void PartialResults::widen(Operation *local) {
  if (!widened_)
    return;
  Type f32 = emitter_.builder().getF32Type();
  for (Value result : local->getResults())
    result.setType(cast<RankedTensorType>(result.getType()).clone(f32));
  if (!rule_.widens_by_result_type)
    for (Region &body : local->getRegions())
      set_combiner_body(body, rule_.combiner, f32, local->getLoc());
}

void PartialResults::combine(ValueRange locals, ArrayRef<Layout> layouts) {
  for (auto [i, result] : llvm::enumerate(op_->getResults())) {
    Value value = emitter_.all_reduce(locals[i], axes_, rule_.combiner);
    Layout layout = layouts[i];
    // A part of the sum may be all that the rest needs: then all_reduce and slice become one
    // reduce_scatter.
    Layout wanted = splitter_.declared(result);
    ArrayRef<int64_t> shape = ir::shape_of(result);
    ReshardPlan plan = plan_reshard(splitter_.grid, shape, 1, layout, wanted);
    if (llvm::all_of(plan.moves, [](const Move &move) { return move.kind == Move::Slice; })) {
      value = emitter_.apply(plan, value, layout, shape);
      layout = wanted;
    }
    if (i < rule_.initial.size() && !is_neutral(op_->getOperand(rule_.initial[i]), rule_.combiner))
      value = emitter_.combine(rule_.combiner,
                               initial(op_->getOperand(rule_.initial[i]), value, layout), value);
    splitter_.define(result, emitter_.convert(value, element(result)), layout);
  }
}

Value PartialResults::initial(Value global, Value like, const Layout &layout) {
  if (Splitter::rank(global) == layout.dims.size())
    return emitter_.convert(splitter_.as(global, layout, op_), element(like));
  Value scalar = emitter_.convert(splitter_.whole(global, op_), element(like));
  return emitter_.broadcast_scalar(scalar, ir::shape_of(like));
}

} // namespace brigade::compiler
