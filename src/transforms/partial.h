#pragma once

#include "ir/rules.h"
#include "transforms/emitter.h"
#include "transforms/functions.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

/// Partial evaluation: a differentiated program is a known part (the primal values, and
/// coefficients made of them) and a part linear in the tangents. Here the one is told from the
/// other, by dependency on the tangents.
namespace brigade::transforms {

using ValueSet = llvm::DenseSet<mlir::Value>;

/// What the linear part takes from the known part.
struct Residuals {
  llvm::SmallVector<mlir::Value> saved; ///< In program order.
  llvm::SmallVector<mlir::Operation *>
      recomputed; ///< Cheap operations repeated in the linear part, in order.
};

/// Separates the operations that compute both known and linear values (calls, loops, manual
/// computations) into two, and adds to `linear` the values of `block` that depend on those already
/// there.
LogicalResult separate(Functions &functions, mlir::Block &block, ValueSet &linear);

/// The fewest bytes that let the linear part run without the known part: a value is not saved where
/// it is a cheap elementwise function of values that are no larger together, such as a relu's mask
/// of its saved input.
Residuals choose_residuals(mlir::Block &block, const ValueSet &linear);

/// Copies the known operations of `block`, and those of the linear part with what is recomputed.
/// `mapping` holds the block's arguments, and for the linear part the residuals saved.
void clone_known(mlir::OpBuilder &builder, mlir::Block &block, const ValueSet &linear,
                 mlir::IRMapping &mapping);
void clone_linear(mlir::OpBuilder &builder, mlir::Block &block, const ValueSet &linear,
                  const Residuals &residuals, mlir::IRMapping &mapping);

/// Where the linear part finds each residual when the known part is an operation of its own: among
/// the known operands, among the known results, or else in a further result.
struct Saved {
  llvm::SmallVector<int64_t>
      source; ///< Operand i: -1 - i. Result i: i; further results are numbered on.
  llvm::SmallVector<mlir::Value> extra; ///< The further results.
  static mlir::Value find(int64_t source, mlir::ValueRange operands, mlir::ValueRange results) {
    return source < 0 ? operands[-1 - source] : results[source];
  }
};
Saved place_residuals(const Residuals &residuals, mlir::ValueRange operands,
                      mlir::ValueRange results);

/// Replaces `op`, some of whose inputs are linear, by operations that are wholly known or wholly
/// linear, and adds the linear results to `linear`.
using SplitRule =
    std::function<LogicalResult(Functions &functions, mlir::Operation *op, ValueSet &linear)>;
using SplitRules = ir::RuleTable<SplitRule>;
const SplitRules &split_rules();

void add_call_split(SplitRules &rules);
void add_loop_split(SplitRules &rules);
void add_sharding_split(SplitRules &rules);

/// Whether an operand or a captured value of `op` is in `values`.
bool uses_any(mlir::Operation *op, const ValueSet &values);

} // namespace brigade::transforms
