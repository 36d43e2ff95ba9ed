#include "compiler/import/inline.h"

#include "ir/dialects.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

/// The function that an operation stands for; null where it is no call.
FlatSymbolRefAttr callee_of(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCalleeAttr();
  if (auto composite = dyn_cast<stablehlo::CompositeOp>(op))
    return composite.getDecompositionAttr();
  return nullptr;
}

class Inliner {
public:
  explicit Inliner(ModuleOp module) : symbols_(module) {}

  /// Leaves no call in `function`. Callees come first, so that each body is cloned once it is flat.
  LogicalResult flatten(func::FuncOp function) {
    if (flat_.contains(function))
      return success();
    open_.insert(function);
    SmallVector<Operation *> calls;
    function.walk([&](Operation *op) {
      if (callee_of(op))
        calls.push_back(op);
    });
    for (Operation *call : calls) {
      auto callee = symbols_.lookup<func::FuncOp>(callee_of(call).getValue());
      if (!callee || callee.isExternal())
        return call->emitOpError()
               << "calls '" << callee_of(call).getValue() << "', which has no body in this module";
      if (open_.contains(callee))
        return call->emitOpError()
               << "calls '" << callee.getName() << "', which calls itself; recursion has no end";
      if (failed(flatten(callee)))
        return failure();
      replace(call, callee);
    }
    open_.remove(function);
    flat_.insert(function);
    return success();
  }

private:
  static Value constrained(OpBuilder &builder, Location location, Value value, Attribute sharding) {
    auto tensor_sharding = dyn_cast_or_null<sdy::TensorShardingAttr>(sharding);
    if (!tensor_sharding)
      return value;
    return builder.create<sdy::ShardingConstraintOp>(location, value, tensor_sharding);
  }

  static void replace(Operation *call, func::FuncOp callee) {
    OpBuilder builder(call);
    Location location = call->getLoc();
    Block &body = callee.getBody().front();
    IRMapping mapping;
    for (auto [index, argument] : llvm::enumerate(body.getArguments()))
      mapping.map(argument, constrained(builder, location, call->getOperand(index),
                                        callee.getArgAttr(index, "sdy.sharding")));
    for (Operation &op : body.without_terminator()) {
      Operation *clone = builder.clone(op, mapping);
      clone->walk(
          [&](Operation *inner) { inner->setLoc(CallSiteLoc::get(inner->getLoc(), location)); });
    }
    for (auto [index, result] : llvm::enumerate(body.getTerminator()->getOperands()))
      call->getResult(index).replaceAllUsesWith(constrained(
          builder, location, mapping.lookup(result), callee.getResultAttr(index, "sdy.sharding")));
    call->erase();
  }

  SymbolTable symbols_;
  llvm::SetVector<Operation *> open_; ///< Being flattened, outermost first.
  llvm::DenseSet<Operation *> flat_;
};

} // namespace

LogicalResult inline_calls(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (failed(Inliner(module).flatten(main)))
    return failure();
  for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (function != main)
      function.erase();
  return success();
}

} // namespace brigade::compiler
