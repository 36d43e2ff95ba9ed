#include "ir/device_groups.h"

#include "ir/limits.h"
#include "ir/sdy/ops.h"
#include "ir/stablehlo/collectives.h"

#include <numeric>

namespace brigade::ir {

using namespace mlir;

namespace {

/// How the specification turns the ids in a collective's attribute into groups of processes.
enum class Strategy { CrossReplica, CrossPartition, CrossReplicaAndPartition, FlattenedIds };

Strategy strategy_of(Operation *op) {
  if (op->hasAttr("use_global_device_ids"))
    return Strategy::FlattenedIds;
  auto channel = op->getAttrOfType<stablehlo::ChannelHandleAttr>("channel_handle");
  if (!channel || channel.getHandle() <= 0)
    return Strategy::CrossReplica;
  bool reduces =
      isa<stablehlo::AllReduceOp, stablehlo::AllGatherOp, stablehlo::ReduceScatterOp>(op);
  return reduces ? Strategy::CrossReplicaAndPartition : Strategy::CrossPartition;
}

/// The rows of a matrix of ids; -1 fills short ones.
std::vector<std::vector<int64_t>> rows_of(DenseIntElementsAttr ids) {
  std::vector<std::vector<int64_t>> rows;
  int64_t columns = ids.getType().getRank() == 2 ? ids.getType().getDimSize(1)
                                                 : std::max<int64_t>(ids.getNumElements(), 1);
  for (auto [i, id] : llvm::enumerate(ids.getValues<int64_t>())) {
    if (static_cast<int64_t>(i) % columns == 0)
      rows.emplace_back();
    if (id != -1)
      rows.back().push_back(id);
  }
  return rows;
}

} // namespace

FailureOr<Grid> grid_of(ModuleOp module) {
  for (auto mesh : module.getOps<sdy::MeshOp>())
    if (!mesh.getMesh().getAxes().empty())
      return Grid{1, mesh.getMesh().getTotalSize()};
  auto count = [&](StringRef name) {
    auto value = module->getAttrOfType<IntegerAttr>(name);
    return value ? value.getValue().sextOrTrunc(64).getSExtValue() : 1;
  };
  Grid grid{count("mhlo.num_replicas"), count("mhlo.num_partitions")};
  if (grid.replicas < 1 || grid.partitions < 1 || grid.partitions > max_devices / grid.replicas)
    return module.emitError() << "is for " << grid.replicas << " replicas of " << grid.partitions
                              << " partitions; both are at least 1, and together at most "
                              << max_devices << " devices";
  return grid;
}

FailureOr<std::vector<Group>> device_groups(Operation *op, const Grid &grid) {
  Strategy strategy = strategy_of(op);
  int64_t count = strategy == Strategy::FlattenedIds     ? grid.size()
                  : strategy == Strategy::CrossPartition ? grid.partitions
                                                         : grid.replicas;
  std::vector<std::vector<int64_t>> rows;
  if (auto pairs = op->getAttrOfType<DenseIntElementsAttr>("source_target_pairs")) {
    rows = rows_of(pairs);
  } else {
    rows = rows_of(op->getAttrOfType<DenseIntElementsAttr>("replica_groups"));
    if (rows.empty()) { // All of them.
      rows.emplace_back(count);
      std::iota(rows[0].begin(), rows[0].end(), 0);
    }
  }
  auto device = [&](int64_t replica, int64_t partition) {
    return static_cast<int>(replica * grid.partitions + partition);
  };
  std::vector<Group> groups;
  for (const std::vector<int64_t> &row : rows) {
    for (int64_t id : row)
      if (id < 0 || id >= count)
        return op->emitOpError()
               << "names process " << id << " where there are " << count
               << (strategy == Strategy::CrossReplica && grid.partitions > 1
                       ? " replicas; partitions take part by a channel handle above 0"
                       : "");
    auto group_by = [&](auto device_of) {
      Group group;
      for (int64_t id : row)
        group.push_back(device_of(id));
      return group;
    };
    switch (strategy) {
    case Strategy::FlattenedIds:
      groups.emplace_back(row.begin(), row.end());
      break;
    case Strategy::CrossReplica:
      for (int64_t partition = 0; partition < grid.partitions; ++partition)
        groups.push_back(group_by([&](int64_t id) { return device(id, partition); }));
      break;
    case Strategy::CrossPartition:
      for (int64_t replica = 0; replica < grid.replicas; ++replica)
        groups.push_back(group_by([&](int64_t id) { return device(replica, id); }));
      break;
    case Strategy::CrossReplicaAndPartition:
      groups.emplace_back();
      for (int64_t partition = 0; partition < grid.partitions; ++partition)
        for (int64_t id : row)
          groups.back().push_back(device(id, partition));
      break;
    }
  }
  return groups;
}

} // namespace brigade::ir
