#pragma once

#include "commands.h"

#include "base/literal.h"
#include "brigade/error.h"
#include "brigade/sharding.h"
#include "compiler/compiler.h"
#include "ir/diagnostics.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>

namespace brigade::tools {

/// What @main takes or gives: whole arrays.
struct ArrayType {
  DType dtype;
  Shape shape;
};

/// The first of the errors, by the place it names, or by `file` where it names none.
UserError error_in(const std::string &file, const ir::ErrorCollector &errors);

/// A program read from a file.
class LoadedProgram {
public:
  /// Throws UserError that names file, line and what is wrong.
  explicit LoadedProgram(const ProgramArguments &arguments);

  mlir::ModuleOp module() { return *module_; }
  const std::vector<ArrayType> &arguments() const { return arguments_; }
  const std::vector<ArrayType> &results() const { return results_; }
  /// What @main gives now, which differs from results() where it has been changed since.
  std::vector<ArrayType> main_results();
  const Mesh &mesh() const { return mesh_; } ///< Empty where there is none.
  int devices() const { return devices_; }

  /// Throws UserError where it does not compile.
  compiler::Compiled compile();

private:
  void apply_mesh(const std::string &sizes);

  ProgramArguments options_;
  std::unique_ptr<mlir::MLIRContext> context_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
  std::vector<ArrayType> arguments_, results_;
  Mesh mesh_;
  int devices_ = 1;
};

} // namespace brigade::tools
