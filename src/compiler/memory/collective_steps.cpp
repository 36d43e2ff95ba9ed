#include "compiler/emit/reducer.h"
#include "compiler/memory/linearize.h"
#include "ir/locations.h"
#include "ir/types.h"

/// Collectives as steps, and what they move.
namespace brigade::compiler {

using namespace mlir;
using namespace stablehlo;
using schedule::CollectiveKind;
using schedule::Reduction;

namespace {

/// Rows of a table; positions that no row names are groups of one.
std::vector<std::vector<int32_t>> groups_of(DenseIntElementsAttr table, int32_t devices) {
  std::vector<std::vector<int32_t>> groups;
  int64_t columns = cast<ShapedType>(table.getType()).getDimSize(1);
  std::vector<bool> named(devices, false);
  for (auto [i, value] : llvm::enumerate(table.getValues<APInt>())) {
    if (static_cast<int64_t>(i) % columns == 0)
      groups.emplace_back();
    int64_t position = value.getSExtValue();
    if (position < 0 || position >= devices)
      continue;
    groups.back().push_back(static_cast<int32_t>(position));
    named[position] = true;
  }
  for (int32_t d = 0; d < devices; ++d)
    if (!named[d])
      groups.push_back({d});
  return groups;
}

std::optional<Reduction> reduction_of(Region &region) {
  emit::Reducer reducer = emit::classify(region);
  if (!reducer.op)
    return std::nullopt;
  bool is_bool = ir::dtype_of(reducer.op->getResult(0).getType()) == DType::Bool;
  if (isa<AddOp>(reducer.op))
    return is_bool ? Reduction::Or : Reduction::Sum;
  if (isa<MulOp>(reducer.op))
    return is_bool ? Reduction::And : Reduction::Product;
  if (isa<MaxOp>(reducer.op))
    return Reduction::Max;
  if (isa<MinOp>(reducer.op))
    return Reduction::Min;
  return isa<AndOp>(reducer.op)  ? Reduction::And
         : isa<OrOp>(reducer.op) ? Reduction::Or
                                 : Reduction::Xor;
}

} // namespace

LogicalResult Linearizer::collective(Operation *op) {
  schedule::CollectiveStep step;
  int32_t devices = out_.program.devices;
  DenseIntElementsAttr table;
  Region *region = nullptr;
  if (auto all_reduce = dyn_cast<AllReduceOp>(op)) {
    step.kind = CollectiveKind::AllReduce;
    table = all_reduce.getReplicaGroups();
    region = &all_reduce.getComputation();
  } else if (auto scatter = dyn_cast<ReduceScatterOp>(op)) {
    step.kind = CollectiveKind::ReduceScatter;
    step.dimension = static_cast<int64_t>(scatter.getScatterDimension());
    table = scatter.getReplicaGroups();
    region = &scatter.getComputation();
  } else if (auto gather = dyn_cast<AllGatherOp>(op)) {
    step.kind = CollectiveKind::AllGather;
    step.dimension = static_cast<int64_t>(gather.getAllGatherDim());
    table = gather.getReplicaGroups();
  } else if (auto to_all = dyn_cast<AllToAllOp>(op)) {
    step.kind = CollectiveKind::AllToAll;
    step.dimension = static_cast<int64_t>(to_all.getSplitDimension());
    step.concat_dimension = static_cast<int64_t>(to_all.getConcatDimension());
    table = to_all.getReplicaGroups();
  } else if (auto broadcast = dyn_cast<CollectiveBroadcastOp>(op)) {
    step.kind = CollectiveKind::CollectiveBroadcast;
    table = broadcast.getReplicaGroups();
  } else if (auto permute = dyn_cast<CollectivePermuteOp>(op)) {
    step.kind = CollectiveKind::CollectivePermute;
    auto pairs = llvm::to_vector(permute.getSourceTargetPairs().getValues<int64_t>());
    for (size_t i = 0; i + 1 < pairs.size(); i += 2)
      step.source_target.push_back(
          {static_cast<int32_t>(pairs[i]), static_cast<int32_t>(pairs[i + 1])});
    step.groups.emplace_back();
    for (int32_t d = 0; d < devices; ++d)
      step.groups.back().push_back(d);
  } else {
    return op->emitOpError("cannot be compiled: there is no kernel and no step for it");
  }
  if (table)
    step.groups = groups_of(table, devices);
  if (region) {
    std::optional<Reduction> reduction = reduction_of(*region);
    if (!reduction)
      return op->emitOpError(
          "combines with a function that is none of sum, product, minimum, maximum, and, or, xor");
    step.reduction = *reduction;
  }

  int number = next_step();
  schedule::Traffic traffic;
  for (Value operand : op->getOperands()) {
    slots_.read(slots_.of(operand), number);
    step.operands.push_back(buffer_of(operand));
    auto type = cast<RankedTensorType>(operand.getType());
    traffic.bytes += type.getNumElements() * static_cast<int64_t>(dtype_size(ir::dtype_of(type)));
  }
  for (Value result : op->getResults()) {
    slots_.write(new_slot(result), number);
    step.results.push_back(buffer_of(result));
  }
  traffic.operation = op->getName().stripDialect().str();
  for (const auto &group : step.groups)
    traffic.group_size = std::max(traffic.group_size, static_cast<int32_t>(group.size()));
  traffic.count = runs_;
  if (auto reason = op->getAttrOfType<StringAttr>("brigade.reason"))
    traffic.reason = reason.str();
  traffic.location = out_.program.locations[location_of(op)];
  out_.program.traffic.push_back(traffic);
  add_step(std::move(step), sharing_of(op->getResult(0)), op);
  return success();
}

} // namespace brigade::compiler
