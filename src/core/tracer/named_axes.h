#pragma once

#include "core/tracer/program.h"

namespace brigade::core {

/// Lowers the named-axis collectives over axes of `mesh`, in `function` and in all that it calls,
/// to StableHLO's with groups of device positions. Those over other axes stay: an enclosing vmap or
/// mesh will lower them.
///
///   brigade.psum %x axes = ["i"]   over a mesh ["i"=4]   becomes   stablehlo.all_reduce,
///   replica_groups = [[0, 1, 2, 3]]
void assign_device_groups(mlir::func::FuncOp function, const Mesh &mesh);

/// The functions that `function` calls, directly or not, itself first.
llvm::SmallVector<mlir::func::FuncOp> reachable_functions(mlir::func::FuncOp function);

} // namespace brigade::core
