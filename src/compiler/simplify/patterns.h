#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace brigade::compiler {

/// The rules of algebra.td.
void add_algebra(mlir::RewritePatternSet &patterns);

/// What a table of algebra cannot say: constants to the right of what commutes, concatenations
/// without empty or single parts, reductions of single elements.
void add_canonical(mlir::RewritePatternSet &patterns);

/// Values that a loop carries without changing them become values from outside; those that nobody
/// reads go.
void add_loop_patterns(mlir::RewritePatternSet &patterns);

/// Moves what does not depend on the iteration out of every loop under `function`, innermost first.
/// Operations that make much of little (constants, repeated scalars, iotas) are made again inside
/// each loop that uses them.
void hoist_out_of_loops(mlir::func::FuncOp function);

/// Replaces operations of constants by constants. True where it changed something.
bool fold_constants(mlir::func::FuncOp function);

} // namespace brigade::compiler
