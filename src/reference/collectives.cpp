#include "reference/body.h"
#include "reference/index.h"
#include "reference/machine.h"
#include "reference/values.h"

#include "ir/device_groups.h"
#include "ir/dialects.h"

#include <fmt/ranges.h>

namespace brigade::reference {

using ir::Group;
using llvm::ArrayRef;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::Operation;
using PerDevice = Machine::PerDevice;

namespace {

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

/// What a group makes of its members' operands: one list of results a member.
using Perform =
    llvm::function_ref<FailureOr<PerDevice>(const Group &group, const PerDevice &operands)>;

/// A collective in which each active device is in one group. `operands` of `perform` are those of
/// all devices; its results are in the order of the group.
LogicalResult perform_in_groups(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active,
                                Perform perform) {
  auto groups = ir::device_groups(op, machine.grid());
  auto values = machine.operands(op, frame, active);
  if (failed(groups) || failed(values) || failed(meet_all(op, *groups, active)))
    return mlir::failure();
  PerDevice results(machine.grid().size());
  for (const Group &group : *groups) {
    FailureOr<PerDevice> made = perform(group, *values);
    if (failed(made))
      return mlir::failure();
    for (auto [device, row] : llvm::zip(group, *made))
      results[device] = std::move(row);
  }
  return machine.set_results(op, results, frame, active);
}

/// The results that a member has, for every member.
PerDevice for_all(const Group &group, const std::vector<Tensor> &results) {
  return PerDevice(group.size(), results);
}

LogicalResult all_reduce(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  auto regions = machine.regions(frame, active[0]);
  auto computation = Body::prepare(op->getRegion(0), *regions);
  if (failed(computation))
    return mlir::failure();
  return perform_in_groups(
      op, machine, frame, active,
      [&](const Group &group, const PerDevice &values) -> FailureOr<PerDevice> {
        std::vector<Tensor> totals;
        for (size_t k = 0; k < op->getNumOperands(); ++k) {
          FailureOr<Literal> total = folded(of_group(values, group, k), *computation);
          if (failed(total))
            return mlir::failure();
          totals.push_back(share(std::move(*total)));
        }
        return for_all(group, totals);
      });
}

LogicalResult reduce_scatter(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  auto reduce = mlir::cast<stablehlo::ReduceScatterOp>(op);
  auto regions = machine.regions(frame, active[0]);
  auto computation = Body::prepare(reduce.getComputation(), *regions);
  if (failed(computation))
    return mlir::failure();
  return perform_in_groups(
      op, machine, frame, active,
      [&](const Group &group, const PerDevice &values) -> FailureOr<PerDevice> {
        FailureOr<Literal> total = folded(of_group(values, group, 0), *computation);
        if (failed(total))
          return mlir::failure();
        int64_t dimension = reduce.getScatterDimension(), size = total->shape[dimension],
                members = static_cast<int64_t>(group.size());
        if (size % members != 0)
          return op->emitOpError() << "scatters dimension " << dimension << " of size " << size
                                   << " over a group of " << members;
        PerDevice parts;
        for (int64_t i = 0; i < members; ++i)
          parts.push_back({share(part_of(*total, dimension, i, members))});
        return parts;
      });
}

LogicalResult all_gather(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  int64_t dimension = mlir::cast<stablehlo::AllGatherOp>(op).getAllGatherDim();
  return perform_in_groups(
      op, machine, frame, active,
      [&](const Group &group, const PerDevice &values) -> FailureOr<PerDevice> {
        std::vector<Tensor> wholes;
        for (size_t k = 0; k < op->getNumOperands(); ++k)
          wholes.push_back(share(concatenated(of_group(values, group, k), dimension)));
        return for_all(group, wholes);
      });
}

/// Member j receives part j of each member, in the order of the group.
LogicalResult all_to_all(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  auto exchange = mlir::cast<stablehlo::AllToAllOp>(op);
  int64_t count = exchange.getSplitCount();
  return perform_in_groups(
      op, machine, frame, active,
      [&](const Group &group, const PerDevice &values) -> FailureOr<PerDevice> {
        if (static_cast<int64_t>(group.size()) != count)
          return op->emitOpError()
                 << "splits into " << count << " parts for a group of " << group.size();
        PerDevice results(group.size());
        for (size_t k = 0; k < op->getNumOperands(); ++k)
          for (size_t j = 0; j < group.size(); ++j) {
            std::vector<Tensor> parts;
            for (const Tensor &value : of_group(values, group, k))
              parts.push_back(share(part_of(*value, exchange.getSplitDimension(), j, count)));
            results[j].push_back(share(concatenated(parts, exchange.getConcatDimension())));
          }
        return results;
      });
}

/// Each group sends from its first member to the others, and to itself where `to_itself`; who
/// receives nothing has zeros.
LogicalResult send(Operation *op, bool to_itself, Machine &machine, Frame &frame,
                   ArrayRef<int> active) {
  auto groups = ir::device_groups(op, machine.grid());
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
  return send(op, /*to_itself=*/false, machine, frame, active);
}

LogicalResult collective_broadcast(Operation *op, Machine &machine, Frame &frame,
                                   ArrayRef<int> active) {
  return send(op, /*to_itself=*/true, machine, frame, active);
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
