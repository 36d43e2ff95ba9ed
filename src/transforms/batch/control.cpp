#include "transforms/batch.h"
#include "transforms/counted_loop.h"

namespace brigade::transforms {

using namespace stablehlo;

namespace {

using ValueSet = llvm::DenseSet<mlir::Value>;

/// Adds to `mapped` the values of `block` that may differ along the mapped dimension.
void mark_mapped(const Batcher &batcher, mlir::Block &block, ValueSet &mapped) {
  auto is_mapped = [&](mlir::Value v) {
    return mapped.contains(v) || batcher.find(v).dim.has_value();
  };
  for (mlir::Operation &op : block.without_terminator())
    if (llvm::any_of(op.getOperands(), is_mapped) || batcher.acts_on_axis(&op) ||
        llvm::any_of(op.getRegions(),
                     [&](mlir::Region &r) { return llvm::any_of(captures(r), is_mapped); }))
      mapped.insert(op.getResults().begin(), op.getResults().end());
}

/// What differs along the mapped dimension in some iteration: the carried values, and whether the
/// condition does. Where it does, examples stop at different times, so every carried value that
/// changes differs too.
struct LoopMapping {
  llvm::SmallVector<bool> carried;
  bool condition = false;
};

LoopMapping loop_mapping(BatchContext &c, WhileOp loop) {
  LoopMapping result;
  for (unsigned i = 0; i < loop->getNumOperands(); ++i)
    result.carried.push_back(c.is_mapped(i));
  for (bool changed = true; changed;) {
    changed = false;
    mlir::Operation *ends[2];
    ValueSet mapped;
    for (unsigned r : {0, 1}) {
      mlir::Block &block = loop->getRegion(r).front();
      for (auto [x, on] : llvm::zip_equal(block.getArguments(), result.carried))
        if (on)
          mapped.insert(x);
      mark_mapped(c.batcher, block, mapped);
      ends[r] = block.getTerminator();
    }
    result.condition |= mapped.contains(ends[0]->getOperand(0));
    for (auto [i, y] : llvm::enumerate(ends[1]->getOperands())) {
      bool on = mapped.contains(y) || c.batcher.find(y).dim.has_value() ||
                (result.condition && !is_invariant(loop, i));
      if (on && !result.carried[i])
        result.carried[i] = changed = true;
    }
  }
  return result;
}

/// With a condition of its own for each example the loop runs while any holds, and keeps the values
/// of those whose does not:
///
///   while (any(cond(x))) x = select(cond(x), body(x), x)
LogicalResult while_batch(BatchContext &c) {
  auto loop = llvm::cast<WhileOp>(c.op);
  LoopMapping mapping = loop_mapping(c, loop);
  llvm::SmallVector<mlir::Value> operands;
  for (auto [i, on] : llvm::enumerate(mapping.carried))
    operands.push_back(on ? c.at(i, 0).get() : c.operand(i).value);
  auto types = llvm::to_vector(mlir::ValueRange(operands).getTypes());
  llvm::SmallVector<mlir::Location> locations(types.size(), c.emit.loc);
  auto batched = c.emit.create<WhileOp>(types, operands);

  auto map_arguments = [&](mlir::Block &from, mlir::Block &to) {
    for (auto [x, y, on] : llvm::zip_equal(from.getArguments(), to.getArguments(), mapping.carried))
      c.batcher.values[x] = {y, on ? std::optional<int64_t>(0) : std::nullopt};
  };
  mlir::Block &cond = loop->getRegion(0).front(), &body = loop->getRegion(1).front();
  mlir::Block &new_cond = batched->getRegion(0).emplaceBlock();
  mlir::Block &new_body = batched->getRegion(1).emplaceBlock();
  new_cond.addArguments(types, locations);
  new_body.addArguments(types, locations);

  /// The condition for `block`'s arguments, at the emitter's place.
  auto condition = [&](Emitter &emit, mlir::Block &block) -> FailureOr<Batched> {
    map_arguments(cond, block);
    if (failed(c.batcher.run(emit.builder, cond)))
      return mlir::failure();
    return c.batcher.find(cond.getTerminator()->getOperand(0));
  };
  Emitter in_cond(mlir::OpBuilder::atBlockEnd(&new_cond), c.emit.loc);
  FailureOr<Batched> holds = condition(in_cond, new_cond);
  if (failed(holds))
    return mlir::failure();
  mlir::Value any = holds->value;
  if (holds->dim)
    any = in_cond.reduce(BodyKind::Or, in_cond.wrap(any), {0});
  in_cond.create<stablehlo::ReturnOp>(mlir::TypeRange(), any);

  Emitter in_body(mlir::OpBuilder::atBlockEnd(&new_body), c.emit.loc);
  map_arguments(body, new_body);
  if (failed(c.batcher.run(in_body.builder, body)))
    return mlir::failure();
  llvm::SmallVector<mlir::Value> results;
  for (auto [y, on] : llvm::zip_equal(body.getTerminator()->getOperands(), mapping.carried)) {
    Batched result = c.batcher.find(y);
    results.push_back(on ? moved_to(in_body, result, 0, c.size()).get() : result.value);
  }
  if (holds->dim) {
    FailureOr<Batched> again = condition(in_body, new_body);
    if (failed(again))
      return mlir::failure();
    Value keep = in_body.wrap(again->value);
    for (auto [i, on] : llvm::enumerate(mapping.carried))
      if (on && results[i] != new_body.getArgument(i)) {
        Value fresh = in_body.wrap(results[i]);
        results[i] = select(keep.broadcast(fresh.shape(), {0}), fresh,
                            in_body.wrap(new_body.getArgument(i)));
      }
  }
  in_body.create<stablehlo::ReturnOp>(mlir::TypeRange(), results);
  for (auto [i, on] : llvm::enumerate(mapping.carried))
    c.set(i, batched->getResult(i), on ? std::optional<int64_t>(0) : std::nullopt);
  return mlir::success();
}

LogicalResult barrier_batch(BatchContext &c) {
  llvm::SmallVector<mlir::Value> operands;
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i)
    operands.push_back(c.operand(i).value);
  auto barrier =
      c.emit.create<OptimizationBarrierOp>(mlir::ValueRange(operands).getTypes(), operands);
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i)
    c.set(i, barrier->getResult(i), c.operand(i).dim);
  return mlir::success();
}

LogicalResult batch_callee(BatchContext &c, FuncOp callee) {
  llvm::SmallVector<bool> mapped;
  llvm::SmallVector<mlir::Value> operands;
  for (unsigned i = 0; i < c.op->getNumOperands(); ++i) {
    mapped.push_back(c.is_mapped(i));
    operands.push_back(mapped.back() ? c.at(i, 0).get() : c.operand(i).value);
  }
  auto derived = c.batcher.batch(callee, mapped);
  if (failed(derived))
    return mlir::failure();
  auto call = c.emit.builder.create<mlir::func::CallOp>(c.emit.loc, derived->function, operands);
  for (auto [i, on] : llvm::enumerate(derived->results))
    c.set(i, call.getResult(i), on ? std::optional<int64_t>(0) : std::nullopt);
  return mlir::success();
}

LogicalResult call_batch(BatchContext &c) {
  auto callee = c.batcher.functions.callee(llvm::cast<mlir::func::CallOp>(c.op));
  return failed(callee) ? mlir::failure() : batch_callee(c, *callee);
}

LogicalResult composite_batch(BatchContext &c) {
  auto callee = c.batcher.functions.find(c.op, llvm::cast<CompositeOp>(c.op).getDecomposition());
  return failed(callee) ? mlir::failure() : batch_callee(c, *callee);
}

} // namespace

void add_control_batch(BatchRules &rules) {
  rules.add<WhileOp>(while_batch);
  rules.add<OptimizationBarrierOp>(barrier_batch);
  rules.add<mlir::func::CallOp>(call_batch);
  rules.add<CompositeOp>(composite_batch);
}

} // namespace brigade::transforms
