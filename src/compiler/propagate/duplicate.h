#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace brigade::compiler {

/// Gives each user of a value that costs nothing to make (a constant, an iota, a repeated scalar)
/// one of its own, so that one user's sharding does not become another's. Those that end up alike
/// are merged again after partitioning.
void duplicate_sources(mlir::func::FuncOp function);

} // namespace brigade::compiler
