#include "transforms/jvp.h"
#include "transforms/transforms.h"
#include "transforms/transpose.h"

namespace brigade::transforms {

static mlir::ModuleOp module_of(FuncOp f) { return f->getParentOfType<mlir::ModuleOp>(); }

FailureOr<FuncOp> jvp(FuncOp f, llvm::ArrayRef<bool> active) {
  Functions functions(module_of(f));
  auto derived = Jvp(functions).differentiate(f, active);
  if (failed(derived)) {
    functions.erase_unused({});
    return mlir::failure();
  }
  // Zeros are written out here alone.
  FuncOp g = derived->function;
  mlir::Operation *end = g.getBody().front().getTerminator();
  Emitter emit = Emitter::before(end);
  unsigned count = derived->results.size(), next = count;
  llvm::SmallVector<mlir::Value> results(end->getOperands().take_front(count));
  for (unsigned i = 0; i < count; ++i) {
    mlir::Type type = results[i].getType();
    if (derived->results[i])
      results.push_back(end->getOperand(next++));
    else if (is_floating(type))
      results.push_back(emit.zeros(type));
  }
  end->setOperands(results);
  update_type(g);
  functions.erase_unused({g});
  return g;
}

/// (x..., cotangent of every floating result...) -> (y..., cotangent of each wrt x...).
static FailureOr<FuncOp> reverse(Functions &functions, FuncOp f, llvm::ArrayRef<bool> wrt) {
  for (auto [i, is_active] : llvm::enumerate(wrt))
    if (is_active && !is_floating(f.getArgumentTypes()[i]))
      return refuse_function(
          f, "argument " + llvm::Twine(i) + " of @" + f.getName() +
                 " has no floating type, so there is no derivative with respect to it");
  auto derived = Jvp(functions).differentiate(f, wrt);
  if (failed(derived))
    return mlir::failure();
  FuncOp g = functions.copy(f, "vjp");
  g.setType(derived->function.getFunctionType());
  g.getBody().takeBody(derived->function.getBody());
  mlir::Block &block = g.getBody().front();

  Transposer transposer(functions);
  llvm::SmallVector<mlir::Value> arguments(block.getArguments().drop_front(wrt.size()));
  transposer.linear.insert(arguments.begin(), arguments.end());
  if (failed(separate(functions, block, transposer.linear)))
    return mlir::failure();

  mlir::Operation *end = block.getTerminator();
  Emitter emit = Emitter::before(end);
  unsigned count = derived->results.size(), next = count;
  llvm::SmallVector<mlir::Value> results(end->getOperands().take_front(count));
  for (unsigned i = 0; i < count; ++i) {
    if (!is_floating(results[i]))
      continue;
    Value ct = emit.wrap(block.addArgument(results[i].getType(), results[i].getLoc()));
    if (derived->results[i])
      transposer.add(emit, end->getOperand(next++), ct);
  }
  if (failed(transposer.run(block)))
    return mlir::failure();
  for (mlir::Value x : arguments) {
    mlir::Value ct = transposer.cotangents.lookup(x);
    results.push_back(ct ? ct : emit.zeros(x.getType()).get());
  }
  end->setOperands(results);
  block.eraseArguments(wrt.size(), arguments.size());
  update_type(g);
  erase_dead(block);
  return g;
}

FailureOr<FuncOp> vjp(FuncOp f, llvm::ArrayRef<bool> wrt) {
  Functions functions(module_of(f));
  FailureOr<FuncOp> g = reverse(functions, f, wrt);
  functions.erase_unused(succeeded(g) ? llvm::ArrayRef<FuncOp>(*g) : llvm::ArrayRef<FuncOp>());
  return g;
}

FailureOr<Linearized> vjp_split(FuncOp f, llvm::ArrayRef<bool> wrt) {
  Functions functions(module_of(f));
  FailureOr<FuncOp> whole = reverse(functions, f, wrt);
  if (failed(whole)) {
    functions.erase_unused({});
    return mlir::failure();
  }
  mlir::Block &block = whole->getBody().front();
  mlir::Operation *end = block.getTerminator();
  unsigned arguments = f.getNumArguments(), count = f.getNumResults();
  auto cotangents = block.getArguments().drop_front(arguments);
  ValueSet backward(cotangents.begin(), cotangents.end());
  for (mlir::Operation &op : block.without_terminator())
    if (uses_any(&op, backward))
      backward.insert(op.getResults().begin(), op.getResults().end());
  Residuals residuals = choose_residuals(block, backward);

  auto types = llvm::to_vector(block.getArgumentTypes());
  FuncOp second = functions.create(f, "vjp.backward", {});
  FuncOp first = functions.create(f, "vjp.forward", llvm::ArrayRef(types).take_front(arguments));
  auto finish = [&](FuncOp g, mlir::OpBuilder &builder, llvm::ArrayRef<mlir::Value> results) {
    builder.create<mlir::func::ReturnOp>(end->getLoc(), results);
    update_type(g);
    erase_dead(g.getBody().front());
  };

  mlir::Block &forward_block = first.getBody().front();
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockEnd(&forward_block);
  mlir::IRMapping mapping;
  mapping.map(block.getArguments().take_front(arguments), forward_block.getArguments());
  clone_known(builder, block, backward, mapping);
  llvm::SmallVector<mlir::Value> results;
  for (mlir::Value y : end->getOperands().take_front(count))
    results.push_back(mapping.lookup(y));
  for (mlir::Value residual : residuals.saved)
    results.push_back(mapping.lookup(residual));
  finish(first, builder, results);

  mlir::Block &backward_block = second.getBody().front();
  builder = mlir::OpBuilder::atBlockEnd(&backward_block);
  mapping.clear();
  results.clear();
  for (mlir::Value v : residuals.saved)
    mapping.map(v, backward_block.addArgument(v.getType(), v.getLoc()));
  for (mlir::Value v : cotangents)
    mapping.map(v, backward_block.addArgument(v.getType(), v.getLoc()));
  clone_linear(builder, block, backward, residuals, mapping);
  for (mlir::Value x : end->getOperands().drop_front(count)) {
    // A cotangent that is zero, or a constant, depends on nothing.
    if (!mapping.contains(x))
      builder.clone(*x.getDefiningOp(), mapping);
    results.push_back(mapping.lookup(x));
  }
  finish(second, builder, results);
  functions.erase_unused({first, second});
  return Linearized{first, second};
}

} // namespace brigade::transforms
