#pragma once

#include "base/literal.h"

#include "mlir/IR/BuiltinOps.h"

#include <vector>

/// The interpreter: slow and obvious, the definition of right.
namespace brigade::reference {

/// Runs function `entry` on one device. Reports a diagnostic at the operation that fails and
/// returns failure.
mlir::FailureOr<std::vector<Literal>> interpret(mlir::ModuleOp module, llvm::StringRef entry,
                                                llvm::ArrayRef<Literal> arguments);

/// Runs function `entry` of a partitioned program on `devices` devices at once, collectives
/// included: arguments[d][i] to results[d][i].
mlir::FailureOr<std::vector<std::vector<Literal>>>
interpret_parallel(mlir::ModuleOp module, llvm::StringRef entry,
                   llvm::ArrayRef<std::vector<Literal>> arguments);

/// The value of an operation without regions or side effects, for constant folding. Failure where
/// it has no rule.
mlir::FailureOr<std::vector<Literal>> evaluate(mlir::Operation *op,
                                               llvm::ArrayRef<Literal> operands);

} // namespace brigade::reference
