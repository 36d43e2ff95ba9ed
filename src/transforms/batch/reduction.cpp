#include "transforms/batch.h"
#include "transforms/reduction_tree.h"

namespace brigade::transforms {

using namespace stablehlo;

/// Mapped initial values: a reduction takes scalars only, so the tree does it.
static LogicalResult tree_batch(BatchContext &c, ReduceOp reduce, llvm::ArrayRef<Value> inputs) {
  unsigned count = reduce->getNumResults();
  llvm::SmallVector<Value> inits;
  for (unsigned i = 0; i < count; ++i)
    inits.push_back(c.value(count + i));
  auto results = reduction_tree(c.emit, reduce, inputs, inits, shifted(reduce.getDimensions()));
  if (failed(results))
    return mlir::failure();
  for (auto [i, y] : llvm::enumerate(*results))
    c.set(i, y, 0);
  return mlir::success();
}

static LogicalResult reduce_batch(BatchContext &c) {
  auto reduce = llvm::cast<ReduceOp>(c.op);
  unsigned count = reduce->getNumResults();
  for (mlir::Value v : captures(c.op->getRegion(0)))
    if (c.batcher.find(v).dim)
      return refuse(c.op, "its body uses a value that differs along the mapped dimension");
  llvm::SmallVector<Value> inputs;
  bool inits_mapped = false;
  for (unsigned i = 0; i < count; ++i)
    inits_mapped |= c.is_mapped(count + i);
  // The operands agree on one place for the mapped dimension: where the first has it.
  int64_t dim = inits_mapped ? 0 : c.first_dim();
  for (unsigned i = 0; i < count; ++i)
    inputs.push_back(c.at(i, dim));
  if (inits_mapped)
    return tree_batch(c, reduce, inputs);

  Dims reduced = shifted(reduce.getDimensions(), dim);
  int64_t out = dim - llvm::count_if(reduced, [&](int64_t d) { return d < dim; });
  llvm::SmallVector<mlir::Value> operands(inputs.begin(), inputs.end());
  llvm::SmallVector<mlir::Type> types;
  for (unsigned i = 0; i < count; ++i) {
    operands.push_back(c.operand(count + i).value);
    types.push_back(c.result_with(out, i));
  }
  mlir::Operation *batched =
      c.emit.rebuild(c.op, operands, types, {{"dimensions", c.emit.dims(reduced)}});
  for (unsigned i = 0; i < count; ++i)
    c.set(i, batched->getResult(i), out);
  return mlir::success();
}

void add_reduction_batch(BatchRules &rules) { rules.add<ReduceOp>(reduce_batch); }

} // namespace brigade::transforms
