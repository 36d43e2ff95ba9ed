#include "transforms/partial.h"

namespace brigade::transforms {

using namespace stablehlo;

const SplitRules &split_rules() {
  static const SplitRules rules = [] {
    SplitRules table;
    add_call_split(table);
    add_loop_split(table);
    add_sharding_split(table);
    return table;
  }();
  return rules;
}

bool uses_any(mlir::Operation *op, const ValueSet &values) {
  auto in = [&](mlir::Value v) { return values.contains(v); };
  return llvm::any_of(op->getOperands(), in) ||
         llvm::any_of(op->getRegions(),
                      [&](mlir::Region &r) { return llvm::any_of(captures(r), in); });
}

LogicalResult separate(Functions &functions, mlir::Block &block, ValueSet &linear) {
  for (mlir::Operation &op : llvm::make_early_inc_range(block.without_terminator())) {
    if (!uses_any(&op, linear))
      continue;
    if (const SplitRule *rule = split_rules().find(&op)) {
      if (failed((*rule)(functions, &op, linear)))
        return mlir::failure();
      continue;
    }
    for (mlir::Value result : op.getResults())
      linear.insert(result);
  }
  return mlir::success();
}

static int64_t bytes(mlir::Value v) {
  auto type = llvm::cast<RankedTensorType>(v.getType());
  return type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8);
}

/// Worth computing twice rather than keeping: no reduction, no transcendental function.
static bool is_cheap(mlir::Operation *op) {
  if (!op || op->getNumResults() != 1 || op->getNumRegions() != 0)
    return false;
  if (llvm::isa<ConstantOp, IotaOp, BroadcastInDimOp, ReshapeOp>(op))
    return true;
  return op->hasTrait<ir::Elementwise>() && llvm::isa<StablehloDialect>(op->getDialect()) &&
         !llvm::isa<Atan2Op, CbrtOp, CosineOp, ExpOp, Expm1Op, LogOp, Log1pOp, LogisticOp, PowOp,
                    SineOp, TanOp, TanhOp>(op);
}

/// What a chain of cheap operations that ends in `v` starts from, apart from what is saved already.
static void add_leaves(mlir::Value v, mlir::Block &block, const ValueSet &saved,
                       llvm::SetVector<mlir::Value> &leaves) {
  for (mlir::Value x : v.getDefiningOp()->getOperands()) {
    if (x.getParentBlock() != &block || saved.contains(x))
      continue;
    if (is_cheap(x.getDefiningOp()))
      add_leaves(x, block, saved, leaves);
    else
      leaves.insert(x);
  }
}

static bool comes_before(mlir::Value a, mlir::Value b) {
  mlir::Operation *x = a.getDefiningOp(), *y = b.getDefiningOp();
  if (x && y && x != y)
    return x->isBeforeInBlock(y);
  if (!x != !y)
    return !x;
  auto number = [](mlir::Value v) {
    if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(v))
      return argument.getArgNumber();
    return llvm::cast<mlir::OpResult>(v).getResultNumber();
  };
  return number(a) < number(b);
}

Residuals choose_residuals(mlir::Block &block, const ValueSet &linear) {
  llvm::SetVector<mlir::Value> needed;
  auto need = [&](mlir::Value v) {
    if (v.getParentBlock() == &block && !linear.contains(v))
      needed.insert(v);
  };
  for (mlir::Operation &op : block.without_terminator()) {
    if (!llvm::any_of(op.getResults(), [&](mlir::Value v) { return linear.contains(v); }))
      continue;
    llvm::for_each(op.getOperands(), need);
    for (mlir::Region &region : op.getRegions())
      llvm::for_each(captures(region), need);
  }

  llvm::SmallVector<mlir::Value> order(needed.begin(), needed.end());
  llvm::sort(order, comes_before);
  ValueSet saved(order.begin(), order.end());
  for (mlir::Value v : llvm::reverse(order)) {
    if (!is_cheap(v.getDefiningOp()))
      continue;
    llvm::SetVector<mlir::Value> leaves;
    add_leaves(v, block, saved, leaves);
    int64_t cost = 0;
    for (mlir::Value leaf : leaves)
      cost += bytes(leaf);
    if (cost > bytes(v))
      continue;
    saved.erase(v);
    saved.insert(leaves.begin(), leaves.end());
  }

  Residuals result;
  llvm::SetVector<mlir::Operation *> recomputed;
  std::function<void(mlir::Value)> require = [&](mlir::Value v) {
    if (v.getParentBlock() != &block || saved.contains(v) || !recomputed.insert(v.getDefiningOp()))
      return;
    llvm::for_each(v.getDefiningOp()->getOperands(), require);
  };
  llvm::for_each(order, require);
  result.recomputed.assign(recomputed.begin(), recomputed.end());
  llvm::sort(result.recomputed,
             [](mlir::Operation *a, mlir::Operation *b) { return a->isBeforeInBlock(b); });
  result.saved.assign(saved.begin(), saved.end());
  llvm::sort(result.saved, comes_before);
  return result;
}

Saved place_residuals(const Residuals &residuals, mlir::ValueRange operands,
                      mlir::ValueRange results) {
  Saved saved;
  for (mlir::Value v : residuals.saved) {
    if (auto operand = llvm::find(operands, v); operand != operands.end()) {
      saved.source.push_back(-1 - (operand - operands.begin()));
    } else if (auto result = llvm::find(results, v); result != results.end()) {
      saved.source.push_back(result - results.begin());
    } else {
      saved.source.push_back(results.size() + saved.extra.size());
      saved.extra.push_back(v);
    }
  }
  return saved;
}

static bool is_linear(mlir::Operation &op, const ValueSet &linear) {
  return llvm::any_of(op.getResults(), [&](mlir::Value v) { return linear.contains(v); });
}

void clone_known(mlir::OpBuilder &builder, mlir::Block &block, const ValueSet &linear,
                 mlir::IRMapping &mapping) {
  for (mlir::Operation &op : block.without_terminator())
    if (!is_linear(op, linear))
      builder.clone(op, mapping);
}

void clone_linear(mlir::OpBuilder &builder, mlir::Block &block, const ValueSet &linear,
                  const Residuals &residuals, mlir::IRMapping &mapping) {
  for (mlir::Operation *op : residuals.recomputed)
    builder.clone(*op, mapping);
  for (mlir::Operation &op : block.without_terminator())
    if (is_linear(op, linear))
      builder.clone(op, mapping);
}

} // namespace brigade::transforms
