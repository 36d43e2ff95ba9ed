#pragma once

#include "core/bind.h"

#include "ir/diagnostics.h"
#include "ir/dialects.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"

namespace brigade::core {

/// A module being traced, in a context of its own: a context frees nothing, so it must not see too
/// many programs.
class Program {
public:
  Program();

  mlir::MLIRContext &context() { return context_; }
  mlir::ModuleOp module() { return *module_; }

  mlir::Location location(Loc loc);
  mlir::RankedTensorType type(const TensorType &type);
  mlir::Attribute attribute(const AttributeValue &value, Loc loc);

  /// The name of the mesh's sdy.mesh, made at first use.
  std::string mesh_symbol(const Mesh &mesh);
  const std::vector<Mesh> &meshes() const { return meshes_; }

  /// A new private function; its name begins with `name`.
  mlir::func::FuncOp make_function(llvm::StringRef name, mlir::FunctionType type, Loc loc);
  /// Moves a function of another module of this context here, under a name that is free.
  void adopt_function(mlir::func::FuncOp function);
  /// Erases everything recorded.
  void clear();
  /// About what the context still holds of all that was recorded and erased.
  int64_t remaining_bytes() const { return remaining_bytes_; }

private:
  std::string free_name(llvm::StringRef name);

  mlir::MLIRContext context_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
  llvm::StringMap<mlir::Attribute> assembly_;
  llvm::StringMap<int> names_;
  std::vector<Mesh> meshes_;
  const char *last_file_ = nullptr;
  mlir::StringAttr last_file_name_;
  int64_t remaining_bytes_ = 0;
};

/// A Program that is empty at first and is cleared in the end. A context with all dialects takes
/// longer to make than a small program to compile, so each thread keeps its last one until it has
/// grown.
class ProgramLease {
public:
  ProgramLease();
  ~ProgramLease();
  ProgramLease(const ProgramLease &) = delete;

  Program &operator*() const { return *program_; }
  Program *operator->() const { return program_.get(); }

private:
  std::unique_ptr<Program> program_;
};

/// The sharding as an attribute that names its mesh `symbol`: dimensions that the spec leaves out
/// are closed and unsplit.
sdy::TensorShardingAttr sharding_attribute(mlir::MLIRContext &context, llvm::StringRef symbol,
                                           const NamedSharding &sharding, size_t rank);
/// The mesh without device ids: devices are positions in the executable's list, which has the
/// mesh's order.
sdy::MeshAttr mesh_attribute(mlir::MLIRContext &context, const Mesh &mesh);

TensorType tensor_type(mlir::Type type);

/// Throws the first error collected as a UserError at its own place, else at `fallback`. Without
/// one: InternalError naming `phase`.
[[noreturn]] void raise(const ir::ErrorCollector &errors, const char *phase, Loc fallback);

} // namespace brigade::core
