#include "compiler/fuse/fuse.h"
#include "compiler/memory/in_place.h"
#include "compiler/memory/linearize.h"

/// while as branches and jumps.
namespace brigade::compiler {

using namespace mlir;
using schedule::Id;
using schedule::Space;

namespace {

bool is_captured(Value v, stablehlo::WhileOp loop) {
  for (Operation *user : v.getUsers()) {
    if (user != loop && loop->isProperAncestor(user))
      return true;
    if (isa<stablehlo::ReshapeOp, stablehlo::OptimizationBarrierOp>(user))
      for (Value result : user->getResults())
        if (is_captured(result, loop))
          return true;
  }
  return false;
}

} // namespace

/// Whether the body's step that computes `result` may write it where `carried` is: nothing reads
/// the old value later, and the step itself only in place.
bool Linearizer::can_write_carried(Value result, BlockArgument carried) {
  Operation *maker = result.getDefiningOp();
  Block *body = carried.getOwner();
  if (!maker || maker->getBlock() != body || !isa<ir::FusionOp, stablehlo::DotGeneralOp>(maker))
    return false;
  auto times = llvm::count_if(body->getTerminator()->getOperands(),
                              [&](Value v) { return renamed(v) == result; });
  // A product with an epilogue has no step of its own to write it in.
  if (times != 1 || is_read_after(carried, maker))
    return false;
  if (isa<stablehlo::DotGeneralOp>(maker))
    return llvm::none_of(maker->getUsers(),
                         [](Operation *user) { return user->hasAttr("epilogue"); }) &&
           llvm::none_of(maker->getOperands(), [&](Value v) { return renamed(v) == carried; });
  auto fusion = cast<ir::FusionOp>(maker);
  unsigned number = cast<OpResult>(result).getResultNumber();
  bool updates = fusion->hasAttr(emit::in_place_attribute);
  for (auto [i, input] : llvm::enumerate(fusion.getInputs())) {
    if (renamed(input) != carried)
      continue;
    if (updates ? i != number : !can_overwrite(fusion, number, i))
      return false;
  }
  if (auto dot = fusion->hasAttr("epilogue") ? fusion.getOperand(0).getDefiningOp() : nullptr)
    return llvm::none_of(dot->getOperands(), [&](Value v) { return renamed(v) == carried; });
  return true;
}

LogicalResult Linearizer::loop(stablehlo::WhileOp op) {
  Block &cond = op.getCond().front(), &body = op.getBody().front();
  auto yields = body.getTerminator()->getOperands();
  llvm::DenseSet<int> taken;
  std::vector<int> carried;
  for (auto [i, init] : llvm::enumerate(op.getOperand())) {
    int from = slots_.of(init);
    bool unchanged = renamed(yields[i]) == body.getArgument(i);
    Id sharing = sharing_of(op.getResult(i));
    int slot;
    if (unchanged && slots_.slots[from].sharing == sharing) {
      slot = from;
    } else if (unchanged && slots_.slots[from].space != Space::Arena) {
      slot = from;
    } else if (dies_at(from, op) && slots_.slots[from].sharing == sharing &&
               !taken.contains(from) && llvm::none_of(slots_.slots[from].values, [&](Value v) {
                 return is_captured(v, op);
               })) {
      slot = from;
      slots_.slots[slot].carried = true;
    } else {
      slot = slots_.make(slots_.slots[from].bytes, sharing, location_of(op));
      slots_.slots[slot].carried = true;
      copy(from, init, slot, op);
    }
    taken.insert(slot);
    carried.push_back(slot);
    slots_.assign(cond.getArgument(i), slot);
    slots_.assign(body.getArgument(i), slot);
    Value next = renamed(yields[i]);
    if (!unchanged && can_write_carried(next, body.getArgument(i)))
      destined_[next] = slot;
  }

  int begin = next_step();
  slots_.enter_loop(begin);
  const int64_t outside = runs_;
  auto trips = op->getAttrOfType<IntegerAttr>(trips_attribute);
  auto times = [&](int64_t more) {
    return trips && outside >= 0 ? outside * (trips.getInt() + more) : -1;
  };
  runs_ = times(1);
  if (failed(block(cond)))
    return failure();
  Value predicate = cond.getTerminator()->getOperand(0);
  slots_.read(slots_.of(predicate), next_step());
  int branch = next_step();
  add_step(schedule::BranchStep{buffer_of(predicate), -1}, 0, op);
  runs_ = times(0);
  if (failed(block(body)))
    return failure();

  // All at once: what is itself carried goes to a place of its own first.
  struct Move {
    int from, to;
    Value value;
  };
  std::vector<Move> moves;
  for (auto [i, value] : llvm::enumerate(yields))
    if (slots_.of(value) != carried[i])
      moves.push_back({slots_.of(value), carried[i], value});
  for (Move &move : moves)
    if (llvm::is_contained(carried, move.from)) {
      int aside = slots_.make(slots_.slots[move.from].bytes, slots_.slots[move.to].sharing,
                              location_of(op));
      copy(move.from, move.value, aside, op);
      move.from = aside;
    }
  for (const Move &move : moves)
    copy(move.from, move.value, move.to, op);
  for (int slot : carried)
    slots_.read(slot, next_step());
  add_step(schedule::JumpStep{begin}, 0, op);
  runs_ = outside;
  slots_.leave_loop(next_step() - 1);
  std::get<schedule::BranchStep>(steps_[branch].body).target = next_step();
  for (auto [i, result] : llvm::enumerate(op.getResults()))
    slots_.assign(result, carried[i]);
  return success();
}

} // namespace brigade::compiler
