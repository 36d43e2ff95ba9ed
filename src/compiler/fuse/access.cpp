#include "compiler/fuse/access.h"

#include "compiler/emit/elemental.h"
#include "compiler/emit/emit.h"

namespace brigade::compiler {

using mlir::Operation;
using mlir::Value;
using namespace stablehlo;

namespace {

void append_run(Pattern &reversed, int64_t size, bool kept) {
  if (size == 1)
    return;
  if (!reversed.empty() && reversed.back().second == kept)
    reversed.back().first *= size;
  else
    reversed.push_back({size, kept});
}

constexpr int cheap_cost = 4;

bool is_splat_constant(Operation *op) {
  auto constant = mlir::dyn_cast<ConstantOp>(op);
  return constant && constant.getValue().isSplat();
}

AccessKind joined(AccessKind a, AccessKind b) {
  if (a == AccessKind::Same)
    return b;
  return b == AccessKind::Same ? a : AccessKind::Other;
}

void collect(Value v, AccessKind kind, const Pattern &pattern, CheapOperations &cheap,
             llvm::SmallVector<Access> &out) {
  Operation *op = v.getDefiningOp();
  if (!op || !cheap.contains(op)) {
    for (const Access &known : out)
      if (known.source == v && known.kind == kind && known.pattern == pattern)
        return;
    out.push_back({v, kind, pattern});
    return;
  }
  for (Value operand : op->getOperands()) {
    AccessKind step = AccessKind::Same;
    Pattern next = pattern;
    if (auto broadcast = mlir::dyn_cast<BroadcastInDimOp>(op)) {
      if (elements(operand) != elements(op->getResult(0))) {
        Pattern grown = broadcast_pattern(broadcast);
        step = grown.empty() ? AccessKind::Other : AccessKind::Broadcast;
        next = grown;
      } else if (!llvm::is_sorted(broadcast.getBroadcastDimensions())) {
        step = AccessKind::Other;
      }
    } else if (mlir::isa<SliceOp>(op)) {
      step = AccessKind::Other;
    } else if (elements(operand) != elements(op->getResult(0))) {
      // Rank 0 with a shape: select's predicate, clamp's bounds.
      step = AccessKind::Broadcast;
      next = {{elements(op->getResult(0)), false}};
    }
    AccessKind both = joined(kind, step);
    collect(operand, both, both == AccessKind::Broadcast ? next : Pattern{}, cheap, out);
  }
}

} // namespace

Pattern reduce_pattern(ReduceOp reduce) {
  Pattern reversed;
  auto shape = mlir::cast<mlir::RankedTensorType>(reduce.getInputs()[0].getType()).getShape();
  for (size_t d = shape.size(); d-- > 0;)
    append_run(reversed, shape[d],
               !llvm::is_contained(reduce.getDimensions(), static_cast<int64_t>(d)));
  return {reversed.rbegin(), reversed.rend()};
}

Pattern broadcast_pattern(BroadcastInDimOp broadcast) {
  if (!llvm::is_sorted(broadcast.getBroadcastDimensions()))
    return {};
  auto from = mlir::cast<mlir::RankedTensorType>(broadcast.getOperand().getType()).getShape();
  auto to = broadcast.getType().getShape();
  llvm::SmallVector<bool> mapped(to.size(), false);
  for (auto [size, d] : llvm::zip(from, broadcast.getBroadcastDimensions()))
    mapped[d] = size != 1;
  Pattern reversed;
  for (size_t d = to.size(); d-- > 0;)
    append_run(reversed, to[d], mapped[d]);
  return {reversed.rbegin(), reversed.rend()};
}

std::optional<CheapOperations::Expression> CheapOperations::expression(Operation *op) {
  auto it = known_.find(op);
  if (it != known_.end())
    return it->second;
  auto result = compute(op);
  known_[op] = result;
  return result;
}

std::optional<CheapOperations::Expression> CheapOperations::compute(Operation *op) {
  if (is_splat_constant(op) || mlir::isa<IotaOp>(op))
    return Expression{0, 0};
  const emit::EmitRule *rule = emit::emit_rules().find(op);
  if (!rule || op->getNumResults() != 1)
    return std::nullopt;
  if (!rule->element && !mlir::isa<BroadcastInDimOp, ReshapeOp, SliceOp>(op))
    return std::nullopt;
  Expression all{rule->cost, 0};
  llvm::SmallVector<Value, 4> seen;
  for (Value operand : op->getOperands()) {
    if (llvm::is_contained(seen, operand))
      continue;
    seen.push_back(operand);
    Operation *source = operand.getDefiningOp();
    std::optional<Expression> part = source ? expression(source) : std::nullopt;
    if (part) {
      all.cost += part->cost;
      all.arrays += part->arrays;
    } else {
      // Single elements are read once a loop.
      all.arrays += elements(operand) > 1;
    }
  }
  if (all.cost > cheap_cost || all.arrays > 1)
    return std::nullopt;
  return all;
}

llvm::SmallVector<Access> accesses(Operation *op, CheapOperations &cheap) {
  llvm::SmallVector<Access> out;
  bool same = emit::is_elementwise(op) || mlir::isa<ReduceOp, ReshapeOp>(op);
  if (auto broadcast = mlir::dyn_cast<BroadcastInDimOp>(op)) {
    // Seen from its own result.
    bool grows = elements(broadcast.getOperand()) != elements(broadcast.getResult());
    Pattern pattern = grows ? broadcast_pattern(broadcast) : Pattern{};
    bool in_order = llvm::is_sorted(broadcast.getBroadcastDimensions());
    AccessKind kind = !in_order ? AccessKind::Other
                      : grows   ? AccessKind::Broadcast
                                : AccessKind::Same;
    collect(broadcast.getOperand(), kind, pattern, cheap, out);
    return out;
  }
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    bool initial = false;
    if (auto reduce = mlir::dyn_cast<ReduceOp>(op))
      initial = i >= reduce.getInputs().size();
    bool grows = same && !initial && !mlir::isa<ReduceOp>(op) &&
                 elements(operand) != elements(op->getResult(0));
    if (grows)
      collect(operand, AccessKind::Broadcast, {{elements(op->getResult(0)), false}}, cheap, out);
    else
      collect(operand, same && !initial ? AccessKind::Same : AccessKind::Other, {}, cheap, out);
  }
  return out;
}

} // namespace brigade::compiler
