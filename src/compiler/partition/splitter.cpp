#include "compiler/partition/splitter.h"

#include "compiler/partition/choose.h"
#include "ir/factors/flow.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace brigade::compiler {

using namespace mlir;

const SplitRules &split_rules() {
  static const SplitRules rules = [] {
    SplitRules table;
    add_structure_splits(table);
    add_indexing_splits(table);
    add_region_splits(table);
    return table;
  }();
  return rules;
}

static int64_t element_bytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? (type.getElementTypeBitWidth() + 7) / 8 : 1;
}

LogicalResult Splitter::split(Block &block) {
  for (Operation &op : block.without_terminator()) {
    const SplitFn *rule = split_rules().find(&op);
    if (failed(rule ? (*rule)(*this, &op) : split_by_rule(&op)))
      return failure();
  }
  return success();
}

Layout Splitter::declared(Value global) const {
  return layout_of(grid, ir::sharding_of(global), rank(global));
}

void Splitter::bind(Value global, Value local, const Layout &layout) {
  locals_[global] = {{layout, local}};
}

void Splitter::define(Value global, Value local, const Layout &layout) {
  Layout wanted = declared(global);
  Operation *op = global.getDefiningOp();
  local = move(global, local, layout, wanted,
               emitter(op->getLoc(), "result of " + op->getName().getStringRef().str() +
                                         " moved from " + layout.to_string(grid) + " to " +
                                         wanted.to_string(grid)));
  bind(global, local, wanted);
}

bool Splitter::at_hand(Version version, size_t index) const {
  return index == 0 || version.local.getParentBlock() == builder.getInsertionBlock();
}

Value Splitter::move(Value global, Value local, const Layout &from, const Layout &to,
                     Emitter emitter) {
  return emitter.apply(plan_reshard(grid, ir::shape_of(global), element_bytes(global), from, to),
                       local, from, ir::shape_of(global));
}

Value Splitter::as(Value global, const Layout &wanted, Operation *user) {
  const Version *best = nullptr;
  double least = 0;
  for (auto [i, version] : llvm::enumerate(versions(global))) {
    if (!at_hand(version, i))
      continue;
    if (version.layout == wanted)
      return version.local;
    double bytes =
        plan_reshard(grid, ir::shape_of(global), element_bytes(global), version.layout, wanted)
            .bytes;
    if (!best || bytes < least)
      best = &version, least = bytes;
  }
  std::string reason = "operand of " + user->getName().getStringRef().str() + " moved from " +
                       best->layout.to_string(grid) + " to " + wanted.to_string(grid);
  Value local =
      move(global, best->local, best->layout, wanted, emitter(user->getLoc(), std::move(reason)));
  locals_[global].push_back({wanted, local});
  return local;
}

SmallVector<Axes, 4> Splitter::choose(Operation *op, const ir::FactorRule &rule) const {
  SmallVector<Candidate> tensors;
  for (Value operand : op->getOperands()) {
    Candidate tensor{ir::shape_of(operand), element_bytes(operand), {}};
    for (auto [i, version] : llvm::enumerate(versions(operand)))
      if (at_hand(version, i))
        tensor.layouts.push_back(version.layout);
    tensors.push_back(std::move(tensor));
  }
  for (Value result : op->getResults())
    tensors.push_back({ir::shape_of(result), element_bytes(result), {declared(result)}});
  return choose_factor_axes(grid, rule, tensors);
}

/// Makes the elements of an array attribute that are sizes of split dimensions local.
static void set_local_sizes(Operation *op, StringRef name, const Layout &layout,
                            ArrayRef<int64_t> global, ArrayRef<int64_t> local) {
  auto sizes = op->getAttrOfType<DenseI64ArrayAttr>(name);
  if (!sizes)
    return;
  SmallVector<int64_t> updated(sizes.asArrayRef());
  for (auto [d, axes] : llvm::enumerate(layout.dims))
    if (!axes.empty() && updated[d] == global[d])
      updated[d] = local[d];
  op->setAttr(name, DenseI64ArrayAttr::get(op->getContext(), updated));
}

Operation *Splitter::clone(Operation *op, ArrayRef<Value> operands,
                           ArrayRef<Layout> operand_layouts, ArrayRef<Layout> result_layouts,
                           ArrayRef<ir::SizeAttribute> sizes) {
  // Values from outside that regions use, whole.
  IRMapping mapping;
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value used : inner->getOperands())
        if (locals_.count(used) && !mapping.contains(used))
          mapping.map(used, whole(used, op));
    });
  Operation *local = op->clone(mapping);
  local->setOperands(operands);
  local->removeAttr(ir::sharding_attribute);
  for (auto [result, layout] : llvm::zip_equal(local->getResults(), result_layouts))
    if (auto type = dyn_cast<RankedTensorType>(result.getType()))
      result.setType(layout.local_type(grid, type));
  for (const ir::SizeAttribute &size : sizes) {
    Value tensor = size.of_result ? Value(op->getResult(size.tensor)) : op->getOperand(size.tensor);
    const Layout &layout =
        size.of_result ? result_layouts[size.tensor] : operand_layouts[size.tensor];
    ArrayRef<int64_t> global = ir::shape_of(tensor);
    set_local_sizes(local, size.name, layout, global, layout.local_shape(grid, global));
  }
  return builder.insert(local);
}

LogicalResult Splitter::split_by_rule(Operation *op) {
  if (std::optional<ir::FactorRule> rule = ir::factor_rule(rules, op))
    return split_by_rule(op, *rule);
  // Where nothing is split (all axes are manual) no rule is needed.
  bool split =
      llvm::any_of(op->getOperands(), [&](Value v) { return !layout(v).is_replicated(); }) ||
      llvm::any_of(op->getResults(), [&](Value v) { return !declared(v).is_replicated(); });
  if (split)
    return op->emitOpError()
           << "can not be partitioned: it has no rule that says how its dimensions belong together";
  return split_by_rule(op, ir::RuleBuilder(op).rule);
}

namespace {

bool is_half(Type type) { return type.isBF16() || type.isF16(); }

/// A splat constant that changes nothing when combined.
bool is_neutral(Value value, ir::Combiner combiner) {
  DenseElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)) || !constant.isSplat())
    return false;
  return constant.getSplatValue<TypedAttr>() ==
         ir::neutral_element(combiner, constant.getElementType());
}

/// One operation whose partial results must be combined.
class PartialResults {
public:
  PartialResults(Splitter &splitter, Operation *op, const ir::FactorRule &rule,
                 ArrayRef<uint8_t> axes)
      : splitter_(splitter), op_(op), rule_(rule), axes_(axes),
        emitter_(splitter.emitter(op->getLoc(), rule.reduction_name.str() + " split over " +
                                                    splitter.grid.name(axes))) {
    bool sums = rule.combiner == ir::Combiner::Sum || rule.combiner == ir::Combiner::Product;
    widened_ = sums && is_half(element(op->getResult(0)));
  }

  /// What stands for an operand that starts the reduction: it counts once, after the parts are
  /// combined.
  Value neutral(RankedTensorType type) {
    return emitter_.splat(type, ir::neutral_element(rule_.combiner, type.getElementType()));
  }

  /// Padding must not count.
  Value masked(Value local, unsigned operand, ArrayRef<Axes> factor_axes) {
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

  /// Sums of bf16 and f16 are kept in f32 until all parts are together.
  Value widened_operand(Value local) {
    bool widen = widened_ && !rule_.widens_by_result_type && is_half(element(local));
    return widen ? emitter_.convert(local, emitter_.builder().getF32Type()) : local;
  }
  void widen(Operation *local) {
    if (!widened_)
      return;
    Type f32 = emitter_.builder().getF32Type();
    for (Value result : local->getResults())
      result.setType(cast<RankedTensorType>(result.getType()).clone(f32));
    if (!rule_.widens_by_result_type)
      for (Region &body : local->getRegions())
        set_combiner_body(body, rule_.combiner, f32, local->getLoc());
  }

  void combine(Operation *local, ArrayRef<Layout> layouts) {
    for (auto [i, result] : llvm::enumerate(op_->getResults())) {
      Value value = emitter_.all_reduce(local->getResult(i), axes_, rule_.combiner);
      Layout layout = layouts[i];
      // A part of the sum is all that the rest needs.
      Layout wanted = splitter_.declared(result);
      ReshardPlan plan = plan_reshard(splitter_.grid, ir::shape_of(result), 4, layout, wanted);
      if (llvm::all_of(plan.moves, [](const Move &move) { return move.kind == Move::Slice; })) {
        value = emitter_.apply(plan, value, layout, ir::shape_of(result));
        layout = wanted;
      }
      if (i < rule_.initial.size() &&
          !is_neutral(op_->getOperand(rule_.initial[i]), rule_.combiner))
        value = emitter_.combine(rule_.combiner,
                                 initial(op_->getOperand(rule_.initial[i]), value, layout), value);
      value = emitter_.convert(value, element(result));
      splitter_.define(result, value, layout);
    }
  }

private:
  static Type element(Value value) {
    return cast<RankedTensorType>(value.getType()).getElementType();
  }

  Value initial(Value global, Value like, const Layout &layout) {
    if (Splitter::rank(global) == layout.dims.size())
      return emitter_.convert(splitter_.as(global, layout, op_), element(like));
    Value scalar = emitter_.convert(splitter_.whole(global, op_), element(like));
    return emitter_.broadcast_scalar(scalar, ir::shape_of(like));
  }

  Splitter &splitter_;
  Operation *op_;
  const ir::FactorRule &rule_;
  Axes axes_;
  Emitter emitter_;
  bool widened_ = false;
};

} // namespace

LogicalResult Splitter::split_by_rule(Operation *op, const ir::FactorRule &rule) {
  SmallVector<Axes, 4> axes = choose(op, rule);
  SmallVector<Layout> operand_layouts, result_layouts;
  for (const ir::TensorFactors &tensor : rule.operands)
    operand_layouts.push_back(to_layout(grid, rule, tensor, axes));
  for (const ir::TensorFactors &tensor : rule.results)
    result_layouts.push_back(to_layout(grid, rule, tensor, axes));

  Axes reduced = reduction_axes(rule, axes);
  std::optional<PartialResults> partial;
  if (!reduced.empty())
    partial.emplace(*this, op, rule, reduced);

  SmallVector<Value> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    bool starts = partial && llvm::is_contained(rule.initial, static_cast<int>(i));
    Value local = starts ? partial->neutral(operand_layouts[i].local_type(
                               grid, cast<RankedTensorType>(operand.getType())))
                         : as(operand, operand_layouts[i], op);
    if (partial)
      local = partial->widened_operand(starts ? local : partial->masked(local, i, axes));
    operands.push_back(local);
  }
  Operation *local = clone(op, operands, operand_layouts, result_layouts, rule.size_attributes);
  if (partial) {
    partial->widen(local);
    partial->combine(local, result_layouts);
    return success();
  }
  for (auto [global, result, layout] :
       llvm::zip_equal(op->getResults(), local->getResults(), result_layouts))
    define(global, result, layout);
  return success();
}

} // namespace brigade::compiler
