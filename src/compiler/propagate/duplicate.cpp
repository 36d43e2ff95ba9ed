#include "compiler/propagate/duplicate.h"

#include "ir/factors/factor_rule.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace brigade::compiler {

using namespace mlir;

/// A tensor made of nothing but scalars.
static bool is_source(Operation *op) {
  return op->getNumResults() == 1 && op->getNumRegions() == 0 && isPure(op) &&
         !ir::shape_of(op->getResult(0)).empty() &&
         llvm::all_of(op->getOperands(),
                      [](Value operand) { return ir::shape_of(operand).empty(); });
}

void duplicate_sources(func::FuncOp function) {
  SmallVector<Operation *> sources;
  function.walk([&](Operation *op) {
    if (is_source(op))
      sources.push_back(op);
  });
  for (Operation *op : sources) {
    llvm::SetVector<Operation *> users(op->user_begin(), op->user_end());
    if (users.size() < 2)
      continue;
    OpBuilder builder(op);
    builder.setInsertionPointAfter(op);
    // Users are listed last first: the last keeps the original.
    for (Operation *user : users.getArrayRef().drop_front()) {
      Operation *copy = builder.clone(*op);
      user->replaceUsesOfWith(op->getResult(0), copy->getResult(0));
    }
  }
}

} // namespace brigade::compiler
