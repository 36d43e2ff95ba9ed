#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace brigade::compiler {

/// Makes a module what the other phases expect: one function, @main, of one block, that calls
/// nothing; every value a tensor of static shape and a known element type; no operation of our
/// dialect that only transforms need.
///
/// Calls and composites are inlined; a function's `sdy.sharding` on arguments and results becomes
/// constraints. Failure comes with a diagnostic on the operation at fault: a recursive call, a
/// custom call or type that nothing here knows, a named axis that no enclosing pmap or shard_map
/// has.
mlir::LogicalResult import_program(mlir::ModuleOp module);

} // namespace brigade::compiler
