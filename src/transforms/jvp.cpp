#include "transforms/jvp.h"

namespace brigade::transforms {

const JvpRules &jvp_rules() {
  static const JvpRules rules = [] {
    JvpRules table;
    add_elementwise_jvp(table);
    add_special_jvp(table);
    add_structure_jvp(table);
    add_reduction_jvp(table);
    add_indexing_jvp(table);
    add_control_jvp(table);
    add_collective_jvp(table);
    add_sharding_jvp(table);
    return table;
  }();
  return rules;
}

Value JvpContext::tangent(unsigned i) {
  mlir::Value t = jvp.tangent(op->getOperand(i));
  return t ? emit.wrap(t) : Value();
}

Value JvpContext::dense_tangent(unsigned i) {
  Value t = tangent(i);
  return t ? t : emit.zeros(op->getOperand(i).getType());
}

void JvpContext::set(unsigned i, Value tangent) {
  if (tangent && is_floating(op->getResult(i)))
    jvp.tangents[op->getResult(i)] = tangent;
}

void JvpContext::replace(mlir::ValueRange results) {
  for (auto [old, fresh] : llvm::zip_equal(op->getResults(), results)) {
    jvp.tangents.erase(old);
    old.replaceAllUsesWith(fresh);
  }
  op->erase();
}

/// The operands and captured values of an operation.
template <class F> static void for_each_input(mlir::Operation &op, F f) {
  for (mlir::Value v : op.getOperands())
    f(v);
  for (mlir::Region &region : op.getRegions())
    for (mlir::Value v : captures(region))
      f(v);
}

static bool is_smooth(mlir::Operation &op) {
  const JvpRule *rule = jvp_rules().find(&op);
  return !rule || !rule->zero;
}

void Jvp::mark_active(mlir::Block &block, llvm::DenseSet<mlir::Value> &active) {
  for (mlir::Operation &op : block.without_terminator()) {
    bool any = false;
    for_each_input(op, [&](mlir::Value v) { any |= active.contains(v); });
    if (any && is_smooth(op))
      for (mlir::Value result : op.getResults())
        if (is_floating(result))
          active.insert(result);
  }
}

LogicalResult Jvp::run(mlir::Block &block, mlir::ValueRange roots) {
  // Backward first: a dead maximum, or one under stop_gradient, must not be asked for its
  // derivative.
  llvm::DenseSet<mlir::Value> needed(roots.begin(), roots.end());
  llvm::SmallVector<mlir::Operation *> order;
  for (mlir::Operation &op : llvm::reverse(block.without_terminator())) {
    if (!llvm::any_of(op.getResults(), [&](mlir::Value v) { return needed.contains(v); }) ||
        !is_smooth(op))
      continue;
    for_each_input(op, [&](mlir::Value v) {
      if (is_floating(v))
        needed.insert(v);
    });
    order.push_back(&op);
  }
  for (mlir::Operation *op : llvm::reverse(order))
    if (failed(run(op)))
      return mlir::failure();
  return mlir::success();
}

LogicalResult Jvp::run(mlir::Operation *op) {
  bool any = false;
  for_each_input(*op, [&](mlir::Value v) { any |= tangents.contains(v); });
  if (!any)
    return mlir::success();
  const JvpRule *rule = jvp_rules().find(op);
  if (!rule)
    return missing_rule(op, "derivative (jvp)");
  if (rule->zero)
    return mlir::success();
  JvpContext context(*this, op);
  return rule->apply(context);
}

FailureOr<Functions::Derived> Jvp::differentiate(FuncOp f, llvm::ArrayRef<bool> active) {
  return functions.once(f.getName() + "/jvp/" + mask_text(active),
                        [&]() -> FailureOr<Functions::Derived> {
                          FuncOp g = functions.copy(f, "jvp");
                          mlir::Block &block = g.getBody().front();
                          erase_dead(block);
                          Jvp inner(functions);
                          for (auto [i, is_active] : llvm::enumerate(active))
                            if (is_active) {
                              mlir::BlockArgument x = block.getArgument(i);
                              inner.tangents[x] = block.addArgument(x.getType(), x.getLoc());
                            }
                          mlir::Operation *end = block.getTerminator();
                          if (failed(inner.run(block, floating(end->getOperands())))) {
                            functions.erase(g);
                            return mlir::failure();
                          }
                          llvm::SmallVector<mlir::Value> results(end->getOperands());
                          llvm::SmallVector<bool> has_tangent;
                          for (mlir::Value y : end->getOperands()) {
                            mlir::Value dy = inner.tangent(y);
                            has_tangent.push_back(static_cast<bool>(dy));
                            if (dy)
                              results.push_back(dy);
                          }
                          end->setOperands(results);
                          update_type(g);
                          return Functions::Derived{g, has_tangent};
                        });
}

} // namespace brigade::transforms
