#include "transforms/counted_loop.h"
#include "transforms/transpose.h"

namespace brigade::transforms {

using namespace stablehlo;

static LogicalResult call_transpose(TransposeContext &c) {
  auto call = llvm::cast<mlir::func::CallOp>(c.op);
  auto callee = c.transposer.functions.callee(call);
  if (failed(callee))
    return mlir::failure();
  llvm::SmallVector<bool> is_linear, has_cotangent;
  llvm::SmallVector<unsigned> owed;
  llvm::SmallVector<mlir::Value> operands;
  for (unsigned i = 0; i < call.getNumOperands(); ++i) {
    is_linear.push_back(c.is_linear(i));
    if (is_linear.back())
      owed.push_back(i);
    else
      operands.push_back(call.getOperand(i));
  }
  for (unsigned i = 0; i < call.getNumResults(); ++i) {
    Value ct = c.cotangent(i);
    has_cotangent.push_back(static_cast<bool>(ct));
    if (ct)
      operands.push_back(ct);
  }
  auto derived = c.transposer.transpose(*callee, is_linear, has_cotangent);
  if (failed(derived))
    return mlir::failure();
  auto back = c.emit.builder.create<mlir::func::CallOp>(c.emit.loc, derived->function, operands);
  unsigned next = 0;
  for (auto [i, present] : llvm::zip_equal(owed, derived->results))
    if (present)
      c.add(i, c.emit.wrap(back.getResult(next++)));
  return mlir::success();
}

static LogicalResult barrier_transpose(TransposeContext &c) {
  llvm::SmallVector<mlir::Value> cts;
  llvm::SmallVector<mlir::Type> types;
  llvm::SmallVector<unsigned> to;
  for (unsigned i = 0; i < c.op->getNumResults(); ++i)
    if (Value ct = c.cotangent(i)) {
      cts.push_back(ct);
      types.push_back(ct.type());
      to.push_back(i);
    }
  mlir::Operation *back = c.emit.rebuild(c.op, cts, types);
  for (auto [i, ct] : llvm::zip_equal(to, back->getResults()))
    c.add(i, c.emit.wrap(ct));
  return mlir::success();
}

/// A linear loop of known trip count, as split_while leaves it, backwards: iteration j of the new
/// loop is the transpose of iteration trips - 1 - j. What the body reads of outside is known.
static LogicalResult while_transpose(TransposeContext &c) {
  auto loop = llvm::cast<WhileOp>(c.op);
  auto counted = match_counted(loop);
  if (!counted || counted->counter != 0)
    return refuse(c.op,
                  "a loop whose trip count is not constant has a forward derivative (jvp) only");
  llvm::SmallVector<mlir::Value> start;
  for (unsigned i = 1; i < loop->getNumResults(); ++i)
    start.push_back(c.dense_cotangent(i));
  mlir::Block &body = loop->getRegion(1).front();
  LogicalResult status = mlir::success();
  WhileOp back = create_counted(
      c.emit, counted->trips, start,
      [&](Emitter &inside, Value j, mlir::ValueRange carried) -> llvm::SmallVector<mlir::Value> {
        llvm::SmallVector<mlir::Value> cts(
            carried); // The block's arguments move as more are added.
        mlir::Block *block = inside.builder.getInsertionBlock();
        Transposer inner(c.transposer.functions);
        mlir::IRMapping mapping;
        mapping.map(body.getArgument(0), (static_cast<double>(counted->trips - 1) - j).get());
        llvm::SmallVector<mlir::Value> arguments;
        for (mlir::BlockArgument x : body.getArguments().drop_front()) {
          arguments.push_back(block->addArgument(x.getType(), x.getLoc()));
          inner.linear.insert(arguments.back());
          mapping.map(x, arguments.back());
        }
        for (mlir::Operation &op : body)
          inside.builder.clone(op, mapping);
        mlir::Operation *end = block->getTerminator();
        status = separate(c.transposer.functions, *block, inner.linear);
        Emitter here = Emitter::before(end);
        for (auto [y, ct] : llvm::zip_equal(end->getOperands().drop_front(), cts))
          inner.add(here, y, here.wrap(ct));
        if (succeeded(status))
          status = inner.run(*block);
        llvm::SmallVector<mlir::Value> results;
        for (mlir::Value x : arguments) {
          mlir::Value ct = inner.cotangents.lookup(x);
          results.push_back(ct ? ct : here.zeros(x.getType()).get());
        }
        end->erase();
        if (succeeded(status))
          block->eraseArguments(1 + arguments.size(), arguments.size());
        return results;
      });
  if (failed(status))
    return mlir::failure();
  erase_dead(back->getRegion(1).front());
  for (unsigned i = 1; i < loop->getNumOperands(); ++i)
    if (c.is_linear(i))
      c.add(i, c.emit.wrap(back->getResult(i)));
  return mlir::success();
}

void add_control_transpose(TransposeRules &rules) {
  rules.add<mlir::func::CallOp>(call_transpose);
  rules.add<WhileOp>(while_transpose);
  rules.add<OptimizationBarrierOp>(barrier_transpose);
}

} // namespace brigade::transforms
