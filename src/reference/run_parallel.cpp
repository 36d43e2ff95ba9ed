#include "reference/machine.h"

#include <numeric>

namespace brigade::reference {

using llvm::ArrayRef;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::Operation;

namespace {

/// The grid and the one function of `programs = [[@f, @f], [@f, @f]]`.
FailureOr<std::pair<Grid, llvm::StringRef>> program_of(Operation *op) {
  auto rows = op->getAttrOfType<mlir::ArrayAttr>("programs");
  std::optional<llvm::StringRef> name;
  std::optional<size_t> columns;
  for (mlir::Attribute row : rows ? rows.getValue() : ArrayRef<mlir::Attribute>()) {
    auto symbols = mlir::dyn_cast<mlir::ArrayAttr>(row);
    if (!symbols || symbols.empty() || (columns && *columns != symbols.size()))
      return op->emitOpError("wants programs as rows of equal length, one a replica");
    columns = symbols.size();
    for (mlir::Attribute symbol : symbols) {
      auto reference = mlir::dyn_cast<mlir::FlatSymbolRefAttr>(symbol);
      if (!reference || (name && *name != reference.getValue()))
        return op->emitOpError("wants one and the same function as every program");
      name = reference.getValue();
    }
  }
  if (!name)
    return op->emitOpError("names no programs");
  return std::pair{Grid{static_cast<int64_t>(rows.size()), static_cast<int64_t>(*columns)}, *name};
}

LogicalResult run_parallel(Operation *op, Machine &machine, Frame &frame, ArrayRef<int> active) {
  auto program = program_of(op);
  if (failed(program))
    return mlir::failure();
  auto [grid, name] = *program;
  FailureOr<mlir::func::FuncOp> f = machine.function(name, op);
  if (failed(f))
    return mlir::failure();
  size_t processes = grid.size(), inputs = op->getNumOperands() / processes;
  if (inputs * processes != op->getNumOperands())
    return op->emitOpError() << "has " << op->getNumOperands() << " operands for " << processes
                             << " processes";
  std::vector<int> all(processes);
  std::iota(all.begin(), all.end(), 0);

  Machine::PerDevice results(machine.grid().size());
  for (int device : active) {
    auto operands = machine.operands(op, frame, device);
    if (failed(operands))
      return mlir::failure();
    Machine::PerDevice arguments(processes);
    for (size_t i = 0; i < operands->size(); ++i)
      arguments[i / inputs].push_back((*operands)[i]);
    Machine inner(machine.module(), machine.rules(), grid, machine.checks());
    auto outputs = inner.call(*f, arguments, all, op);
    if (failed(outputs))
      return mlir::failure();
    for (const std::vector<Tensor> &row : *outputs)
      results[device].insert(results[device].end(), row.begin(), row.end());
  }
  return machine.set_results(op, results, frame, active);
}

} // namespace

void add_run_parallel_evaluations(EvaluateRules &rules) {
  rules.add("interpreter.run_parallel", run_parallel);
}

} // namespace brigade::reference
