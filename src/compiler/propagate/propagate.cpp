#include "compiler/propagate/propagate.h"

#include "compiler/propagate/duplicate.h"
#include "compiler/propagate/step.h"
#include "ir/factors/flow.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"

#include <set>

namespace brigade::compiler {

using namespace mlir;

namespace {

ir::FactorRule identity_rule(ArrayRef<int64_t> shape, size_t tensors) {
  ir::FactorRule rule;
  ir::TensorFactors dims(shape.size());
  for (auto [d, size] : llvm::enumerate(shape))
    if (size > 1) {
      dims[d].push_back(rule.factors.size());
      rule.factors.push_back({size});
    }
  rule.operands.assign(tensors, dims);
  return rule;
}

/// All tensors and steps of one function, and where the answers are written.
class Problem {
public:
  Problem(const Grid &grid, const ir::FactorRules &rules, func::FuncOp function)
      : grid_(grid), rules_(rules), function_(function) {}

  LogicalResult build() {
    for (BlockArgument argument : function_.getArguments()) {
      tensors_[add(argument, 0)].even_only = true;
      read(id(argument), ir::sharding_of(argument));
    }
    if (failed(visit(function_.getBody().front(), 0)))
      return failure();
    Operation *end = function_.getBody().front().getTerminator();
    for (auto [i, value] : llvm::enumerate(end->getOperands())) {
      int result = add(value.getType(), 0);
      results_.push_back(result);
      tensors_[result].even_only = true;
      read(result, ir::result_sharding(function_, i));
      tie({id(value), result});
    }
    return success();
  }

  void solve() {
    std::set<int64_t> priorities{0};
    for (const Tensor &tensor : tensors_)
      priorities.insert(tensor.priority.begin(), tensor.priority.end());
    for (int64_t priority : priorities) {
      for (bool pass_through_only : {true, false})
        for (bool settle : {false, true})
          sweep({priority, settle, false}, pass_through_only);
      sweep({priority, true, true}, false);
    }
  }

  void write() {
    for (BlockArgument argument : function_.getArguments())
      if (has_rank(argument.getType()) && !is_closed(ir::sharding_of(argument)))
        function_.setArgAttr(argument.getArgNumber(), ir::sharding_attribute,
                             whole_axes(id(argument)));
    for (auto [i, result] : llvm::enumerate(results_))
      if (has_rank(function_.getResultTypes()[i]) && !is_closed(ir::result_sharding(function_, i)))
        function_.setResultAttr(i, ir::sharding_attribute, whole_axes(result));
    for (Operation *op : operations_) {
      SmallVector<sdy::TensorShardingAttr> shardings;
      for (Value result : op->getResults())
        shardings.push_back(sharding(id(result)));
      if (!shardings.empty())
        ir::set_result_shardings(op, shardings);
    }
    for (auto &[op, boundaries] : boundaries_) {
      SmallVector<sdy::TensorShardingAttr> shardings;
      for (int boundary : boundaries)
        shardings.push_back(sharding(boundary));
      ir::flow_rules().find(op)->set_boundaries(op, shardings);
    }
  }

private:
  static bool has_rank(Type type) { return isa<RankedTensorType>(type); }
  static bool is_closed(sdy::TensorShardingAttr sharding) {
    return sharding &&
           llvm::all_of(sharding.getDimShardings(), [](auto dim) { return dim.getIsClosed(); });
  }

  int add(Type type, AtomSet forbidden) {
    Tensor tensor;
    if (auto ranked = dyn_cast<RankedTensorType>(type))
      tensor.shape.assign(ranked.getShape().begin(), ranked.getShape().end());
    size_t rank = tensor.shape.size();
    tensor.layout = Layout(rank);
    tensor.closed.assign(rank, false);
    tensor.priority.assign(rank, 0);
    tensor.forbidden = forbidden;
    tensors_.push_back(std::move(tensor));
    return tensors_.size() - 1;
  }
  int add(Value value, AtomSet forbidden) { return ids_[value] = add(value.getType(), forbidden); }
  int id(Value value) const { return ids_.at(value); }

  void read(int tensor, sdy::TensorShardingAttr sharding) {
    if (!sharding)
      return;
    Tensor &x = tensors_[tensor];
    x.layout = layout_of(grid_, sharding, x.shape.size());
    x.forbidden |= set_of(grid_.axes_of(sharding.getMeshName(), sharding.getReplicatedAxes()));
    for (auto [d, dim] : llvm::enumerate(sharding.getDimShardings())) {
      x.closed[d] = dim.getIsClosed();
      x.priority[d] = dim.getPriority().value_or(0);
    }
  }

  sdy::TensorShardingAttr sharding(int tensor) const {
    return sharding_for(grid_, tensors_[tensor].layout);
  }

  /// What callers see is in whole axes.
  sdy::TensorShardingAttr whole_axes(int tensor) const {
    Layout layout = tensors_[tensor].layout;
    for (Axes &axes : layout.dims)
      axes = grid_.whole_prefix(axes);
    return sharding_for(grid_, layout);
  }

  /// The tensors are one tensor under several names.
  void tie(ArrayRef<int> ids, SmallVector<SmallVector<Axes>> hidden = {},
           ArrayRef<int64_t> shape = {}) {
    Step step;
    step.tensors.assign(ids.begin(), ids.end());
    step.hidden = std::move(hidden);
    step.rule = identity_rule(shape.empty() ? ArrayRef<int64_t>(tensors_[ids[0]].shape) : shape,
                              ids.size());
    step.pass_through = true;
    if (!step.rule.factors.empty())
      steps_.push_back(std::move(step));
  }

  LogicalResult visit(Block &block, AtomSet manual) {
    for (Operation &op : block.without_terminator())
      if (failed(visit(op, manual)))
        return failure();
    return success();
  }

  LogicalResult visit(Operation &op, AtomSet manual) {
    for (Value result : op.getResults()) {
      add(result, manual);
      read(id(result), ir::sharding_of(result));
    }
    operations_.push_back(&op);
    if (const ir::FlowRule *flow = ir::flow_rules().find(&op))
      return visit_flow(op, *flow, manual);
    std::optional<ir::FactorRule> rule = ir::factor_rule(rules_, &op);
    if (!rule)
      return op.emitOpError() << "can not be partitioned: it has no rule that says how its "
                                 "dimensions belong together";
    if (rule->factors.empty())
      return success();
    Step step;
    step.pass_through = rule->is_pass_through();
    for (Value operand : op.getOperands())
      step.tensors.push_back(id(operand));
    for (Value result : op.getResults())
      step.tensors.push_back(id(result));
    step.rule = std::move(*rule);
    steps_.push_back(std::move(step));
    return success();
  }

  LogicalResult visit_flow(Operation &op, const ir::FlowRule &rule, AtomSet manual) {
    ir::Flow flow = rule.flow(&op);
    AtomSet bound = 0;
    for (StringRef axis : flow.manual_axes)
      bound |= set_of(grid_.axis(grid_.mesh_name(), axis));
    for (Region &region : op.getRegions())
      for (Block &block : region) {
        for (BlockArgument argument : block.getArguments())
          add(argument, manual | bound);
        // Where every axis is manual there is nothing left to decide inside.
        if (LogicalResult ok =
                (manual | bound) == grid_.all() ? skip(block) : visit(block, manual | bound);
            failed(ok))
          return failure();
      }
    for (const ir::FlowEdge &edge : flow.edges)
      visit_edge(op, edge, manual, bound);
    return success();
  }

  LogicalResult skip(Block &block) {
    block.walk([&](Operation *op) {
      for (Value result : op->getResults())
        add(result, grid_.all());
      for (Region &region : op->getRegions())
        for (Block &inner : region)
          for (BlockArgument argument : inner.getArguments())
            add(argument, grid_.all());
    });
    return success();
  }

  void visit_edge(Operation &op, const ir::FlowEdge &edge, AtomSet manual, AtomSet bound) {
    SmallVector<int> outside, inside;
    for (Value value : edge.outside)
      outside.push_back(id(value));
    for (Value value : edge.inside)
      inside.push_back(id(value));
    if (!edge.boundary) {
      outside.append(inside);
      tie(outside);
      return;
    }
    int boundary = add(edge.outside.front().getType(), manual);
    read(boundary, edge.boundary);
    boundaries_[&op].push_back(boundary);
    outside.push_back(boundary);
    tie(outside);
    // Inside, the shapes lack the manual axes that lead each dimension.
    SmallVector<Axes> leading;
    for (const Axes &axes : tensors_[boundary].layout.dims)
      leading.emplace_back(llvm::to_vector<4>(
          llvm::make_filter_range(axes, [&](uint8_t atom) { return (bound >> atom) & 1; })));
    SmallVector<SmallVector<Axes>> hidden{leading};
    hidden.append(inside.size(), SmallVector<Axes>(leading.size()));
    SmallVector<int> ends{boundary};
    ends.append(inside);
    tie(ends, std::move(hidden), tensors_[inside.front()].shape);
  }

  void sweep(Effort effort, bool pass_through_only) {
    auto apply = [&](const Step &step) {
      return (step.pass_through || !pass_through_only) && propagate(grid_, step, tensors_, effort);
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (const Step &step : steps_)
        changed |= apply(step);
      for (const Step &step : llvm::reverse(steps_))
        changed |= apply(step);
    }
  }

  const Grid &grid_;
  const ir::FactorRules &rules_;
  func::FuncOp function_;
  std::vector<Tensor> tensors_;
  std::vector<Step> steps_;
  DenseMap<Value, int> ids_;
  SmallVector<int> results_;
  std::vector<Operation *> operations_;
  llvm::MapVector<Operation *, SmallVector<int>> boundaries_;
};

} // namespace

LogicalResult propagate(ModuleOp module, const ir::FactorRules &rules) {
  return over_mesh(module, [&](const Grid &grid, func::FuncOp main) -> LogicalResult {
    ir::drop_scalar_constraints(main);
    duplicate_sources(main);
    Problem problem(grid, rules, main);
    if (failed(problem.build()))
      return failure();
    problem.solve();
    problem.write();
    return success();
  });
}

} // namespace brigade::compiler
