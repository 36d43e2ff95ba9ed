#include "compiler/collectives/passes.h"
#include "compiler/partition/emitter.h"
#include "ir/dialects.h"

#include <map>

namespace brigade::compiler {

using namespace mlir;

namespace {

using Groups = SmallVector<SmallVector<int64_t>>;

Groups rows(DenseIntElementsAttr attribute) {
  int64_t columns = cast<ShapedType>(attribute.getType()).getDimSize(1);
  Groups groups;
  for (auto [i, device] : llvm::enumerate(attribute.getValues<int64_t>())) {
    if (i % columns == 0)
      groups.emplace_back();
    groups.back().push_back(device);
  }
  return groups;
}

/// Who still has to add up, after devices have added up in `inner` groups and keep the part of
/// their place in them: those of an outer group with the same place. None where an inner group is
/// not inside an outer one.
std::optional<Groups> remaining(const Groups &outer, const Groups &inner) {
  std::map<int64_t, std::pair<size_t, size_t>> inner_place; // device -> group, place
  for (auto [g, group] : llvm::enumerate(inner))
    for (auto [place, device] : llvm::enumerate(group))
      inner_place[device] = {g, place};
  Groups rest;
  for (const auto &group : outer) {
    std::map<size_t, SmallVector<int64_t>> by_place;
    std::map<size_t, size_t> members;
    for (int64_t device : group) {
      auto it = inner_place.find(device);
      if (it == inner_place.end())
        return std::nullopt;
      by_place[it->second.second].push_back(device);
      ++members[it->second.first];
    }
    for (auto [g, count] : members)
      if (count != inner[g].size())
        return std::nullopt;
    for (auto &[place, devices] : by_place)
      rest.push_back(devices);
  }
  return rest;
}

bool form(Operation *slice) {
  auto split = slice->getAttrOfType<DenseIntElementsAttr>("brigade.split");
  auto sum = slice->getOperand(0).getDefiningOp<stablehlo::AllReduceOp>();
  if (!split || !sum || sum->getNumOperands() != 1 || !sum->hasOneUse() ||
      sum->getBlock() != slice->getBlock())
    return false;
  std::optional<Groups> rest = remaining(rows(sum.getReplicaGroups()), rows(split));
  if (!rest)
    return false;
  ArrayRef<int64_t> whole = ir::shape_of(slice->getOperand(0)),
                    part = ir::shape_of(slice->getResult(0));
  int64_t dim = std::mismatch(whole.begin(), whole.end(), part.begin()).first - whole.begin();
  OpBuilder builder(slice);
  auto scatter = builder.create<stablehlo::ReduceScatterOp>(
      sum.getLoc(), slice->getResult(0).getType(), sum->getOperand(0),
      builder.getI64IntegerAttr(dim), split, sum.getChannelHandleAttr(), builder.getUnitAttr());
  IRMapping mapping;
  sum.getComputation().cloneInto(&scatter.getComputation(), mapping);
  scatter->setDiscardableAttrs(sum->getDiscardableAttrDictionary());
  Value result = scatter->getResult(0);
  if (!rest->empty() && rest->front().size() > 1) {
    Operation *again = sum->clone();
    again->setOperands(result);
    again->getResult(0).setType(result.getType());
    cast<stablehlo::AllReduceOp>(again).setReplicaGroupsAttr(
        dense_rows(builder.getContext(), *rest));
    result = builder.insert(again)->getResult(0);
  }
  slice->getResult(0).replaceAllUsesWith(result);
  slice->erase();
  sum->erase();
  return true;
}

} // namespace

bool form_reduce_scatters(func::FuncOp function) {
  SmallVector<Operation *> slices;
  function.walk([&](stablehlo::DynamicSliceOp op) {
    if (op->hasAttr("brigade.split"))
      slices.push_back(op);
  });
  bool changed = false;
  for (Operation *slice : slices)
    changed |= form(slice);
  return changed;
}

} // namespace brigade::compiler
