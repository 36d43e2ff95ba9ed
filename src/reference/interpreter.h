#pragma once

#include "base/literal.h"

#include "mlir/IR/BuiltinOps.h"

#include <vector>

/// The interpreter: slow and obvious, the definition of right.
///
/// Floats: add, multiply, divide and the like are rounded once to the element type; other functions
/// are computed in double and rounded once; dot_general sums in double; a reduction goes through
/// its elements in row-major order and rounds each step as its body says. Integers wrap.
namespace brigade::reference {

/// What the check.* custom calls of a run found. The first that fails ends the run with a
/// diagnostic; `failed` tells this from a program that cannot be run.
struct Checks {
  int64_t passed = 0;
  int64_t failed = 0;
};

/// Runs function `entry` on one device. Reports a diagnostic at the operation that fails and
/// returns failure. A sdy.manual_computation brings the devices of its mesh to life for its body.
mlir::FailureOr<std::vector<Literal>> interpret(mlir::ModuleOp module, llvm::StringRef entry,
                                                llvm::ArrayRef<Literal> arguments,
                                                Checks *checks = nullptr);

/// Runs function `entry` of a partitioned program on `devices` devices at once, collectives
/// included: arguments[d][i] to results[d][i]. Devices are partitions of one replica, unless the
/// module's mhlo.num_replicas and mhlo.num_partitions say otherwise of as many; then d is replica *
/// num_partitions + partition. Devices that do not come to one collective together are a
/// diagnostic.
mlir::FailureOr<std::vector<std::vector<Literal>>>
interpret_parallel(mlir::ModuleOp module, llvm::StringRef entry,
                   llvm::ArrayRef<std::vector<Literal>> arguments, Checks *checks = nullptr);

/// The value of an operation without regions or side effects, for constant folding. Failure where
/// it has no rule.
mlir::FailureOr<std::vector<Literal>> evaluate(mlir::Operation *op,
                                               llvm::ArrayRef<Literal> operands);

} // namespace brigade::reference
