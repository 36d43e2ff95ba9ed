#include "reference/body.h"
#include "reference/index.h"
#include "reference/machine.h"
#include "reference/values.h"

#include "ir/dialects.h"

#include <fmt/ranges.h>

#include <numeric>

namespace brigade::reference {

using llvm::ArrayRef;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::Operation;
using PerDevice = Machine::PerDevice;

namespace {

/// Devices, in the order in which they take part.
using Group = std::vector<int>;

/// How the specification turns the ids in a collective's attribute into groups of processes.
enum class Strategy { CrossReplica, CrossPartition, CrossReplicaAndPartition, FlattenedIds };

/// Of all_reduce, all_gather and reduce_scatter.
template <class Op> Strategy reduction_strategy(Op op) {
  if (op.getUseGlobalDeviceIds())
    return Strategy::FlattenedIds;
  bool channel = op.getChannelHandle() && op.getChannelHandle()->getHandle() > 0;
  return channel ? Strategy::CrossReplicaAndPartition : Strategy::CrossReplica;
}

/// Of the others.
template <class Op> Strategy exchange_strategy(Op op) {
  bool channel = op.getChannelHandle() && op.getChannelHandle()->getHandle() > 0;
  return channel ? Strategy::CrossPartition : Strategy::CrossReplica;
}

/// The rows of a matrix of ids; -1 fills short ones. No row means one with every id.
std::vector<std::vector<int64_t>> rows_of(mlir::DenseIntElementsAttr ids, int64_t count) {
  std::vector<std::vector<int64_t>> rows;
  int64_t columns = ids.getType().getRank() == 2 ? ids.getType().getDimSize(1)
                                                 : std::max<int64_t>(ids.getNumElements(), 1);
  int64_t i = 0;
  for (int64_t id : ids.getValues<int64_t>()) {
    if (i++ % columns == 0)
      rows.emplace_back();
    if (id != -1)
      rows.back().push_back(id);
  }
  if (rows.empty()) {
    rows.emplace_back(count);
    std::iota(rows[0].begin(), rows[0].end(), 0);
  }
  return rows;
}

FailureOr<std::vector<Group>> groups_of(Operation *op, mlir::DenseIntElementsAttr ids,
                                        Strategy strategy, const Grid &grid) {
  int64_t count = strategy == Strategy::FlattenedIds     ? grid.size()
                  : strategy == Strategy::CrossPartition ? grid.partitions
                                                         : grid.replicas;
  auto device = [&](int64_t replica, int64_t partition) {
    return static_cast<int>(replica * grid.partitions + partition);
  };
  std::vector<Group> groups;
  for (const std::vector<int64_t> &row : rows_of(ids, count)) {
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

/// Keeps the groups that are here, and reports one of which only some members are: they would wait
/// for ever.
LogicalResult meet(Operation *op, std::vector<Group> &groups, ArrayRef<int> active) {
  auto here = [&](int device) { return llvm::is_contained(active, device); };
  for (const Group &group : groups) {
    Group present, missing;
    for (int device : group)
      (here(device) ? present : missing).push_back(device);
    if (!present.empty() && !missing.empty())
      return op->emitOpError() << "is performed by devices " << fmt::format("{}", group)
                               << " together, but only " << fmt::format("{}", present)
                               << " come to it; " << fmt::format("{}", missing) << " do not";
  }
  std::erase_if(groups, [&](const Group &group) { return group.empty() || !here(group[0]); });
  return mlir::success();
}

/// The same, where each active device must be in exactly one group.
LogicalResult meet_all(Operation *op, std::vector<Group> &groups, ArrayRef<int> active) {
  if (failed(meet(op, groups, active)))
    return mlir::failure();
  for (int device : active) {
    auto count =
        llvm::count_if(groups, [&](const Group &g) { return llvm::is_contained(g, device); });
    if (count != 1)
      return op->emitOpError() << "has device " << device << " in " << count
                               << " groups; each must be in one";
  }
  return mlir::success();
}

/// Arrays of equal shape one after another along a dimension.
Literal concatenated(ArrayRef<Tensor> parts, int64_t dimension) {
  Shape shape = parts[0]->shape;
  shape[dimension] *= static_cast<int64_t>(parts.size());
  Literal out(parts[0]->dtype, shape);
  for (auto [p, part] : llvm::enumerate(parts))
    for (IndexWalk i(part->shape); i; ++i) {
      Shape index = *i;
      index[dimension] += static_cast<int64_t>(p) * part->shape[dimension];
      copy_element(out, position_in(shape, index), *part, i.position());
    }
  return out;
}

/// Part `number` of `count` equal ones along a dimension.
Literal part_of(const Literal &whole, int64_t dimension, int64_t number, int64_t count) {
  Shape shape = whole.shape;
  shape[dimension] /= count;
  Literal out(whole.dtype, shape);
  for (IndexWalk i(shape); i; ++i) {
    Shape index = *i;
    index[dimension] += number * shape[dimension];
    copy_element(out, i.position(), whole, position_in(whole.shape, index));
  }
  return out;
}

/// Operand `k` of the members of a group.
std::vector<Tensor> of_group(const PerDevice &values, const Group &group, size_t k) {
  std::vector<Tensor> out;
  for (int device : group)
    out.push_back(values[device][k]);
  return out;
}

/// computation(computation(v0, v1), v2) ... element by element, in the order of the group.
FailureOr<Literal> folded(ArrayRef<Tensor> values, Body &computation) {
  Literal result = converted(*values[0], computation.argument_dtype(0));
  for (const Tensor &value : values.drop_front()) {
    Literal next = converted(*value, computation.argument_dtype(1));
    for (int64_t i = 0; i < result.size(); ++i)
      if (failed(computation({element(result, i), element(next, i)}, {element(result, i)})))
        return mlir::failure();
  }
  return result;
}

LogicalResult all_reduce(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  auto reduce = mlir::cast<stablehlo::AllReduceOp>(op);
  auto groups =
      groups_of(op, reduce.getReplicaGroups(), reduction_strategy(reduce), machine.grid());
  auto values = machine.operands(op, frame, active);
  auto regions = machine.regions(frame, active[0]);
  auto computation = Body::prepare(reduce.getComputation(), *regions);
  if (failed(groups) || failed(values) || failed(computation) ||
      failed(meet_all(op, *groups, active)))
    return mlir::failure();
  PerDevice results(machine.grid().size());
  for (const Group &group : *groups)
    for (size_t k = 0; k < op->getNumOperands(); ++k) {
      FailureOr<Literal> total = folded(of_group(*values, group, k), *computation);
      if (failed(total))
        return mlir::failure();
      Tensor shared = share(std::move(*total));
      for (int device : group)
        results[device].push_back(shared);
    }
  return machine.set_results(op, results, frame, active);
}

LogicalResult reduce_scatter(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  auto reduce = mlir::cast<stablehlo::ReduceScatterOp>(op);
  auto groups =
      groups_of(op, reduce.getReplicaGroups(), reduction_strategy(reduce), machine.grid());
  auto values = machine.operands(op, frame, active);
  auto regions = machine.regions(frame, active[0]);
  auto computation = Body::prepare(reduce.getComputation(), *regions);
  if (failed(groups) || failed(values) || failed(computation) ||
      failed(meet_all(op, *groups, active)))
    return mlir::failure();
  PerDevice results(machine.grid().size());
  for (const Group &group : *groups) {
    FailureOr<Literal> total = folded(of_group(*values, group, 0), *computation);
    if (failed(total))
      return mlir::failure();
    for (auto [i, device] : llvm::enumerate(group))
      results[device].push_back(
          share(part_of(*total, reduce.getScatterDimension(), i, group.size())));
  }
  return machine.set_results(op, results, frame, active);
}

LogicalResult all_gather(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  auto gather = mlir::cast<stablehlo::AllGatherOp>(op);
  auto groups =
      groups_of(op, gather.getReplicaGroups(), reduction_strategy(gather), machine.grid());
  auto values = machine.operands(op, frame, active);
  if (failed(groups) || failed(values) || failed(meet_all(op, *groups, active)))
    return mlir::failure();
  PerDevice results(machine.grid().size());
  for (const Group &group : *groups)
    for (size_t k = 0; k < op->getNumOperands(); ++k) {
      Tensor shared = share(concatenated(of_group(*values, group, k), gather.getAllGatherDim()));
      for (int device : group)
        results[device].push_back(shared);
    }
  return machine.set_results(op, results, frame, active);
}

/// Member j receives part j of each member, in the order of the group.
LogicalResult all_to_all(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  auto exchange = mlir::cast<stablehlo::AllToAllOp>(op);
  auto groups =
      groups_of(op, exchange.getReplicaGroups(), exchange_strategy(exchange), machine.grid());
  auto values = machine.operands(op, frame, active);
  if (failed(groups) || failed(values) || failed(meet_all(op, *groups, active)))
    return mlir::failure();
  int64_t count = exchange.getSplitCount();
  PerDevice results(machine.grid().size());
  for (const Group &group : *groups) {
    if (static_cast<int64_t>(group.size()) != count)
      return op->emitOpError() << "splits into " << count << " parts for a group of "
                               << group.size();
    for (size_t k = 0; k < op->getNumOperands(); ++k)
      for (auto [j, device] : llvm::enumerate(group)) {
        std::vector<Tensor> parts;
        for (const Tensor &value : of_group(*values, group, k))
          parts.push_back(share(part_of(*value, exchange.getSplitDimension(), j, count)));
        results[device].push_back(share(concatenated(parts, exchange.getConcatDimension())));
      }
  }
  return machine.set_results(op, results, frame, active);
}

/// groups[i] sends from its first member to the others; who receives nothing has zeros.
LogicalResult send(Operation *op, FailureOr<std::vector<Group>> groups, bool to_itself,
                   Machine &machine, Frame &frame, ArrayRef<int> active) {
  auto values = machine.operands(op, frame, active);
  if (failed(groups) || failed(values) || failed(meet(op, *groups, active)))
    return mlir::failure();
  FailureOr<Literal> zeros = zeros_of_result(op);
  if (failed(zeros))
    return mlir::failure();
  Tensor nothing = share(std::move(*zeros));
  PerDevice results(machine.grid().size());
  for (int device : active)
    results[device] = {nothing};
  for (const Group &group : *groups)
    for (int device : ArrayRef<int>(group).drop_front(to_itself ? 0 : 1))
      results[device] = {(*values)[group[0]][0]};
  return machine.set_results(op, results, frame, active);
}

LogicalResult collective_permute(Operation *op, Machine &machine, Frame &frame,
                                 ArrayRef<int> active) {
  auto permute = mlir::cast<stablehlo::CollectivePermuteOp>(op);
  auto pairs = permute.getSourceTargetPairs();
  if (pairs.empty())
    return send(op, std::vector<Group>{}, false, machine, frame, active);
  return send(op, groups_of(op, pairs, exchange_strategy(permute), machine.grid()), false, machine,
              frame, active);
}

LogicalResult collective_broadcast(Operation *op, Machine &machine, Frame &frame,
                                   ArrayRef<int> active) {
  auto broadcast = mlir::cast<stablehlo::CollectiveBroadcastOp>(op);
  return send(
      op, groups_of(op, broadcast.getReplicaGroups(), exchange_strategy(broadcast), machine.grid()),
      true, machine, frame, active);
}

/// A u32 of rank 0 that tells devices apart.
template <class Number>
LogicalResult number_devices(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active,
                             Number number) {
  PerDevice results(machine.grid().size());
  for (int device : active) {
    Literal id(DType::U32, {});
    id.data<uint32_t>()[0] = static_cast<uint32_t>(number(device));
    results[device].push_back(share(std::move(id)));
  }
  return machine.set_results(op, results, frame, active);
}

LogicalResult partition_id(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  return number_devices(op, machine, frame, active,
                        [&](int device) { return device % machine.grid().partitions; });
}

LogicalResult replica_id(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  return number_devices(op, machine, frame, active,
                        [&](int device) { return device / machine.grid().partitions; });
}

} // namespace

void add_collectives_evaluations(EvaluateRules &rules) {
  rules.add<stablehlo::AllReduceOp>(all_reduce);
  rules.add<stablehlo::ReduceScatterOp>(reduce_scatter);
  rules.add<stablehlo::AllGatherOp>(all_gather);
  rules.add<stablehlo::AllToAllOp>(all_to_all);
  rules.add<stablehlo::CollectivePermuteOp>(collective_permute);
  rules.add<stablehlo::CollectiveBroadcastOp>(collective_broadcast);
  rules.add<stablehlo::PartitionIdOp>(partition_id);
  rules.add<stablehlo::ReplicaIdOp>(replica_id);
}

} // namespace brigade::reference
