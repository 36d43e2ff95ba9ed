#include "compiler/simplify/patterns.h"
#include "ir/dialects.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/BitVector.h"

namespace brigade::compiler {

using namespace mlir;
using stablehlo::WhileOp;

namespace {

/// while (i = 0, w = %w) { ... yield i + 1, w } reads %w itself and carries i alone.
struct CarryOnlyWhatChanges : OpRewritePattern<WhileOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(WhileOp loop, PatternRewriter &rewriter) const override {
    Block &cond = loop.getCond().front(), &body = loop.getBody().front();
    Operation *yield = body.getTerminator();
    unsigned count = loop.getNumOperands();
    llvm::BitVector drop(count);
    for (unsigned i = 0; i < count; ++i) {
      bool unchanged = yield->getOperand(i) == body.getArgument(i);
      bool unread = loop.getResult(i).use_empty() && cond.getArgument(i).use_empty() &&
                    body.getArgument(i).use_empty();
      if (unchanged || unread)
        drop.set(i);
    }
    if (drop.none())
      return failure();
    SmallVector<Value> kept;
    for (unsigned i = 0; i < count; ++i) {
      if (!drop[i]) {
        kept.push_back(loop->getOperand(i));
        continue;
      }
      for (Value inside :
           {Value(cond.getArgument(i)), Value(body.getArgument(i)), Value(loop.getResult(i))})
        if (!inside.use_empty())
          rewriter.replaceAllUsesWith(inside, loop->getOperand(i));
    }
    rewriter.modifyOpInPlace(loop, [&] {
      yield->eraseOperands(drop);
      cond.eraseArguments(drop);
      body.eraseArguments(drop);
    });
    auto smaller = rewriter.create<WhileOp>(loop.getLoc(), kept);
    smaller->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    smaller->removeAttr("sdy.sharding");
    smaller.getCond().takeBody(loop.getCond());
    smaller.getBody().takeBody(loop.getBody());
    unsigned next = 0;
    SmallVector<Value> results;
    for (unsigned i = 0; i < count; ++i)
      results.push_back(drop[i] ? loop->getOperand(i) : smaller.getResult(next++));
    rewriter.replaceOp(loop, results);
    return success();
  }
};

/// Costs nothing to make where it is used, and memory to keep.
bool is_made_of_little(Operation *op) {
  if (isa<stablehlo::ConstantOp, stablehlo::IotaOp>(op))
    return true;
  auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op);
  return broadcast && broadcast.getOperand().getDefiningOp<stablehlo::ConstantOp>();
}

void make_inside(Region &region) {
  llvm::SetVector<Value> outside;
  getUsedValuesDefinedAbove(region, outside);
  OpBuilder builder = OpBuilder::atBlockBegin(&region.front());
  for (Value value : outside) {
    Operation *op = value.getDefiningOp();
    if (!op || !is_made_of_little(op))
      continue;
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, builder.clone(*operand.getDefiningOp())->getResult(0));
    Operation *inside = builder.clone(*op, mapping);
    replaceAllUsesInRegionWith(value, inside->getResult(0), region);
  }
}

} // namespace

void add_loop_patterns(RewritePatternSet &patterns) {
  patterns.add<CarryOnlyWhatChanges>(patterns.getContext());
}

void hoist_out_of_loops(func::FuncOp function) {
  function.walk([](WhileOp loop) {
    SmallVector<Region *> regions{&loop.getCond(), &loop.getBody()};
    moveLoopInvariantCode(
        regions,
        [&](Value value, Region *region) {
          return value.getParentRegion()->isProperAncestor(region);
        },
        [](Operation *op, Region *) { return isMemoryEffectFree(op) && isSpeculatable(op); },
        [&](Operation *op, Region *) { op->moveBefore(loop); });
  });
  function.walk<WalkOrder::PreOrder>([](WhileOp loop) {
    make_inside(loop.getCond());
    make_inside(loop.getBody());
  });
}

} // namespace brigade::compiler
