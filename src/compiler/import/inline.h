#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace brigade::compiler {

/// Replaces every func.call and stablehlo.composite under @main by the body of the function it
/// names and removes all other functions. An inlined operation's location is that of the callee,
/// called at that of the call.
mlir::LogicalResult inline_calls(mlir::ModuleOp module);

} // namespace brigade::compiler
