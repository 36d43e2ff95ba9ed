#pragma once

#include "ir/diagnostics.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace brigade::ir {

/// Reads and verifies a module. `name` stands for the file in locations. The dialects must be
/// registered in `context` (register_dialects). On failure `problem` says what is wrong and in
/// which line.
///
/// Text with locations may give ranges of columns, as JAX prints them, of which the start is kept.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> parse_module(llvm::StringRef text,
                                                                mlir::MLIRContext &context,
                                                                Problem &problem,
                                                                llvm::StringRef name = "program");

/// The same from a file.
mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>>
parse_file(llvm::StringRef path, mlir::MLIRContext &context, Problem &problem);

/// The module's text, ending in a line break. Reading it gives the same module.
std::string print_module(mlir::ModuleOp module, bool with_locations = false);

} // namespace brigade::ir
