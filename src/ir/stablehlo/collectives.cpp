#include "ir/stablehlo/collectives.h"

#include "ir/infer.h"
#include "ir/limits.h"

#include "llvm/ADT/DenseSet.h"

namespace brigade::stablehlo {

using namespace mlir;
using ir::infer_error;

using Types = SmallVectorImpl<Type>;
using MaybeLocation = std::optional<Location>;

static LogicalResult infer_device_id(MLIRContext *context, Types &inferred) {
  inferred.push_back(
      RankedTensorType::get({}, IntegerType::get(context, 32, IntegerType::Unsigned)));
  return success();
}

LogicalResult PartitionIdOp::inferReturnTypes(MLIRContext *context, MaybeLocation, Adaptor,
                                              Types &inferred) {
  return infer_device_id(context, inferred);
}
LogicalResult ReplicaIdOp::inferReturnTypes(MLIRContext *context, MaybeLocation, Adaptor,
                                            Types &inferred) {
  return infer_device_id(context, inferred);
}

/// Groups are rows of a matrix: ids not negative and in one group only, -1 where a shorter group
/// ends.
static LogicalResult check_groups(MaybeLocation location, StringRef name,
                                  DenseIntElementsAttr groups) {
  auto type = cast<RankedTensorType>(groups.getType());
  if (type.getRank() != 2)
    return infer_error(location, name, "has replica_groups of rank ", type.getRank(),
                       "; one row a group is right");
  llvm::DenseSet<int64_t> seen;
  for (int64_t id : groups.getValues<int64_t>()) {
    if (id < -1 || id >= ir::max_devices)
      return infer_error(location, name, "has device ", id, " in replica_groups; ids are below ",
                         ir::max_devices);
    if (id >= 0 && !seen.insert(id).second)
      return infer_error(location, name, "has device ", id, " twice in replica_groups");
  }
  return success();
}

/// How many devices each group has, where the attributes alone say so. They do not where the table
/// is empty, which means all devices, or has short rows; nor for a channel without global ids,
/// where a row counts once a partition.
template <class Op> static std::optional<int64_t> group_size(Op op) {
  DenseIntElementsAttr groups = op.getReplicaGroups();
  bool channel = op.getChannelHandle() && op.getChannelHandle()->getHandle() > 0;
  if (groups.empty() || (channel && !op.getUseGlobalDeviceIds()) ||
      llvm::is_contained(groups.getValues<int64_t>(), -1))
    return std::nullopt;
  return cast<RankedTensorType>(groups.getType()).getDimSize(1);
}

/// How many times `part` goes into `whole`; none where it does not.
static std::optional<int64_t> multiple(int64_t whole, int64_t part) {
  if (part == 0)
    return whole == 0 ? std::optional<int64_t>(1) : std::nullopt;
  return whole > 0 && whole % part == 0 ? std::optional(whole / part) : std::nullopt;
}

LogicalResult AllReduceOp::inferReturnTypes(MLIRContext *, MaybeLocation location, Adaptor adaptor,
                                            Types &inferred) {
  llvm::append_range(inferred, adaptor.getOperands().getTypes());
  return check_groups(location, getOperationName(), adaptor.getReplicaGroups());
}

LogicalResult AllReduceOp::verifyRegions() {
  for (Type type : getOperandTypes())
    if (failed(ir::verify_reducer(*this, getComputation(), type)))
      return failure();
  return success();
}

LogicalResult AllGatherOp::verify() {
  if (failed(check_groups(getLoc(), getOperationName(), getReplicaGroups())))
    return failure();
  if (getNumOperands() != getNumResults())
    return emitOpError() << "has " << getNumOperands() << " operands and " << getNumResults()
                         << " results";
  int64_t dim = getAllGatherDim();
  std::optional<int64_t> members = group_size(*this);
  for (auto [from, to] : llvm::zip(getOperandTypes(), getResultTypes())) {
    auto operand = cast<RankedTensorType>(from), result = cast<RankedTensorType>(to);
    if (dim < 0 || dim >= operand.getRank())
      return emitOpError() << "gathers along dimension " << dim << " of a tensor of rank "
                           << operand.getRank();
    if (!members && result.getRank() == operand.getRank())
      members = multiple(result.getDimSize(dim), operand.getDimSize(dim));
    if (!members)
      return emitOpError() << "gathers " << operand << " along dimension " << dim
                           << ", which gives a multiple of its size there, not " << result;
    SmallVector<int64_t> shape(operand.getShape());
    shape[dim] *= *members;
    if (result != operand.clone(shape))
      return emitOpError() << "gathers " << operand << " from " << *members
                           << " devices along dimension " << dim << ", which gives "
                           << operand.clone(shape) << ", not " << result;
  }
  return success();
}

LogicalResult ReduceScatterOp::verifyRegions() {
  if (failed(check_groups(getLoc(), getOperationName(), getReplicaGroups())))
    return failure();
  auto type = cast<RankedTensorType>(getOperand().getType()),
       result = cast<RankedTensorType>(getResult().getType());
  int64_t dim = getScatterDimension();
  if (dim < 0 || dim >= type.getRank())
    return emitOpError() << "scatters dimension " << dim << " of a tensor of rank "
                         << type.getRank();
  std::optional<int64_t> members = group_size(*this);
  if (!members && result.getRank() == type.getRank())
    members = multiple(type.getDimSize(dim), result.getDimSize(dim));
  if (!members)
    return emitOpError() << "scatters dimension " << dim << " of " << type
                         << ", which gives a part of its size there, not " << result;
  if (type.getDimSize(dim) % *members != 0)
    return emitOpError() << "scatters dimension " << dim << " of size " << type.getDimSize(dim)
                         << " over " << *members << " devices, which do not divide it";
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] /= *members;
  if (result != type.clone(shape))
    return emitOpError() << "gives " << type.clone(shape) << ", not " << result;
  return ir::verify_reducer(*this, getComputation(), type);
}

LogicalResult AllToAllOp::inferReturnTypes(MLIRContext *, MaybeLocation location, Adaptor adaptor,
                                           Types &inferred) {
  StringRef name = getOperationName();
  if (failed(check_groups(location, name, adaptor.getReplicaGroups())))
    return failure();
  int64_t split = adaptor.getSplitDimension(), concat = adaptor.getConcatDimension(),
          count = adaptor.getSplitCount();
  auto groups = cast<RankedTensorType>(adaptor.getReplicaGroups().getType());
  if (groups.getNumElements() != 0 && count != groups.getDimSize(1))
    return infer_error(location, name, "has split_count ", count, " in groups of ",
                       groups.getDimSize(1));
  for (Type each : adaptor.getOperands().getTypes()) {
    auto type = cast<RankedTensorType>(each);
    if (split < 0 || split >= type.getRank() || concat < 0 || concat >= type.getRank())
      return infer_error(location, name, "splits dimension ", split, " and joins along ", concat,
                         " of a tensor of rank ", type.getRank());
    if (count < 1 || type.getDimSize(split) % count != 0)
      return infer_error(location, name, "splits dimension ", split, " of size ",
                         type.getDimSize(split), " into ", count, " parts, which do not divide it");
    SmallVector<int64_t> shape(type.getShape());
    shape[split] /= count;
    shape[concat] *= count;
    inferred.push_back(type.clone(shape));
  }
  return success();
}

LogicalResult CollectivePermuteOp::inferReturnTypes(MLIRContext *, MaybeLocation location,
                                                    Adaptor adaptor, Types &inferred) {
  DenseIntElementsAttr pairs = adaptor.getSourceTargetPairs();
  auto type = cast<RankedTensorType>(pairs.getType());
  if (type.getRank() != 2 || type.getDimSize(1) != 2)
    return infer_error(location, getOperationName(), "has source_target_pairs of type ", type,
                       "; one row of two a pair is right");
  llvm::DenseSet<int64_t> seen[2];
  for (auto [index, id] : llvm::enumerate(pairs.getValues<int64_t>()))
    if (bool known = id >= 0 && id < ir::max_devices; !known || !seen[index % 2].insert(id).second)
      return infer_error(location, getOperationName(), "has device ", id,
                         index % 2 ? " as target" : " as source", known ? " twice" : "");
  inferred.push_back(adaptor.getOperand().getType());
  return success();
}

LogicalResult CollectiveBroadcastOp::verify() {
  return check_groups(getLoc(), getOperationName(), getReplicaGroups());
}

} // namespace brigade::stablehlo
