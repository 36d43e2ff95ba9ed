#pragma once

#include "transforms/emitter.h"
#include "transforms/functions.h"

namespace brigade::transforms {

/// Applies a region over scalars to arrays of `shape`, element by element: its operations again
/// with wider types. Failure, with a diagnostic, where the region holds an operation that is not
/// elementwise.
FailureOr<llvm::SmallVector<Value>> apply_elementwise(Emitter &emit, mlir::Region &body,
                                                      llvm::ArrayRef<Value> arguments,
                                                      llvm::ArrayRef<int64_t> shape);

/// The results of `reduce`, whatever its body, as log2(n) applications of the body to halves:
///
///   x0 x1 x2 x3 x4   ->   f(x0,x1) f(x2,x3) x4   ->   f(f(x0,x1),f(x2,x3)) x4   ->   ...
///
/// in operations that have derivatives and batching rules of their own. The order of the elements
/// is kept. The initial values may have `shape` in front that the results have too (a mapped
/// initial value), else rank 0.
FailureOr<llvm::SmallVector<Value>> reduction_tree(Emitter &emit, stablehlo::ReduceOp reduce,
                                                   llvm::ArrayRef<Value> inputs,
                                                   llvm::ArrayRef<Value> inits,
                                                   llvm::ArrayRef<int64_t> dimensions);

} // namespace brigade::transforms
