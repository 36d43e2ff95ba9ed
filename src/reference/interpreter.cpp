#include "reference/interpreter.h"

#include "reference/machine.h"
#include "reference/values.h"

#include "ir/meaning.h"

#include <numeric>

namespace brigade::reference {

using llvm::ArrayRef;
using mlir::FailureOr;

const EvaluateRules &evaluate_rules() {
  static const EvaluateRules rules = [] {
    EvaluateRules rules;
    add_arithmetic_evaluations(rules);
    add_functions_evaluations(rules);
    add_logic_evaluations(rules);
    add_convert_evaluations(rules);
    add_chlo_evaluations(rules);
    add_structure_evaluations(rules);
    add_indexing_evaluations(rules);
    add_contraction_evaluations(rules);
    add_reduction_evaluations(rules);
    add_control_evaluations(rules);
    add_collectives_evaluations(rules);
    add_sharding_evaluations(rules);
    add_checks_evaluations(rules);
    add_run_parallel_evaluations(rules);
    return rules;
  }();
  return rules;
}

namespace {

FailureOr<std::vector<std::vector<Literal>>> run(mlir::ModuleOp module, llvm::StringRef entry,
                                                 Grid grid,
                                                 ArrayRef<std::vector<Literal>> arguments,
                                                 Checks *checks) {
  if (failed(ir::check_meaning(module)))
    return mlir::failure();
  Machine machine(module, evaluate_rules(), grid, checks);
  FailureOr<mlir::func::FuncOp> f = machine.function(entry, module);
  if (failed(f))
    return mlir::failure();
  Machine::PerDevice values(grid.size());
  for (auto [device, row] : llvm::enumerate(arguments))
    for (const Literal &argument : row)
      values[device].push_back(share(argument));
  std::vector<int> active(grid.size());
  std::iota(active.begin(), active.end(), 0);
  FailureOr<Machine::PerDevice> results = mlir::failure();
  try {
    results = machine.call(*f, values, active, *f);
  } catch (const std::bad_alloc &) {
    return f->emitError("the interpreter has run out of memory");
  }
  if (failed(results))
    return mlir::failure();
  std::vector<std::vector<Literal>> out(grid.size());
  for (int device : active)
    for (const Tensor &result : (*results)[device])
      out[device].push_back(*result);
  return out;
}

/// For operations by themselves: there is nothing outside and no region to run.
struct NoRegions : RegionRunner {
  const EvaluateRules &rules() const override { return evaluate_rules(); }
  const Literal *captured(mlir::Value) const override { return nullptr; }
  FailureOr<std::vector<Literal>> run(mlir::Region &, std::vector<Literal>) override {
    return mlir::failure();
  }
};

} // namespace

FailureOr<std::vector<Literal>> interpret(mlir::ModuleOp module, llvm::StringRef entry,
                                          ArrayRef<Literal> arguments, Checks *checks) {
  auto results = run(module, entry, Grid{}, {std::vector<Literal>(arguments)}, checks);
  if (failed(results))
    return mlir::failure();
  return std::move((*results)[0]);
}

FailureOr<std::vector<std::vector<Literal>>>
interpret_parallel(mlir::ModuleOp module, llvm::StringRef entry,
                   ArrayRef<std::vector<Literal>> arguments, Checks *checks) {
  int64_t devices = static_cast<int64_t>(arguments.size());
  if (devices == 0)
    return module.emitError("a program needs at least one device");
  FailureOr<Grid> written_for = ir::grid_of(module);
  if (failed(written_for))
    return mlir::failure();
  Grid grid = written_for->size() == devices ? *written_for : Grid{1, devices};
  return run(module, entry, grid, arguments, checks);
}

FailureOr<std::vector<Literal>> evaluate(mlir::Operation *op, ArrayRef<Literal> operands) {
  const EvaluateRule *rule = evaluate_rules().find(op);
  if (!rule || op->getNumRegions() != 0 || operands.size() != op->getNumOperands())
    return mlir::failure();
  llvm::SmallVector<const Literal *> in;
  for (const Literal &operand : operands)
    in.push_back(&operand);
  if (auto *array = std::get_if<ArrayRule>(rule)) {
    NoRegions regions;
    return (*array)(op, in, regions);
  }
  auto *element = std::get_if<ElementRule>(rule);
  if (!element)
    return mlir::failure();
  FailureOr<ElementLoop> loop = (*element)(op);
  if (failed(loop))
    return mlir::failure();
  FailureOr<Literal> result = evaluate_elements(op, *loop, in);
  if (failed(result))
    return mlir::failure();
  return one(std::move(*result));
}

} // namespace brigade::reference
