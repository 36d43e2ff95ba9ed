#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <functional>

/// Which operations become one kernel.
namespace brigade::compiler {

/// A number for the set of devices on which a value is the same: schedule::Sharing. Operations of
/// different numbers are never put into one kernel, so that what is shared is computed once.
using SharingOf = std::function<int(mlir::Value)>;

/// Gathers the operations of every function and loop into brigade.fusion operations, one a kernel,
/// in an order that they can run in. Outside of fusions remain what has steps of its own (products,
/// collectives, loops), constants that lie in memory, and reshapes and barriers, which only rename
/// memory.
///
/// Operations whose results are the same on different sets of devices never come into one kernel,
/// so that what is shared is computed once.
///
/// Products are brought to a form that strides can express; a fusion with the attribute `epilogue`
/// follows the product whose rows it takes. One with the attribute `in_place` has the memory of its
/// first inputs for its results. A loop of known length says it in the attribute `brigade.trips`.
mlir::LogicalResult fuse(mlir::ModuleOp module);

inline constexpr llvm::StringLiteral epilogue_attribute = "epilogue";
inline constexpr llvm::StringLiteral trips_attribute = "brigade.trips";

} // namespace brigade::compiler
