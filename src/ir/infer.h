#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

#include <optional>

/// What shape inference and verifiers share.
namespace brigade::ir {

/// One line for the operation `name`, as emitOpError words it: inference has a location and no
/// operation yet.
template <class... Parts>
llvm::LogicalResult infer_error(std::optional<mlir::Location> location, llvm::StringRef name,
                                Parts &&...parts) {
  return mlir::emitOptionalError(location, "'", name, "' op ", std::forward<Parts>(parts)...);
}

/// "2x3" or, for rank 0, "scalar".
std::string shape_text(llvm::ArrayRef<int64_t> shape);
/// "[1, 0]"
std::string list_text(llvm::ArrayRef<int64_t> values);

/// Whether each of `dims` is in [0, rank) and no two are equal.
bool are_distinct_dims(llvm::ArrayRef<int64_t> dims, int64_t rank);

/// `shape` without the dimensions `dims`.
llvm::SmallVector<int64_t> without_dims(llvm::ArrayRef<int64_t> shape,
                                        llvm::ArrayRef<int64_t> dims);

/// Checks that `region` has one block with arguments of rank 0: `count` of them, of the element
/// types of `values`, twice over (accumulated, then element); and that it returns `values.size()`
/// values of the same types.
llvm::LogicalResult verify_reducer(mlir::Operation *op, mlir::Region &region,
                                   mlir::TypeRange values);

} // namespace brigade::ir
