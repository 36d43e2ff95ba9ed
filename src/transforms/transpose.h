#pragma once

#include "ir/rules.h"
#include "transforms/emitter.h"
#include "transforms/functions.h"
#include "transforms/partial.h"

namespace brigade::transforms {

class Transposer;

/// One linear operation to transpose. New operations go to the end of the block.
class TransposeContext {
public:
  TransposeContext(Transposer &transposer, mlir::Operation *op, Emitter emit)
      : transposer(transposer), op(op), emit(emit) {}

  Transposer &transposer;
  mlir::Operation *op;
  Emitter emit;

  Value operand(unsigned i) { return emit.wrap(op->getOperand(i)); }
  /// Whether the operation is linear in operand i, so that the operand is owed a cotangent.
  bool is_linear(unsigned i) const;
  /// The result's cotangent; null is a symbolic zero. A rule runs only where some result's is not.
  Value cotangent(unsigned i = 0);
  Value dense_cotangent(unsigned i);
  /// Adds to operand i's cotangent; nothing happens where it is owed none or `ct` is null.
  void add(unsigned i, Value ct);
};

using TransposeRule = std::function<LogicalResult(TransposeContext &)>;
using TransposeRules = ir::RuleTable<TransposeRule>;
const TransposeRules &transpose_rules();

void add_elementwise_transpose(TransposeRules &rules);
void add_structure_transpose(TransposeRules &rules);
void add_contraction_transpose(TransposeRules &rules);
void add_indexing_transpose(TransposeRules &rules);
void add_control_transpose(TransposeRules &rules);
void add_collective_transpose(TransposeRules &rules);
void add_sharding_transpose(TransposeRules &rules);

/// Runs the linear operations of a block backwards: from cotangents of results to cotangents of
/// operands.
class Transposer {
public:
  explicit Transposer(Functions &functions) : functions(functions) {}

  Functions &functions;
  ValueSet linear; ///< The values that depend on the block's linear arguments.
  llvm::DenseMap<mlir::Value, mlir::Value> cotangents; ///< Absent: a symbolic zero.

  void add(Emitter &emit, mlir::Value v, Value ct);

  /// Transposes what leads to `cotangents`, then erases the block's linear operations. `block` has
  /// been separated.
  LogicalResult run(mlir::Block &block);

  /// f(args...) -> (results...), linear in some arguments, as
  /// (the other args..., ct of the results that have one...) -> (ct of the linear args that are not
  /// symbolic zeros...), made once. The mask says which of the linear arguments get a cotangent.
  FailureOr<Functions::Derived> transpose(FuncOp f, llvm::ArrayRef<bool> linear_arguments,
                                          llvm::ArrayRef<bool> has_cotangent);
};

} // namespace brigade::transforms
