#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"

namespace brigade::transforms {

using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::func::FuncOp;

/// The derived functions of a module, so that a callee that is reached twice is transformed once.
/// Keys say which function, which transform and which activity: "f/jvp/101".
class Functions {
public:
  explicit Functions(mlir::ModuleOp module) : module(module), symbols(module) {}

  mlir::ModuleOp module;

  /// The function that `call` names, or a diagnostic.
  FailureOr<FuncOp> callee(mlir::func::CallOp call) { return find(call, call.getCallee()); }
  /// The function `name` that `user` refers to, or a diagnostic.
  FailureOr<FuncOp> find(mlir::Operation *user, llvm::StringRef name);
  /// A private copy of `f` without argument attributes, under a name that begins with `f.suffix`.
  FuncOp copy(FuncOp f, llvm::StringRef suffix);
  /// An empty private function of one block right after `f`.
  FuncOp create(FuncOp f, llvm::StringRef suffix, llvm::ArrayRef<mlir::Type> arguments);
  void erase(FuncOp f);

  /// Erases those functions made here that none of `kept` reaches.
  void erase_unused(llvm::ArrayRef<FuncOp> kept);

  struct Derived {
    FuncOp function;
    llvm::SmallVector<bool> results; ///< What the transform says of each result of the original.
    FuncOp linear = {};              ///< The linear part, where the transform separates it.
    llvm::SmallVector<int64_t> residuals =
        {}; ///< Where the linear part's first arguments come from: Saved::source.
  };
  /// What `make` gives for `key`, made once.
  FailureOr<Derived> once(const llvm::Twine &key, llvm::function_ref<FailureOr<Derived>()> make);

private:
  mlir::SymbolTable symbols;
  llvm::StringMap<Derived> derived;
  llvm::SetVector<FuncOp> made;
};

/// Sets the type of `f` from its block's arguments and its terminator.
void update_type(FuncOp f);

/// "1" for true, "0" for false.
std::string mask_text(llvm::ArrayRef<bool> mask);

bool is_floating(mlir::Type type);
inline bool is_floating(mlir::Value v) { return is_floating(v.getType()); }

/// Those of floating type.
llvm::SmallVector<mlir::Value> floating(mlir::ValueRange values);

/// Erases operations whose results nobody uses and that have no effect, last first.
void erase_dead(mlir::Block &block);

/// The values from outside that a region uses, in order of first use.
llvm::SmallVector<mlir::Value> captures(mlir::Region &region);

/// Reports "operation NAME has no WHAT rule; FILE:LINE" on `op`.
LogicalResult missing_rule(mlir::Operation *op, llvm::StringRef what);
/// Reports "operation NAME: TEXT; FILE:LINE" on `op`.
LogicalResult refuse(mlir::Operation *op, const llvm::Twine &text);
/// Reports "TEXT; FILE:LINE" on `f`.
LogicalResult refuse_function(FuncOp f, const llvm::Twine &text);

} // namespace brigade::transforms
