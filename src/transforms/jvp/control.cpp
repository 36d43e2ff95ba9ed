#include "transforms/jvp/algebra.h"

namespace brigade::transforms {

using namespace stablehlo;

JvpRule linear_in_each() {
  return {[](JvpContext &c) {
    llvm::SmallVector<mlir::Value> inputs;
    llvm::SmallVector<mlir::Type> types;
    llvm::SmallVector<unsigned> results;
    for (unsigned i = 0; i < c.op->getNumOperands(); ++i)
      if (Value t = c.tangent(i)) {
        inputs.push_back(t);
        types.push_back(c.op->getResult(i).getType());
        results.push_back(i);
      }
    mlir::Operation *tangent = c.emit.rebuild(c.op, inputs, types);
    for (auto [i, t] : llvm::zip_equal(results, tangent->getResults()))
      c.set(i, c.emit.wrap(t));
    return mlir::success();
  }};
}

/// The carried values that may have a tangent in some iteration: those of the start, and what the
/// body makes active of them.
static llvm::SmallVector<bool> carried_activity(JvpContext &c, mlir::Region &body) {
  mlir::Block &block = body.front();
  llvm::DenseSet<mlir::Value> outside;
  for (mlir::Value v : captures(body))
    if (c.jvp.tangent(v))
      outside.insert(v);
  llvm::SmallVector<bool> active;
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i)
    active.push_back(static_cast<bool>(c.tangent(i)));
  for (bool changed = true; changed;) {
    changed = false;
    llvm::DenseSet<mlir::Value> inside = outside;
    for (auto [argument, is_active] : llvm::zip_equal(block.getArguments(), active))
      if (is_active)
        inside.insert(argument);
    Jvp::mark_active(block, inside);
    for (auto [y, is_active] : llvm::zip_equal(block.getTerminator()->getOperands(), active))
      if (!is_active && is_floating(y) && inside.contains(y))
        is_active = changed = true;
  }
  return active;
}

/// while (x...) { cond } do { body }  ->  while (x..., dx of the active...), cond of x alone.
static LogicalResult while_jvp(JvpContext &c) {
  llvm::SmallVector<bool> active = carried_activity(c, c.op->getRegion(1));
  llvm::SmallVector<mlir::Value> operands(c.op->getOperands());
  for (auto [i, is_active] : llvm::enumerate(active))
    if (is_active)
      operands.push_back(c.dense_tangent(i));
  auto loop = c.emit.create<WhileOp>(mlir::ValueRange(operands).getTypes(), operands);
  for (unsigned r : {0, 1})
    loop->getRegion(r).takeBody(c.op->getRegion(r));

  mlir::Block &cond = loop->getRegion(0).front(), &body = loop->getRegion(1).front();
  for (auto [i, is_active] : llvm::enumerate(active))
    if (is_active) {
      mlir::BlockArgument x = body.getArgument(i);
      cond.addArgument(x.getType(), x.getLoc());
      c.jvp.tangents[x] = body.addArgument(x.getType(), x.getLoc());
    }
  mlir::Operation *end = body.getTerminator();
  if (failed(c.jvp.run(body, floating(end->getOperands()))))
    return mlir::failure();
  Emitter inside = Emitter::before(end);
  llvm::SmallVector<mlir::Value> results(end->getOperands());
  for (auto [i, is_active] : llvm::enumerate(active))
    if (is_active) {
      mlir::Value y = end->getOperand(i), dy = c.jvp.tangent(y);
      results.push_back(dy ? dy : inside.zeros(y.getType()).get());
    }
  end->setOperands(results);

  unsigned next = active.size();
  for (auto [i, is_active] : llvm::enumerate(active))
    if (is_active)
      c.jvp.tangents[loop->getResult(i)] = loop->getResult(next++);
  c.replace(loop->getResults().take_front(active.size()));
  return mlir::success();
}

static LogicalResult call_jvp(JvpContext &c) {
  auto call = llvm::cast<mlir::func::CallOp>(c.op);
  auto callee = c.jvp.functions.callee(call);
  if (failed(callee))
    return mlir::failure();
  llvm::SmallVector<bool> active;
  llvm::SmallVector<mlir::Value> operands(call.getOperands());
  for (unsigned i = 0; i < call.getNumOperands(); ++i) {
    Value t = c.tangent(i);
    active.push_back(static_cast<bool>(t));
    if (t)
      operands.push_back(t);
  }
  auto derived = c.jvp.differentiate(*callee, active);
  if (failed(derived))
    return mlir::failure();
  auto both = c.emit.builder.create<mlir::func::CallOp>(c.emit.loc, derived->function, operands);
  unsigned next = call.getNumResults();
  for (auto [i, has_tangent] : llvm::enumerate(derived->results))
    if (has_tangent)
      c.jvp.tangents[both.getResult(i)] = both.getResult(next++);
  c.replace(both.getResults().take_front(derived->results.size()));
  return mlir::success();
}

/// A composite is a call of its decomposition.
static LogicalResult composite_jvp(JvpContext &c) {
  auto composite = llvm::cast<CompositeOp>(c.op);
  auto call = c.emit.builder.create<mlir::func::CallOp>(
      c.emit.loc, composite.getDecomposition(), c.op->getResultTypes(), c.op->getOperands());
  c.replace(call.getResults());
  return c.jvp.run(call);
}

void add_control_jvp(JvpRules &rules) {
  rules.add<WhileOp>({while_jvp});
  rules.add<OptimizationBarrierOp>(linear_in_each());
  rules.add<CompositeOp>({composite_jvp});
  rules.add<mlir::func::CallOp>({call_jvp});
}

} // namespace brigade::transforms
