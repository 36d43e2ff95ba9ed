#include "compiler/simplify/patterns.h"
#include "ir/diagnostics.h"
#include "ir/dialects.h"
#include "ir/types.h"
#include "reference/interpreter.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

/// A value of at most so many bytes is always worth a constant; a larger one where it is no larger
/// than its operands.
constexpr int64_t small_bytes = 256;
/// What is larger than this takes longer to fold than to compute: the interpreter does it.
constexpr int64_t large_bytes = 1 << 24;

int64_t bytes_of(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() * static_cast<int64_t>(dtype_size(ir::dtype_of(type)));
}

int64_t bytes_of(ValueRange values) {
  int64_t total = 0;
  for (Value value : values)
    total += bytes_of(value);
  return total;
}

/// Operations that the interpreter may run ahead of time: the value of others depends on more than
/// their operands, or must stay where the user put it.
bool may_fold(Operation *op) {
  if (op->getNumResults() == 0 || op->getNumRegions() != 0 || !isPure(op) ||
      isa<stablehlo::ConstantOp, stablehlo::PartitionIdOp, stablehlo::ReplicaIdOp,
          stablehlo::OptimizationBarrierOp>(op) ||
      isa<sdy::SdyDialect, ir::BrigadeDialect>(op->getDialect()))
    return false;
  int64_t made = bytes_of(op->getResults()), read = bytes_of(op->getOperands());
  return made + read <= large_bytes && (made <= small_bytes || made <= read);
}

bool fold(Operation *op) {
  std::vector<Literal> operands;
  for (Value operand : op->getOperands()) {
    auto constant = operand.getDefiningOp<stablehlo::ConstantOp>();
    auto value = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
    if (!value)
      return false;
    operands.push_back(ir::literal_of(value));
  }
  ir::ErrorCollector unheard(*op->getContext());
  FailureOr<std::vector<Literal>> results = reference::evaluate(op, operands);
  if (failed(results))
    return false;
  OpBuilder builder(op);
  for (auto [result, literal] : llvm::zip(op->getResults(), *results))
    result.replaceAllUsesWith(builder.create<stablehlo::ConstantOp>(
        op->getLoc(), ir::attribute_of(op->getContext(), literal)));
  op->erase();
  return true;
}

} // namespace

bool fold_constants(func::FuncOp function) {
  bool changed = false;
  function.walk([&](Operation *op) {
    if (may_fold(op))
      changed |= fold(op);
  });
  return changed;
}

} // namespace brigade::compiler
