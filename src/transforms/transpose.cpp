#include "transforms/transpose.h"

namespace brigade::transforms {

const TransposeRules &transpose_rules() {
  static const TransposeRules rules = [] {
    TransposeRules table;
    add_elementwise_transpose(table);
    add_structure_transpose(table);
    add_contraction_transpose(table);
    add_indexing_transpose(table);
    add_control_transpose(table);
    add_collective_transpose(table);
    add_sharding_transpose(table);
    return table;
  }();
  return rules;
}

bool TransposeContext::is_linear(unsigned i) const {
  return transposer.linear.contains(op->getOperand(i));
}

Value TransposeContext::cotangent(unsigned i) {
  mlir::Value ct = transposer.cotangents.lookup(op->getResult(i));
  return ct ? emit.wrap(ct) : Value();
}

Value TransposeContext::dense_cotangent(unsigned i) {
  Value ct = cotangent(i);
  return ct ? ct : emit.zeros(op->getResult(i).getType());
}

void TransposeContext::add(unsigned i, Value ct) { transposer.add(emit, op->getOperand(i), ct); }

void Transposer::add(Emitter &emit, mlir::Value v, Value ct) {
  if (!ct || !linear.contains(v))
    return;
  mlir::Value &sum = cotangents[v];
  sum = sum ? (emit.wrap(sum) + emit.wrap(ct)).get() : ct.get();
}

LogicalResult Transposer::run(mlir::Block &block) {
  llvm::SmallVector<mlir::Operation *> order;
  for (mlir::Operation &op : block.without_terminator())
    if (llvm::any_of(op.getResults(), [&](mlir::Value v) { return linear.contains(v); }))
      order.push_back(&op);
  mlir::OpBuilder end(block.getTerminator());
  for (mlir::Operation *op : llvm::reverse(order)) {
    if (llvm::none_of(op->getResults(), [&](mlir::Value v) { return cotangents.contains(v); }))
      continue;
    const TransposeRule *rule = transpose_rules().find(op);
    if (!rule)
      return missing_rule(op, "transpose");
    TransposeContext context(*this, op, Emitter(end, op->getLoc()));
    if (failed((*rule)(context)))
      return mlir::failure();
  }
  block.getTerminator()->setOperands({});
  for (mlir::Operation *op : llvm::reverse(order)) {
    for (mlir::Value result : op->getResults())
      cotangents.erase(result);
    op->erase();
  }
  return mlir::success();
}

FailureOr<Functions::Derived> Transposer::transpose(FuncOp f, llvm::ArrayRef<bool> linear_arguments,
                                                    llvm::ArrayRef<bool> has_cotangent) {
  std::string key =
      (f.getName() + "/transpose/" + mask_text(linear_arguments) + "/" + mask_text(has_cotangent))
          .str();
  return functions.once(key, [&]() -> FailureOr<Functions::Derived> {
    FuncOp g = functions.copy(f, "transpose");
    mlir::Block &block = g.getBody().front();
    Transposer inner(functions);
    llvm::SmallVector<mlir::Value> arguments;
    for (auto [i, is_linear] : llvm::enumerate(linear_arguments))
      if (is_linear) {
        arguments.push_back(block.getArgument(i));
        inner.linear.insert(block.getArgument(i));
      }
    auto fail = [&] {
      functions.erase(g);
      return mlir::failure();
    };
    if (failed(separate(functions, block, inner.linear)))
      return fail();
    Emitter emit = Emitter::before(block.getTerminator());
    for (auto [y, present] : llvm::zip_equal(block.getTerminator()->getOperands(), has_cotangent))
      if (present)
        inner.add(emit, y, emit.wrap(block.addArgument(y.getType(), y.getLoc())));
    if (failed(inner.run(block)))
      return fail();
    Functions::Derived derived{g, {}};
    llvm::SmallVector<mlir::Value> results;
    for (mlir::Value x : arguments) {
      mlir::Value ct = inner.cotangents.lookup(x);
      derived.results.push_back(static_cast<bool>(ct));
      if (ct)
        results.push_back(ct);
    }
    block.getTerminator()->setOperands(results);
    block.eraseArguments([&](mlir::BlockArgument x) { return llvm::is_contained(arguments, x); });
    update_type(g);
    erase_dead(block);
    return derived;
  });
}

} // namespace brigade::transforms
