#pragma once

#include "compiler/compiler.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace brigade::compiler {

/// Runs phases one after another on a module: times each, dumps the module after it, verifies it
/// where asked.
///
///     Pipeline pipeline(module, options, report);
///     if (failed(pipeline.run(Phase::Simplify, simplify))) ...
class Pipeline {
public:
  Pipeline(mlir::ModuleOp module, const Options &options, Report &report)
      : module_(module), options_(options), report_(report) {}

  mlir::LogicalResult run(Phase phase,
                          llvm::function_ref<mlir::LogicalResult(mlir::ModuleOp)> rewrite);
  /// All phases that rewrite the module, up to and including `last`.
  mlir::LogicalResult run_through(Phase last);
  /// Whether Options::stop_after names a phase that is over.
  bool stopped() const { return stopped_; }

private:
  mlir::LogicalResult dump(Phase phase);

  mlir::ModuleOp module_;
  const Options &options_;
  Report &report_;
  bool stopped_ = false;
};

/// One phase that rewrites the module, by itself.
mlir::LogicalResult run_phase(mlir::ModuleOp module, Phase phase);

} // namespace brigade::compiler
