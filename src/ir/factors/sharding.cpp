#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"
#include "ir/factors/flow.h"

namespace brigade::ir {

using namespace mlir;

namespace {

FactorRule constraint(Operation *op) {
  RuleBuilder b(op);
  return b.pointwise(shape_of(op->getResult(0))).rule;
}

Flow while_flow(Operation *op) {
  auto loop = cast<stablehlo::WhileOp>(op);
  Operation *yield = loop.getBody().front().getTerminator();
  Flow flow;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    flow.edges.push_back(
        {{op->getOperand(i), op->getResult(i)},
         {loop.getCond().getArgument(i), loop.getBody().getArgument(i), yield->getOperand(i)},
         {}});
  return flow;
}

Flow manual_flow(Operation *op) {
  auto manual = cast<sdy::ManualComputationOp>(op);
  Block &body = manual.getBody().front();
  Flow flow;
  for (auto [operand, argument, sharding] : llvm::zip_equal(op->getOperands(), body.getArguments(),
                                                            manual.getInShardings().getShardings()))
    flow.edges.push_back({{operand}, {argument}, sharding});
  for (auto [result, yielded, sharding] :
       llvm::zip_equal(op->getResults(), body.getTerminator()->getOperands(),
                       manual.getOutShardings().getShardings()))
    flow.edges.push_back({{result}, {yielded}, sharding});
  for (StringAttr axis : manual.getManualAxes())
    flow.manual_axes.push_back(axis.getValue());
  return flow;
}

void set_manual_boundaries(Operation *op, ArrayRef<sdy::TensorShardingAttr> shardings) {
  auto manual = cast<sdy::ManualComputationOp>(op);
  unsigned operands = op->getNumOperands();
  auto per_value = [&](ArrayRef<sdy::TensorShardingAttr> part) {
    return sdy::TensorShardingPerValueAttr::get(op->getContext(), part);
  };
  manual.setInShardingsAttr(per_value(shardings.take_front(operands)));
  manual.setOutShardingsAttr(per_value(shardings.drop_front(operands)));
}

/// Operations whose own attribute is their result's sharding.
struct ConstraintRule {
  sdy::TensorShardingAttr (*get)(Operation *);
  void (*set)(Operation *, sdy::TensorShardingAttr);
};

const RuleTable<ConstraintRule> &constraints() {
  static const RuleTable<ConstraintRule> table = [] {
    RuleTable<ConstraintRule> t;
    t.add<sdy::ShardingConstraintOp>(
        {[](Operation *op) { return cast<sdy::ShardingConstraintOp>(op).getSharding(); },
         [](Operation *op, sdy::TensorShardingAttr sharding) {
           cast<sdy::ShardingConstraintOp>(op).setShardingAttr(sharding);
         }});
    return t;
  }();
  return table;
}

} // namespace

void add_sharding_factors(FactorRules &rules) { rules.add<sdy::ShardingConstraintOp>(constraint); }

const FlowRules &flow_rules() {
  static const FlowRules rules = [] {
    FlowRules table;
    table.add<stablehlo::WhileOp>(FlowRule{while_flow});
    table.add<sdy::ManualComputationOp>(FlowRule{manual_flow, set_manual_boundaries});
    return table;
  }();
  return rules;
}

sdy::TensorShardingAttr sharding_of(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    if (!function)
      return {};
    return function.getArgAttrOfType<sdy::TensorShardingAttr>(argument.getArgNumber(),
                                                              sharding_attribute);
  }
  Operation *op = value.getDefiningOp();
  if (const ConstraintRule *constraint = constraints().find(op))
    return constraint->get(op);
  Attribute attribute = op->getAttr(sharding_attribute);
  if (auto per_value = dyn_cast_or_null<sdy::TensorShardingPerValueAttr>(attribute)) {
    unsigned i = cast<OpResult>(value).getResultNumber();
    return i < per_value.getShardings().size() ? per_value.getShardings()[i]
                                               : sdy::TensorShardingAttr();
  }
  return dyn_cast_or_null<sdy::TensorShardingAttr>(attribute);
}

sdy::TensorShardingAttr result_sharding(func::FuncOp function, unsigned result) {
  return function.getResultAttrOfType<sdy::TensorShardingAttr>(result, sharding_attribute);
}

void set_result_shardings(Operation *op, ArrayRef<sdy::TensorShardingAttr> shardings) {
  if (const ConstraintRule *constraint = constraints().find(op))
    return constraint->set(op, shardings.front());
  op->setAttr(sharding_attribute,
              sdy::TensorShardingPerValueAttr::get(op->getContext(), shardings));
}

void drop_scalar_constraints(Operation *root) {
  SmallVector<Operation *> found;
  root->walk([&](Operation *op) {
    if (constraints().find(op) && shape_of(op->getResult(0)).empty())
      found.push_back(op);
  });
  for (Operation *op : found) {
    op->getResult(0).replaceAllUsesWith(op->getOperand(0));
    op->erase();
  }
}

} // namespace brigade::ir
