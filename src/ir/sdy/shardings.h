#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace brigade::sdy {

/// Whether attributes of `op` may hold shardings: functions, operations of this dialect, and those
/// with an attribute sdy.sharding.
bool may_hold_shardings(mlir::Operation *op);

/// Gives a symbol to each mesh that stands in a sharding itself: <mesh<["x"=2]>, [{"x"}]> becomes
/// <@mesh, [{"x"}]>. Equal meshes get one, that of the module where it has one.
void name_meshes(mlir::ModuleOp module);

} // namespace brigade::sdy
