#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace brigade::ir {

/// Fails, with a diagnostic, on what a module may say and Brigade does not do: a product that
/// rounds its operands before it multiplies or sums in a wider type, a function more accurate than
/// `function_ulps`, a value that is left as partial sums over an axis.
mlir::LogicalResult check_meaning(mlir::ModuleOp module);

/// How far off, in units in the last place, the result of a function may be.
inline constexpr int function_ulps = 16;

} // namespace brigade::ir
