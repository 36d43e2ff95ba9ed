#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace brigade::compiler {

/// Writes every collective's groups by global device ids, whichever way the program gave them (ids
/// of replicas, of partitions, or none for all). Failure comes with a diagnostic: a device that the
/// program's mesh lacks, a device in two groups or none, groups of different sizes.
mlir::LogicalResult write_device_groups(mlir::ModuleOp module);

} // namespace brigade::compiler
