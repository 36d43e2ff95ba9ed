#include "transforms/jvp/algebra.h"
#include "transforms/reduction_tree.h"

namespace brigade::transforms {

using namespace stablehlo;

/// The result back on the operand's shape.
static Value along(Value y, Value x, llvm::ArrayRef<int64_t> reduced) {
  Dims kept;
  for (int64_t d = 0; d < x.rank(); ++d)
    if (!llvm::is_contained(reduced, d))
      kept.push_back(d);
  return y.broadcast(x.shape(), kept);
}

/// A maximum's or minimum's tangent is the mean of the tangents of the elements that reach it.
static LogicalResult extremum_jvp(JvpContext &c, ReduceOp reduce) {
  Value x = c.operand(0), dx = c.tangent(0), y = c.result();
  Value reached = eq(x, along(y, x, reduce.getDimensions())).convert(x.element());
  Value count = reached.reduce_sum(reduce.getDimensions());
  c.set(0, (dx * reached).reduce_sum(reduce.getDimensions()) / count);
  return mlir::success();
}

/// Any body: the tree that computes the same, differentiated. Only its tangents are used.
static LogicalResult tree_jvp(JvpContext &c, ReduceOp reduce) {
  auto inputs =
      llvm::map_to_vector(reduce.getInputs(), [&](mlir::Value v) { return c.emit.wrap(v); });
  auto inits =
      llvm::map_to_vector(reduce.getInitValues(), [&](mlir::Value v) { return c.emit.wrap(v); });
  auto results = reduction_tree(c.emit, reduce, inputs, inits, reduce.getDimensions());
  if (failed(results))
    return mlir::failure();
  llvm::SmallVector<mlir::Operation *> written;
  for (mlir::Operation *op = reduce->getNextNode(); op != &*c.emit.builder.getInsertionPoint();
       op = op->getNextNode())
    written.push_back(op);
  for (mlir::Operation *op : written)
    if (failed(c.jvp.run(op)))
      return mlir::failure();
  for (auto [i, y] : llvm::enumerate(*results))
    if (mlir::Value dy = c.jvp.tangent(y))
      c.set(i, c.emit.wrap(dy));
  return mlir::success();
}

static LogicalResult reduce_jvp(JvpContext &c) {
  auto reduce = llvm::cast<ReduceOp>(c.op);
  if (reduce->getNumResults() > 1)
    return tree_jvp(c, reduce);
  switch (body_kind(reduce->getRegion(0))) {
  case BodyKind::Add:
    return linear_in_all().apply(c);
  case BodyKind::Maximum:
  case BodyKind::Minimum:
    if (!c.tangent(1))
      return extremum_jvp(c, reduce);
    [[fallthrough]];
  default:
    return tree_jvp(c, reduce);
  }
}

void add_reduction_jvp(JvpRules &rules) { rules.add<ReduceOp>({reduce_jvp}); }

} // namespace brigade::transforms
