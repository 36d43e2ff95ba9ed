#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace brigade::compiler {

/// Rewrites @main to a program that computes the same bits with less: exact algebra (algebra.td),
/// constants folded by the interpreter, equal operations once, what does not change out of loops,
/// nothing that nobody needs.
///
/// A constant is folded only where its value is small or no larger than what it is computed from,
/// so that the module does not grow. Floats are IEEE: x + 0 and x * 0 stay, since x may be -0,
/// infinite or NaN.
mlir::LogicalResult simplify(mlir::ModuleOp module);

} // namespace brigade::compiler
