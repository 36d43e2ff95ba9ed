#include "compiler/collectives/passes.h"
#include "compiler/partition/varying.h"
#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

/// The all_reduce that adds up `value`, if its result has no other use.
stablehlo::AllReduceOp sum_of(Value value) {
  auto op = value.getDefiningOp<stablehlo::AllReduceOp>();
  bool fits = op && op->getNumOperands() == 1 && value.hasOneUse() &&
              ir::combiner_of(op.getComputation()) == ir::Combiner::Sum;
  return fits ? op : nullptr;
}

int64_t bytes(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return type.getNumElements() * ((type.getElementTypeBitWidth() + 7) / 8);
}

bool is_zero(Value value) {
  return matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero());
}

/// Which operands of an operation may be replaced by parts of a sum, so that the results are parts
/// of the sum's result: the operation is linear in them together, and everything else is the same
/// for all who add up.
using SinkFn = bool (*)(Operation *, const Varying &, SmallVectorImpl<unsigned> &operands);

bool sink_unary(Operation *op, const Varying &, SmallVectorImpl<unsigned> &operands) {
  operands.push_back(0);
  return sum_of(op->getOperand(0)) != nullptr;
}

bool same_sum(stablehlo::AllReduceOp a, stablehlo::AllReduceOp b) {
  return a && b && a->getBlock() == b->getBlock() && a.getReplicaGroups() == b.getReplicaGroups();
}

/// sum(a) + sum(b) = sum(a + b)
bool sink_addition(Operation *op, const Varying &, SmallVectorImpl<unsigned> &operands) {
  operands.assign({0, 1});
  return op->getOperand(0) != op->getOperand(1) &&
         same_sum(sum_of(op->getOperand(0)), sum_of(op->getOperand(1)));
}

bool sink_reduction(Operation *op, const Varying &, SmallVectorImpl<unsigned> &operands) {
  auto reduce = cast<stablehlo::ReduceOp>(op);
  operands.push_back(0);
  return op->getNumResults() == 1 && ir::combiner_of(reduce.getBody()) == ir::Combiner::Sum &&
         is_zero(op->getOperand(1)) && sum_of(op->getOperand(0)) &&
         bytes(op->getResult(0)) <= bytes(op->getOperand(0));
}

/// sum(x) . w = sum(x . w), where all who add up have the same w.
bool sink_product(Operation *op, const Varying &varying, SmallVectorImpl<unsigned> &operands) {
  for (unsigned i : {0, 1}) {
    stablehlo::AllReduceOp sum = sum_of(op->getOperand(i));
    if (!sum || bytes(op->getResult(0)) >= bytes(op->getOperand(i)))
      continue;
    if (op->getResult(0).getType() != op->getOperand(i).getType() &&
        getElementTypeOrSelf(op->getResult(0)) != getElementTypeOrSelf(op->getOperand(i)))
      continue;
    if (!varying.is_uniform_over(op->getOperand(1 - i), sum.getReplicaGroups()))
      continue;
    operands.assign({i});
    return true;
  }
  return false;
}

const ir::RuleTable<SinkFn> &sinks() {
  static const ir::RuleTable<SinkFn> table = [] {
    ir::RuleTable<SinkFn> t;
    t.add<stablehlo::TransposeOp, stablehlo::ReshapeOp, stablehlo::NegOp>(sink_unary);
    t.add<stablehlo::AddOp, stablehlo::SubtractOp>(sink_addition);
    t.add<stablehlo::ReduceOp>(sink_reduction);
    t.add<stablehlo::DotGeneralOp>(sink_product);
    return t;
  }();
  return table;
}

/// Puts one all_reduce behind `op` in place of those before the operands listed.
void sink(Operation *op, ArrayRef<unsigned> operands) {
  auto sum = op->getOperand(operands.front()).getDefiningOp<stablehlo::AllReduceOp>();
  SmallVector<Operation *> dead;
  for (unsigned i : operands) {
    auto before = op->getOperand(i).getDefiningOp<stablehlo::AllReduceOp>();
    dead.push_back(before);
    op->setOperand(i, before->getOperand(0));
  }
  OpBuilder builder(op);
  builder.setInsertionPointAfter(op);
  Operation *after = sum->clone();
  after->setOperands(op->getResults());
  after->getResult(0).setType(op->getResult(0).getType());
  builder.insert(after);
  op->getResult(0).replaceAllUsesExcept(after->getResult(0), after);
  for (Operation *before : dead)
    before->erase();
}

} // namespace

bool sink_all_reduces(func::FuncOp function) {
  Varying varying(function);
  bool changed = false;
  SmallVector<Operation *> candidates;
  function.walk([&](Operation *op) {
    if (sinks().find(op))
      candidates.push_back(op);
  });
  for (Operation *op : candidates) {
    SmallVector<unsigned> operands;
    // A sum inside a loop stays there: its uses are in its own block.
    if (!(*sinks().find(op))(op, varying, operands))
      continue;
    if (llvm::any_of(operands, [&](unsigned i) {
          return op->getOperand(i).getDefiningOp()->getBlock() != op->getBlock();
        }))
      continue;
    sink(op, operands);
    changed = true;
  }
  return changed;
}

} // namespace brigade::compiler
