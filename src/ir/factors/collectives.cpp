#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"

/// Collectives that the user wrote, inside a manual_computation: each acts on a whole dimension or
/// on single elements, so what else splits the operand passes through.
namespace brigade::ir {

using namespace mlir;

namespace {

/// Operand i and result i are one tensor but along the dimensions listed, whose sizes the
/// collective changes.
FactorRule along(Operation *op, ArrayRef<int64_t> whole) {
  RuleBuilder b(op);
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    for (auto [d, size] : llvm::enumerate(shape_of(op->getOperand(i)))) {
      if (size <= 1 || llvm::is_contained(whole, d))
        continue;
      int factor = b.add_factor(size);
      b.append(i, d, factor);
      b.append(op->getNumOperands() + i, d, factor);
    }
  return b.rule;
}

FactorRule elements(Operation *op) { return along(op, {}); }

FactorRule all_gather(Operation *op) {
  return along(op, {static_cast<int64_t>(cast<stablehlo::AllGatherOp>(op).getAllGatherDim())});
}

FactorRule reduce_scatter(Operation *op) {
  return along(op,
               {static_cast<int64_t>(cast<stablehlo::ReduceScatterOp>(op).getScatterDimension())});
}

FactorRule all_to_all(Operation *op) {
  auto all_to_all = cast<stablehlo::AllToAllOp>(op);
  return along(op, {static_cast<int64_t>(all_to_all.getSplitDimension()),
                    static_cast<int64_t>(all_to_all.getConcatDimension())});
}

} // namespace

void add_collective_factors(FactorRules &rules) {
  rules.add<stablehlo::AllReduceOp, stablehlo::CollectivePermuteOp,
            stablehlo::CollectiveBroadcastOp, stablehlo::PartitionIdOp, stablehlo::ReplicaIdOp>(
      elements);
  rules.add<stablehlo::AllGatherOp>(all_gather);
  rules.add<stablehlo::ReduceScatterOp>(reduce_scatter);
  rules.add<stablehlo::AllToAllOp>(all_to_all);
}

} // namespace brigade::ir
