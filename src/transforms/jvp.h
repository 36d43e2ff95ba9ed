#pragma once

#include "ir/rules.h"
#include "transforms/emitter.h"
#include "transforms/functions.h"

#include <functional>

namespace brigade::transforms {

class Jvp;

/// One operation to differentiate. New operations go right after it.
///
/// A rule adds to the program the linear map from the operands' tangents to the results' tangents.
/// A null tangent is a symbolic zero; a result that is not set has a zero tangent. Write terms as
/// tangent * coefficient, with coefficients of primal values alone: then transposition meets only
/// linear operations.
class JvpContext {
public:
  JvpContext(Jvp &jvp, mlir::Operation *op) : jvp(jvp), op(op), emit(Emitter::after(op)) {}

  Jvp &jvp;
  mlir::Operation *op;
  Emitter emit;

  Value operand(unsigned i) { return emit.wrap(op->getOperand(i)); }
  Value result(unsigned i = 0) { return emit.wrap(op->getResult(i)); }
  Value tangent(unsigned i);
  /// The tangent, with zeros written out where it is a symbolic zero.
  Value dense_tangent(unsigned i);
  void set(unsigned i, Value tangent);
  /// Puts other values in the place of the operation's results, and erases it.
  void replace(mlir::ValueRange results);
};

struct JvpRule {
  std::function<LogicalResult(JvpContext &)> apply;
  /// Nothing depends smoothly on the operands: comparisons, rounding, indices.
  bool zero = false;
};
using JvpRules = ir::RuleTable<JvpRule>;
const JvpRules &jvp_rules();

void add_elementwise_jvp(JvpRules &rules);
void add_special_jvp(JvpRules &rules);
void add_structure_jvp(JvpRules &rules);
void add_reduction_jvp(JvpRules &rules);
void add_indexing_jvp(JvpRules &rules);
void add_control_jvp(JvpRules &rules);
void add_collective_jvp(JvpRules &rules);
void add_sharding_jvp(JvpRules &rules);

/// Differentiates blocks in place: after each operation come those that compute its results'
/// tangents.
class Jvp {
public:
  explicit Jvp(Functions &functions) : functions(functions) {}

  Functions &functions;
  /// Absent: a symbolic zero.
  llvm::DenseMap<mlir::Value, mlir::Value> tangents;

  mlir::Value tangent(mlir::Value primal) const { return tangents.lookup(primal); }

  /// Differentiates the operations of `block` that lead to the tangents of `roots`. May replace
  /// operations of the block, so values of it that the caller holds may be gone afterwards.
  LogicalResult run(mlir::Block &block, mlir::ValueRange roots);
  /// Differentiates one operation that is in place.
  LogicalResult run(mlir::Operation *op);

  /// Marks, in `active`, the values of `block` that may have a tangent, given those already marked.
  static void mark_active(mlir::Block &block, llvm::DenseSet<mlir::Value> &active);

  /// f(x...) -> (y...) as (x..., dx of the active...) -> (y..., dy of those that are not symbolic
  /// zeros...), made once. The mask says which results have a tangent.
  FailureOr<Functions::Derived> differentiate(FuncOp f, llvm::ArrayRef<bool> active);
};

} // namespace brigade::transforms
