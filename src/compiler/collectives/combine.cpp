#include "compiler/collectives/passes.h"
#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"

#include "llvm/ADT/StringExtras.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

/// What all_reduces must agree in to become one.
using Key = std::tuple<Attribute, ir::Combiner, Type>;

/// Delays each all_reduce of a block until one is needed, and then does all that wait with it as
/// one.
class Combining {
public:
  bool run(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block)) {
      flush_before(&op);
      auto sum = dyn_cast<stablehlo::AllReduceOp>(op);
      if (!sum)
        continue;
      ir::Combiner combiner = ir::combiner_of(sum.getComputation());
      if (combiner == ir::Combiner::None)
        continue;
      Key key{sum.getReplicaGroups(), combiner, getElementTypeOrSelf(sum->getOperand(0))};
      auto it = llvm::find_if(waiting_, [&](const auto &entry) { return entry.first == key; });
      if (it == waiting_.end())
        it = waiting_.insert(it, {key, {}});
      it->second.push_back(sum);
    }
    return changed_;
  }

private:
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
      combined->setAttr("brigade.reason", builder.getStringAttr(llvm::join(reasons, "; ")));
      for (auto [old, value] : llvm::zip_equal(results, combined->getResults()))
        old.replaceAllUsesWith(value);
      for (Operation *op : group)
        op->erase();
      changed_ = true;
    }
    group.clear();
  }

  std::vector<std::pair<Key, SmallVector<Operation *>>> waiting_;
  bool changed_ = false;
};

} // namespace

bool combine_all_reduces(func::FuncOp function) {
  SmallVector<Block *> blocks;
  function.walk([&](Block *block) { blocks.push_back(block); });
  bool changed = false;
  for (Block *block : blocks)
    changed |= Combining().run(*block);
  return changed;
}

} // namespace brigade::compiler
