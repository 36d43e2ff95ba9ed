#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace brigade::compiler::emit {

/// Turns a module of kernels, llvm.func over arith, math, vector and scf operations, into LLVM
/// operations.
mlir::LogicalResult lower_to_llvm(mlir::ModuleOp module);

} // namespace brigade::compiler::emit
