#include "compiler/fuse/fuse.h"

#include "compiler/emit/plan.h"
#include "compiler/fuse/cluster.h"
#include "compiler/fuse/prepare.h"
#include "compiler/partition/varying.h"
#include "transforms/counted_loop.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

/// Rewrites one block by its clusters.
class BlockFuser {
public:
  BlockFuser(Block &block, const SharingOf &sharing_of)
      : block_(block), clustering_(block, sharing_of) {}

  void run() {
    for (int number : clustering_.order()) {
      Cluster &cluster = clustering_.clusters[number];
      if (cluster.kind == Cluster::Opaque) {
        cluster.ops.front()->moveBefore(block_.getTerminator());
        continue;
      }
      if (cluster.product)
        cluster.product->moveBefore(block_.getTerminator());
      build(cluster);
    }
    remove_unused();
  }

private:
  /// What the kernel computes itself, in program order: the cluster's operations and the cheap ones
  /// that they read.
  llvm::SetVector<Operation *> members(const Cluster &cluster) {
    llvm::SetVector<Operation *> inside;
    llvm::DenseSet<Operation *> own(cluster.ops.begin(), cluster.ops.end());
    Operation *update = cluster.kind == Cluster::Update ? cluster.ops.back() : nullptr;
    std::function<void(Operation *)> add = [&](Operation *op) {
      if (inside.contains(op))
        return;
      for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
        Operation *source = operand.getDefiningOp();
        if (!source || source->getBlock() != &block_)
          continue;
        if (op == update &&
            (i < memory_operands(op) || reads_memory_operand(operand, update, clustering_.cheap)))
          continue;
        if (own.contains(source) || clustering_.cheap.contains(source))
          add(source);
      }
      inside.insert(op);
    };
    for (Operation *op : cluster.ops)
      add(op);
    return inside;
  }

  void build(Cluster &cluster) {
    llvm::SetVector<Operation *> inside = members(cluster);
    // Inputs: memory that results take over first, then the product, then as they are met.
    llvm::SetVector<Value> inputs;
    bool is_update = cluster.kind == Cluster::Update;
    Operation *update = is_update ? cluster.ops.back() : nullptr;
    if (is_update)
      for (Value operand : update->getOperands().take_front(memory_operands(update)))
        inputs.insert(operand);
    if (cluster.product)
      inputs.insert(cluster.product->getResult(0));
    auto is_inside = [&](Value v) {
      return v.getDefiningOp() && inside.contains(v.getDefiningOp());
    };
    for (Operation *op : inside)
      for (Value operand : op->getOperands())
        if (!is_inside(operand))
          inputs.insert(operand);

    SmallVector<Value> results;
    SmallVector<Location> locations;
    llvm::DenseSet<Operation *> own(cluster.ops.begin(), cluster.ops.end());
    for (Operation *op : cluster.ops) {
      locations.push_back(op->getLoc());
      for (Value result : op->getResults())
        if (op == update || llvm::any_of(result.getUses(), [&](OpOperand &use) {
              return is_outside(use, own, cluster);
            }))
          results.push_back(result);
    }
    if (results.empty())
      return;

    OpBuilder b(block_.getTerminator());
    Location loc = cluster.ops.back()->getLoc();
    auto fusion = b.create<ir::FusionOp>(loc, TypeRange(ValueRange(results)), inputs.getArrayRef());
    Block &body = fusion.getBody().emplaceBlock();
    IRMapping map;
    for (Value input : inputs)
      map.map(input, body.addArgument(input.getType(), input.getLoc()));
    b.setInsertionPointToStart(&body);
    for (Operation *op : inside)
      b.clone(*op, map);
    SmallVector<Value> returned;
    for (Value result : results)
      returned.push_back(map.lookup(result));
    b.create<stablehlo::ReturnOp>(loc, returned);
    if (is_update)
      fusion->setAttr(emit::in_place_attribute, b.getUnitAttr());
    if (cluster.product)
      fusion->setAttr(epilogue_attribute, b.getUnitAttr());
    for (auto [result, made] : llvm::zip(results, fusion.getResults()))
      result.replaceUsesWithIf(
          made, [&](OpOperand &use) { return use.getOwner()->getParentOp() != fusion; });
  }

  /// A use that reads the value from memory. The uses by clusters built before are gone; those of
  /// later clusters, and of cheap operations outside that something later needs, remain.
  bool is_outside(OpOperand &use, const llvm::DenseSet<Operation *> &own, const Cluster &cluster) {
    Operation *user = block_.findAncestorOpInBlock(*use.getOwner());
    if (!user || own.contains(user) || !clustering_.is_live(user))
      return false;
    if (clustering_.cluster_of(user) >= 0 || user->hasTrait<OpTrait::IsTerminator>())
      return true;
    // Cheap: as far as its own users are outside.
    for (Value result : user->getResults())
      for (OpOperand &next : result.getUses())
        if (is_outside(next, own, cluster))
          return true;
    return false;
  }

  void remove_unused() {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block_)))
      if (!op.hasTrait<OpTrait::IsTerminator>() && op.use_empty() && isMemoryEffectFree(&op))
        op.erase();
  }

  Block &block_;
  Clustering clustering_;
};

template <class F> void for_each_block(Block &block, F &&f) {
  f(block);
  for (Operation &op : block)
    if (isa<stablehlo::WhileOp>(op))
      for (Region &region : op.getRegions())
        for_each_block(region.front(), f);
}

} // namespace

LogicalResult fuse(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    if (!llvm::hasSingleElement(function.getBody()))
      return function.emitOpError("has more than one block, which a program cannot have");
    Block &body = function.getBody().front();
    // Said now, since fusions hide what a loop counts by.
    function.walk([](stablehlo::WhileOp loop) {
      if (auto counted = transforms::match_counted(loop))
        loop->setAttr(trips_attribute, Builder(loop).getI64IntegerAttr(counted->trips));
    });
    for_each_block(body, prepare_block);
    Varying varying(function);
    std::vector<schedule::Sharing> seen;
    SharingOf sharing_of = [&](Value v) {
      const schedule::Sharing &sharing = varying.of(v);
      auto it = llvm::find(seen, sharing);
      if (it == seen.end())
        it = seen.insert(seen.end(), sharing);
      return static_cast<int>(it - seen.begin());
    };
    std::vector<Block *> blocks;
    for_each_block(body, [&](Block &block) { blocks.push_back(&block); });
    // Loops' bodies first: their kernels take what is outside as it is then.
    for (Block *block : llvm::reverse(blocks))
      BlockFuser(*block, sharing_of).run();
  }
  return success();
}

} // namespace brigade::compiler
