#include "compiler/partition/varying.h"

#include "compiler/propagate/layout.h"
#include "ir/dialects.h"
#include "ir/factors/flow.h"
#include "ir/types.h"
#include "reference/interpreter.h"

#include "mlir/IR/Matchers.h"

namespace brigade::compiler {

using namespace mlir;
using schedule::Sharing;

namespace {

/// What one device's result is made of: `sharing` of the operands, the group of the device and its
/// place in it.
struct Meeting {
  ArrayRef<int32_t> sharing;
  ArrayRef<int64_t> group;
  int place;
  int device;
};

using MeetFn = std::vector<int32_t> (*)(Meeting);

std::vector<int32_t> members(Meeting m) {
  std::vector<int32_t> key;
  for (int64_t device : m.group)
    key.push_back(m.sharing[device]);
  return key;
}

std::vector<int32_t> members_and_place(Meeting m) {
  std::vector<int32_t> key = members(m);
  key.push_back(m.place);
  return key;
}

std::vector<int32_t> first_member(Meeting m) { return {m.sharing[m.group.front()]}; }

/// How the results of collectives with replica_groups come about.
const ir::RuleTable<MeetFn> &meetings() {
  static const ir::RuleTable<MeetFn> table = [] {
    ir::RuleTable<MeetFn> t;
    t.add<stablehlo::AllReduceOp, stablehlo::AllGatherOp>(members);
    t.add<stablehlo::ReduceScatterOp, stablehlo::AllToAllOp>(members_and_place);
    t.add<stablehlo::CollectiveBroadcastOp>(first_member);
    return t;
  }();
  return table;
}

/// Numbers equal keys alike, in the order of first appearance.
template <class Key> std::vector<int32_t> number(ArrayRef<Key> keys) {
  std::map<Key, int32_t> seen;
  std::vector<int32_t> numbers;
  for (const Key &key : keys)
    numbers.push_back(seen.try_emplace(key, seen.size()).first->second);
  return numbers;
}

std::vector<int32_t> meet(Operation *op, MeetFn fn, ArrayRef<int32_t> sharing) {
  auto groups = op->getAttrOfType<DenseIntElementsAttr>("replica_groups");
  int64_t columns = cast<ShapedType>(groups.getType()).getDimSize(1);
  std::vector<std::vector<int32_t>> keys(sharing.size());
  // A device in no group receives zeros; give it a key of its own.
  for (auto [device, key] : llvm::enumerate(keys))
    key = {-1 - static_cast<int32_t>(device)};
  SmallVector<int64_t> row;
  auto finish = [&] {
    for (auto [place, device] : llvm::enumerate(row))
      keys[device] = fn({sharing, row, static_cast<int>(place), static_cast<int>(device)});
    row.clear();
  };
  for (auto [i, device] : llvm::enumerate(groups.getValues<int64_t>())) {
    if (i % columns == 0)
      finish();
    if (device >= 0 && device < static_cast<int64_t>(sharing.size()))
      row.push_back(device);
  }
  finish();
  return number<std::vector<int32_t>>(keys);
}

std::vector<int32_t> permute(stablehlo::CollectivePermuteOp op, ArrayRef<int32_t> sharing) {
  std::vector<int32_t> keys(sharing.size(), -1);
  auto pairs = op.getSourceTargetPairs().getValues<int64_t>();
  for (auto it = pairs.begin(); it != pairs.end();) {
    int64_t source = *it++, target = *it++;
    keys[target] = sharing[source];
  }
  return number<int32_t>(keys);
}

} // namespace

Varying::Varying(func::FuncOp function) {
  FailureOr<std::optional<Grid>> grid = Grid::of(function->getParentOfType<ModuleOp>());
  bool has_grid = succeeded(grid) && grid->has_value();
  devices_ = has_grid ? (*grid)->devices() : 1;
  std::vector<int32_t> each(devices_);
  for (int d = 0; d < devices_; ++d)
    each[d] = d;
  alone_ = intern(each);
  uniform_ = intern(std::vector<int32_t>(devices_, 0));
  for (BlockArgument argument : function.getArguments()) {
    std::vector<int32_t> parts(devices_, 0);
    if (has_grid) {
      Axes axes;
      for (const Axes &dim :
           layout_of(**grid, ir::sharding_of(argument), ir::shape_of(argument).size()).dims)
        axes.append(dim);
      for (int d = 0; d < devices_; ++d)
        parts[d] = (*grid)->index(d, axes);
    }
    of_[argument] = intern(parts);
  }
  visit(function.getBody().front(), uniform_);
}

const Sharing &Varying::of(Value value) const { return sharings_[id(value)]; }

Varying::Id Varying::id(Value value) const {
  auto it = of_.find(value);
  return it == of_.end() ? alone_ : it->second;
}

bool Varying::is_uniform_over(Value value, DenseIntElementsAttr groups) const {
  const Sharing &sharing = of(value);
  int64_t columns = cast<ShapedType>(groups.getType()).getDimSize(1), first = -1;
  for (auto [i, device] : llvm::enumerate(groups.getValues<int64_t>())) {
    if (i % columns == 0)
      first = device;
    if (device >= 0 && sharing.group[device] != sharing.group[first])
      return false;
  }
  return true;
}

Varying::Id Varying::intern(std::vector<int32_t> keys) {
  std::vector<int32_t> group = number<int32_t>(keys);
  auto [it, is_new] = ids_.try_emplace(group, sharings_.size());
  if (is_new) {
    int32_t groups = *std::max_element(group.begin(), group.end()) + 1;
    sharings_.push_back({std::move(group), groups});
  }
  return it->second;
}

Varying::Id Varying::refine(Id a, Id b) {
  if (a == b || b == uniform_)
    return a;
  if (a == uniform_)
    return b;
  std::vector<int32_t> pairs(devices_);
  for (int d = 0; d < devices_; ++d)
    pairs[d] = sharings_[a].group[d] * devices_ + sharings_[b].group[d];
  return intern(std::move(pairs));
}

Varying::Id Varying::visit_operands(Operation *op, Id context) {
  Id all = context;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (of_.count(operand))
        all = refine(all, id(operand));
  });
  return all;
}

void Varying::visit(Block &block, Id context) {
  for (Operation &op : block)
    visit(&op, context);
}

void Varying::visit(Operation *op, Id context) {
  if (isa<stablehlo::WhileOp>(op))
    return visit_loop(op, context);
  if (evaluate(op))
    return;
  Id result = visit_operands(op, context);
  if (const MeetFn *fn = meetings().find(op))
    result = refine(intern(meet(op, *fn, sharings_[result].group)), context);
  else if (auto permutation = dyn_cast<stablehlo::CollectivePermuteOp>(op))
    result = refine(intern(permute(permutation, sharings_[result].group)), context);
  else if (isa<stablehlo::PartitionIdOp, stablehlo::ReplicaIdOp>(op) ||
           (!isMemoryEffectFree(op) && !op->hasTrait<OpTrait::IsTerminator>()))
    result = alone_;
  for (Value value : op->getResults())
    of_[value] = result;
}

void Varying::visit_loop(Operation *op, Id context) {
  auto loop = cast<stablehlo::WhileOp>(op);
  SmallVector<Id> carried;
  for (Value operand : op->getOperands())
    carried.push_back(refine(id(operand), context));
  Block &cond = loop.getCond().front(), &body = loop.getBody().front();
  for (bool changed = true; changed;) {
    changed = false;
    for (auto [i, sharing] : llvm::enumerate(carried))
      of_[cond.getArgument(i)] = of_[body.getArgument(i)] = sharing;
    visit(cond, context);
    Id inside = refine(context, id(cond.getTerminator()->getOperand(0)));
    visit(body, inside);
    for (auto [i, sharing] : llvm::enumerate(carried)) {
      Id next = refine(refine(sharing, id(body.getTerminator()->getOperand(i))), inside);
      changed |= next != sharing;
      sharing = next;
    }
    context = inside;
  }
  for (auto [result, sharing] : llvm::zip_equal(op->getResults(), carried))
    of_[result] = sharing;
}

static bool is_integer_scalar(Type type) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  return ranked && ranked.getRank() == 0 && ranked.getElementType().isIntOrIndex();
}

std::optional<Literal> Varying::scalar(Value value, int device) const {
  if (auto it = scalars_.find(value); it != scalars_.end())
    return it->second[device];
  DenseElementsAttr constant;
  if (is_integer_scalar(value.getType()) && matchPattern(value, m_Constant(&constant)))
    return ir::literal_of(constant);
  return std::nullopt;
}

/// A scalar integer made from the partition id and constants.
bool Varying::is_scalar_of_position(Operation *op) const {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      !is_integer_scalar(op->getResult(0).getType()) || !isPure(op))
    return false;
  bool any = false;
  for (Value operand : op->getOperands()) {
    any |= scalars_.count(operand) != 0;
    if (!scalar(operand, 0))
      return false;
  }
  return any;
}

bool Varying::evaluate(Operation *op) {
  std::vector<Literal> values;
  if (isa<stablehlo::PartitionIdOp>(op)) {
    for (int d = 0; d < devices_; ++d) {
      Literal position(DType::U32, {});
      position.data<uint32_t>()[0] = d;
      values.push_back(std::move(position));
    }
  } else {
    if (!is_scalar_of_position(op))
      return false;
    for (int d = 0; d < devices_; ++d) {
      std::vector<Literal> operands;
      for (Value operand : op->getOperands())
        operands.push_back(*scalar(operand, d));
      FailureOr<std::vector<Literal>> result = reference::evaluate(op, operands);
      if (failed(result) || result->size() != 1)
        return false;
      values.push_back(std::move(result->front()));
    }
  }
  std::vector<std::vector<std::byte>> bytes;
  for (const Literal &value : values)
    bytes.push_back(value.bytes);
  of_[op->getResult(0)] = intern(number<std::vector<std::byte>>(bytes));
  scalars_[op->getResult(0)] = std::move(values);
  return true;
}

} // namespace brigade::compiler
