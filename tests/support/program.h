#pragma once

#include "support/literals.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <string>
#include <string_view>

namespace brigade::test {

/// A module from text, in a context of its own with all dialects. Diagnostics are kept, not
/// printed.
///
///     Program program("func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x :
///     tensor<2xf32> }"); ASSERT_TRUE(program.ok()) << program.diagnostics();
class Program {
public:
  /// `more`: dialects beside those of programs.
  explicit Program(std::string_view text,
                   const mlir::DialectRegistry &more = mlir::DialectRegistry());
  Program(const Program &) = delete; // the diagnostic handler points here
  Program &operator=(const Program &) = delete;

  bool ok() const { return static_cast<bool>(module_); } ///< Parsed and verified.
  mlir::ModuleOp module() const { return *module_; }
  mlir::MLIRContext *context() const { return context_.get(); }
  mlir::func::FuncOp function(llvm::StringRef name = "main") const;
  std::string text() const; ///< The module as it stands, printed.

  /// The diagnostics so far, one a line: "5:3: error: ...". Clears them.
  std::string diagnostics();

private:
  std::unique_ptr<mlir::MLIRContext> context_;
  std::string diagnostics_;
  std::unique_ptr<mlir::ScopedDiagnosticHandler> handler_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
};

/// "tensor<2x3xui8>"
std::string tensor_type(DType dtype, const Shape &shape);

/// One random literal for each argument of `f`, of its type.
std::vector<Literal> random_arguments(mlir::func::FuncOp f, uint64_t seed, double low = -2,
                                      double high = 2);

} // namespace brigade::test
