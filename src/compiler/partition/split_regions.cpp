#include "compiler/partition/splitter.h"

#include "ir/dialects.h"
#include "ir/factors/flow.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

/// Writes a region of a loop: arguments in the layouts of the carried values, what it yields in
/// `wanted`.
LogicalResult split_loop_region(Splitter &s, Region &global, Region &local,
                                ArrayRef<Layout> layouts, TypeRange types,
                                ArrayRef<Layout> wanted) {
  OpBuilder::InsertionGuard guard(s.builder);
  Block &from = global.front();
  SmallVector<Location> locations;
  for (BlockArgument argument : from.getArguments())
    locations.push_back(argument.getLoc());
  Block *to = s.builder.createBlock(&local, {}, types, locations);
  for (auto [old, argument, layout] :
       llvm::zip_equal(from.getArguments(), to->getArguments(), layouts))
    s.bind(old, argument, layout);
  if (failed(s.split(from)))
    return failure();
  Operation *end = from.getTerminator();
  SmallVector<Value> yielded;
  for (auto [value, layout] : llvm::zip_equal(end->getOperands(), wanted))
    yielded.push_back(s.as(value, layout, end));
  s.builder.create<stablehlo::ReturnOp>(end->getLoc(), yielded);
  return success();
}

/// Carried values keep the layouts that propagation brought to a fixpoint. The condition is whole
/// on every device and made of the same values, so all devices take as many turns and meet in every
/// collective of the body.
LogicalResult while_loop(Splitter &s, Operation *op) {
  auto loop = cast<stablehlo::WhileOp>(op);
  SmallVector<Layout> layouts;
  SmallVector<Value> operands;
  for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults())) {
    layouts.push_back(s.declared(result));
    operands.push_back(s.as(operand, layouts.back(), op));
  }
  TypeRange types = ValueRange(operands).getTypes();
  auto local = s.builder.create<stablehlo::WhileOp>(op->getLoc(), types, operands);
  if (failed(split_loop_region(s, loop.getCond(), local.getCond(), layouts, types, {Layout(0)})) ||
      failed(split_loop_region(s, loop.getBody(), local.getBody(), layouts, types, layouts)))
    return failure();
  for (auto [global, result, layout] :
       llvm::zip_equal(op->getResults(), local->getResults(), layouts))
    s.define(global, result, layout);
  return success();
}

Layout without(const Layout &layout, AtomSet atoms) {
  Layout rest = layout;
  for (Axes &axes : rest.dims)
    llvm::erase_if(axes, [&](uint8_t atom) { return (atoms >> atom) & 1; });
  return rest;
}

/// Its body is already the program of one device over the manual axes: operands are brought to the
/// layouts it asks for, and the body is written in place. Over the other axes it is split like
/// everything else.
LogicalResult manual_computation(Splitter &s, Operation *op) {
  auto manual = cast<sdy::ManualComputationOp>(op);
  AtomSet bound = 0;
  for (StringAttr axis : manual.getManualAxes())
    bound |= set_of(s.grid.axis(s.grid.mesh_name(), axis));
  Block &body = manual.getBody().front();
  for (auto [operand, argument, sharding] : llvm::zip_equal(
           op->getOperands(), body.getArguments(), manual.getInShardings().getShardings())) {
    Layout layout = layout_of(s.grid, sharding, Splitter::rank(operand));
    s.bind(argument, s.as(operand, layout, op), without(layout, bound));
  }
  if (failed(s.split(body)))
    return failure();
  Operation *end = body.getTerminator();
  for (auto [result, yielded, sharding] : llvm::zip_equal(
           op->getResults(), end->getOperands(), manual.getOutShardings().getShardings())) {
    Layout layout = layout_of(s.grid, sharding, Splitter::rank(result));
    s.define(result, s.as(yielded, without(layout, bound), end), layout);
  }
  return success();
}

} // namespace

void add_region_splits(SplitRules &rules) {
  rules.add<stablehlo::WhileOp>(while_loop);
  rules.add<sdy::ManualComputationOp>(manual_computation);
}

} // namespace brigade::compiler
