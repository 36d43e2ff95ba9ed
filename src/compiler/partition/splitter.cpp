#include "compiler/partition/splitter.h"

#include "compiler/partition/choose.h"
#include "compiler/partition/partial_results.h"
#include "ir/factors/flow.h"

#include "mlir/IR/IRMapping.h"

namespace brigade::compiler {

using namespace mlir;

const SplitRules &split_rules() {
  static const SplitRules rules = [] {
    SplitRules table;
    add_structure_splits(table);
    add_indexing_splits(table);
    add_reduction_splits(table);
    add_moving_splits(table);
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

OpSplit Splitter::choose(Operation *op, const ir::FactorRule &rule) const {
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
  OpSplit split{choose_factor_axes(grid, rule, tensors), {}, {}};
  for (const ir::TensorFactors &tensor : rule.operands)
    split.operands.push_back(to_layout(grid, rule, tensor, split.axes));
  for (const ir::TensorFactors &tensor : rule.results)
    split.results.push_back(to_layout(grid, rule, tensor, split.axes));
  return split;
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

Operation *Splitter::clone(Operation *op, ValueRange operands, const OpSplit &split,
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
  for (auto [result, layout] : llvm::zip_equal(local->getResults(), split.results))
    if (auto type = dyn_cast<RankedTensorType>(result.getType()))
      result.setType(layout.local_type(grid, type));
  for (const ir::SizeAttribute &size : sizes) {
    Value tensor = size.of_result ? Value(op->getResult(size.tensor)) : op->getOperand(size.tensor);
    const Layout &layout =
        size.of_result ? split.results[size.tensor] : split.operands[size.tensor];
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

LogicalResult Splitter::split_by_rule(Operation *op, const ir::FactorRule &rule) {
  return split_by_rule(op, rule, choose(op, rule));
}

LogicalResult Splitter::split_by_rule(Operation *op, const ir::FactorRule &rule,
                                      const OpSplit &split,
                                      function_ref<Value(unsigned, Value)> adapt) {
  Axes reduced = reduction_axes(rule, split.axes);
  std::optional<PartialResults> partial;
  if (!reduced.empty())
    partial.emplace(*this, op, rule, reduced);

  SmallVector<Value> operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    const Layout &layout = split.operands[i];
    bool starts = partial && llvm::is_contained(rule.initial, static_cast<int>(i));
    Value local =
        starts
            ? partial->neutral(layout.local_type(grid, cast<RankedTensorType>(operand.getType())))
            : as(operand, layout, op);
    if (partial)
      local = partial->widened_operand(starts ? local : partial->masked(local, i, split.axes));
    operands.push_back(adapt ? adapt(i, local) : local);
  }
  Operation *local = clone(op, operands, split, rule.size_attributes);
  if (partial) {
    partial->widen(local);
    partial->combine(local->getResults(), split.results);
    return success();
  }
  define(op, local->getResults(), split);
  return success();
}

void Splitter::define(Operation *op, ValueRange locals, const OpSplit &split) {
  for (auto [global, local, layout] : llvm::zip_equal(op->getResults(), locals, split.results))
    define(global, local, layout);
}

} // namespace brigade::compiler
