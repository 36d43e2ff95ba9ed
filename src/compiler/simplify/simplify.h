#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace brigade::compiler {

/// Rewrites @main to a program that computes the same bits with less: exact algebra (algebra.td),
/// constants folded by the interpreter, equal operations once, what does not change out of loops,
/// nothing that nobody needs.
///
/// A constant is folded only where its value is small or no larger than what it is computed from,
/// so that the module does not grow. Floats are IEEE: x + 0 and x * 0 stay, since x may be -0,
/// infinite or NaN.
mlir::LogicalResult simplify(mlir::ModuleOp module);

/// The same without motion out of loops, which keep what is in them: for a partitioned function,
/// whose local shapes allow more than the global ones did.
mlir::LogicalResult simplify_in_place(mlir::func::FuncOp function);

} // namespace brigade::compiler
