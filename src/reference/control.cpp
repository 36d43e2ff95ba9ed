#include "reference/machine.h"
#include "reference/values.h"

#include "ir/dialects.h"

namespace brigade::reference {

using llvm::ArrayRef;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::Operation;
using PerDevice = Machine::PerDevice;

namespace {

/// The results are the operands.
LogicalResult forward(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  FailureOr<PerDevice> values = machine.operands(op, frame, active);
  return failed(values) ? mlir::failure() : machine.set_results(op, *values, frame, active);
}

/// Devices leave the loop one by one, as their conditions become false.
LogicalResult while_loop(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  auto loop = mlir::cast<stablehlo::WhileOp>(op);
  FailureOr<PerDevice> state = machine.operands(op, frame, active);
  if (failed(state))
    return mlir::failure();
  std::vector<int> turning(active.begin(), active.end());
  while (true) {
    FailureOr<PerDevice> conditions = machine.run(loop.getCond(), *state, frame, turning);
    if (failed(conditions))
      return mlir::failure();
    std::erase_if(turning, [&](int device) { return !(*conditions)[device][0]->data<bool>()[0]; });
    if (turning.empty())
      return machine.set_results(op, *state, frame, active);
    FailureOr<PerDevice> next = machine.run(loop.getBody(), *state, frame, turning);
    if (failed(next))
      return mlir::failure();
    for (int device : turning)
      (*state)[device] = std::move((*next)[device]);
  }
}

LogicalResult call_function(Operation *op, llvm::StringRef name, Machine &machine, Frame &frame,
                            ArrayRef<int> active) {
  FailureOr<mlir::func::FuncOp> f = machine.function(name, op);
  FailureOr<PerDevice> values = machine.operands(op, frame, active);
  if (failed(f) || failed(values))
    return mlir::failure();
  FailureOr<PerDevice> results = machine.call(*f, *values, active, op);
  return failed(results) ? mlir::failure() : machine.set_results(op, *results, frame, active);
}

LogicalResult call(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  return call_function(op, mlir::cast<mlir::func::CallOp>(op).getCallee(), machine, frame, active);
}

LogicalResult composite(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  return call_function(op, mlir::cast<stablehlo::CompositeOp>(op).getDecomposition(), machine,
                       frame, active);
}

/// The body of a kernel, which sees nothing from outside.
LogicalResult fusion(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  FailureOr<PerDevice> values = machine.operands(op, frame, active);
  if (failed(values))
    return mlir::failure();
  Frame inner(machine.grid().size());
  FailureOr<PerDevice> results =
      machine.run(mlir::cast<ir::FusionOp>(op).getBody(), *values, inner, active);
  return failed(results) ? mlir::failure() : machine.set_results(op, *results, frame, active);
}

} // namespace

void add_control_evaluations(EvaluateRules &rules) {
  rules.add<stablehlo::WhileOp>(while_loop);
  rules.add<mlir::func::CallOp>(call);
  rules.add<stablehlo::CompositeOp>(composite);
  rules.add<ir::FusionOp>(fusion);
  // On one device, or on each of many, these only say something to the compiler.
  rules.add<stablehlo::OptimizationBarrierOp, sdy::ShardingConstraintOp, sdy::ReshardOp,
            ir::PvaryOp, ir::StopGradientOp>(forward);
}

} // namespace brigade::reference
