#pragma once

#include "ir/factors/factor_rule.h"

#include "mlir/IR/BuiltinOps.h"

namespace brigade::compiler {

/// Gives every value of @main a sharding, from those that the user wrote on arguments, results and
/// constraints.
///
/// Shardings travel along the factors of each operation, forwards and backwards, until nothing
/// changes. A dimension grows at its minor end only, so what a user wrote is never undone; closed
/// dimensions do not grow; explicitly replicated axes are not used. Who goes first: lower user
/// priorities (p0, p1, ...); then operations that pass everything through, so that a contraction
/// decides after its surroundings; then what contradicts nothing, before conflicts are settled in
/// favour of the larger tensor. Last come factors whose split leaves partial results: nothing is
/// split along them only because the other operand of a contraction is, while there is another way.
///
/// Afterwards each operation with results carries `sdy.sharding`, one for each result, all closed;
/// so do arguments and results of @main that had none, and the boundaries of manual computations.
/// Arguments and results of @main get only whole axes that divide them. Without a mesh, nothing
/// changes. Failure comes with a diagnostic.
mlir::LogicalResult propagate(mlir::ModuleOp module,
                              const ir::FactorRules &rules = ir::factor_rules());

} // namespace brigade::compiler
