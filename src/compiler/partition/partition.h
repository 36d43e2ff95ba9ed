#pragma once

#include "ir/factors/factor_rule.h"

#include "mlir/IR/BuiltinOps.h"

namespace brigade::compiler {

/// Rewrites @main, whose values have shardings (see propagate), into the program of one device:
/// local shapes, and collectives where data must move. Every device runs the same program; what
/// differs is what partition_id gives.
///
/// `sdy.sharding` stays on arguments and results of @main, whose types are now local; no other
/// sharding is left. The module gets `mhlo.num_partitions`. Each inserted collective carries the
/// location of the user's operation it serves and `brigade.reason`, a sentence for the traffic
/// report. Without a mesh, nothing changes. Failure comes with a diagnostic.
mlir::LogicalResult partition(mlir::ModuleOp module,
                              const ir::FactorRules &rules = ir::factor_rules());

} // namespace brigade::compiler
