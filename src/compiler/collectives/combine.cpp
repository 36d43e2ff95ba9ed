#include "compiler/collectives/passes.h"
#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

bool is_scalar_arithmetic(Operation *op) {
  return isPure(op) && op->getNumRegions() == 0 && op->getNumResults() == 1 &&
         ir::shape_of(op->getResult(0)).empty();
}

/// Moves scalar arithmetic on sums to where it is first used: the mean of a loss need not be known
/// before the gradients are summed.
void delay_scalars(Block &block) {
  llvm::SmallPtrSet<Operation *, 8> of_sums;
  SmallVector<Operation *> scalars;
  for (Operation &op : block) {
    auto is_of_sum = [&](Value operand) {
      Operation *def = operand.getDefiningOp();
      return def && (isa<stablehlo::AllReduceOp>(def) || of_sums.contains(def));
    };
    if (is_scalar_arithmetic(&op) && llvm::any_of(op.getOperands(), is_of_sum)) {
      of_sums.insert(&op);
      scalars.push_back(&op);
    }
  }
  for (Operation *op : llvm::reverse(scalars)) {
    Operation *first = nullptr;
    for (Operation *user : op->getUsers()) {
      Operation *in_block = block.findAncestorOpInBlock(*user);
      if (in_block && (!first || in_block->isBeforeInBlock(first)))
        first = in_block;
    }
    if (first)
      op->moveBefore(first);
  }
}

/// What all_reduces must agree in to become one.
using Key = std::tuple<Attribute, ir::Combiner, Type>;

/// Delays each all_reduce of a block until one is needed, and then does all that wait with it as
/// one.
class Combining {
public:
  bool run(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      flush_before(&op);
      if (auto sum = dyn_cast<stablehlo::AllReduceOp>(op))
        wait(sum);
    }
    return changed_;
  }

private:
  void wait(stablehlo::AllReduceOp sum) {
    ir::Combiner combiner = ir::combiner_of(sum.getComputation());
    if (combiner == ir::Combiner::None)
      return;
    Key key{sum.getReplicaGroups(), combiner, getElementTypeOrSelf(sum->getOperand(0))};
    auto it = llvm::find_if(waiting_, [&](const auto &entry) { return entry.first == key; });
    if (it == waiting_.end())
      it = waiting_.insert(it, {key, {}});
    it->second.push_back(sum);
  }

  /// Groups of which `op`, or something in its regions, uses a member.
  void flush_before(Operation *op) {
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *def = operand.getDefiningOp();
        for (auto &[key, group] : waiting_)
          if (def && llvm::is_contained(group, def))
            flush(op, group);
      }
    });
  }

  void flush(Operation *before, SmallVector<Operation *> &group) {
    if (group.size() > 1) {
      combine(before, group);
      changed_ = true;
    }
    group.clear();
  }

  void combine(Operation *before, ArrayRef<Operation *> group) {
    SmallVector<Value> operands, results;
    SmallVector<Location> locations;
    SmallVector<StringRef> reasons;
    for (Operation *op : group) {
      operands.append(op->operand_begin(), op->operand_end());
      results.append(op->result_begin(), op->result_end());
      locations.push_back(op->getLoc());
      auto reason = op->getAttrOfType<StringAttr>("brigade.reason");
      if (reason && !llvm::is_contained(reasons, reason.getValue()))
        reasons.push_back(reason.getValue());
    }
    OpBuilder builder(before);
    auto first = cast<stablehlo::AllReduceOp>(group.front());
    auto combined = builder.create<stablehlo::AllReduceOp>(
        builder.getFusedLoc(locations), ValueRange(operands).getTypes(), operands,
        first.getReplicaGroupsAttr(), first.getChannelHandleAttr(), builder.getUnitAttr());
    combined.getComputation().takeBody(first.getComputation());
    if (!reasons.empty())
      combined->setAttr("brigade.reason", builder.getStringAttr(llvm::join(reasons, "; ")));
    for (auto [old, value] : llvm::zip_equal(results, combined->getResults()))
      old.replaceAllUsesWith(value);
    for (Operation *op : group)
      op->erase();
  }

  std::vector<std::pair<Key, SmallVector<Operation *>>> waiting_;
  bool changed_ = false;
};

} // namespace

bool combine_all_reduces(func::FuncOp function) {
  SmallVector<Block *> blocks;
  function.walk([&](Block *block) { blocks.push_back(block); });
  bool changed = false;
  for (Block *block : blocks) {
    delay_scalars(*block);
    changed |= Combining().run(*block);
  }
  return changed;
}

} // namespace brigade::compiler
