#include "compiler/import/device_groups.h"

#include "ir/build.h"
#include "ir/device_groups.h"

namespace brigade::compiler {

using namespace mlir;
using stablehlo::CollectiveBroadcastOp;

/// Each device is in one group, and groups are of one size. A broadcast may leave devices out.
static LogicalResult check_groups(Operation *op, ArrayRef<ir::Group> groups, int devices) {
  SmallVector<bool> taken(devices, false);
  for (const ir::Group &group : groups) {
    if (group.size() != groups.front().size())
      return op->emitOpError() << "has groups of " << groups.front().size() << " and of "
                               << group.size()
                               << " devices; programs are compiled with groups of one size";
    for (int device : group)
      if (std::exchange(taken[device], true))
        return op->emitOpError() << "has device " << device << " in two groups";
  }
  if (auto missing = llvm::find(taken, false);
      missing != taken.end() && !isa<CollectiveBroadcastOp>(op))
    return op->emitOpError() << "has device " << missing - taken.begin()
                             << " in no group; each must be in one";
  return success();
}

LogicalResult write_device_groups(ModuleOp module) {
  FailureOr<ir::Grid> grid = ir::grid_of(module);
  if (failed(grid))
    return failure();
  MLIRContext *context = module.getContext();
  auto channel = stablehlo::ChannelHandleAttr::get(context, 1, 1);
  WalkResult walked = module.walk([&](Operation *op) -> WalkResult {
    bool pairs = op->hasAttr("source_target_pairs");
    if (!isa_and_nonnull<stablehlo::StablehloDialect>(op->getDialect()) ||
        (!pairs && !op->hasAttr("replica_groups")))
      return WalkResult::advance();
    FailureOr<std::vector<ir::Group>> groups = ir::device_groups(op, *grid);
    if (failed(groups) || (!pairs && failed(check_groups(op, *groups, grid->size()))))
      return WalkResult::interrupt();
    SmallVector<SmallVector<int64_t>> rows;
    for (const ir::Group &group : *groups)
      rows.emplace_back(group.begin(), group.end());
    if (!pairs || !rows.empty())
      op->setAttr(pairs ? "source_target_pairs" : "replica_groups",
                  ir::replica_groups(context, rows));
    op->setAttr("channel_handle", channel);
    if (isa<stablehlo::AllReduceOp, stablehlo::AllGatherOp, stablehlo::ReduceScatterOp>(op))
      op->setAttr("use_global_device_ids", UnitAttr::get(context));
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

} // namespace brigade::compiler
