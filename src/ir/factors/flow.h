#pragma once

#include "ir/rules.h"
#include "ir/sdy/dialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Value.h"

/// How values pass in and out of an operation's regions, and where shardings are written down.
namespace brigade::ir {

/// Values that are one tensor under different names, and so are split alike: for a while, the
/// operand, the region arguments, what the body yields, and the result.
struct FlowEdge {
  llvm::SmallVector<mlir::Value, 4> outside; ///< Operands and results of the operation.
  llvm::SmallVector<mlir::Value, 4> inside;  ///< Arguments and yielded values of its regions.
  /// Where not null, the outside values are first brought to this sharding; inside, its manual axes
  /// are gone: the types are local with respect to them. An operand's own sharding may differ.
  sdy::TensorShardingAttr boundary;
};

struct Flow {
  llvm::SmallVector<FlowEdge> edges;
  llvm::SmallVector<llvm::StringRef> manual_axes; ///< Not to be used inside the regions.
};

/// What an operation with regions that hold tensors says of itself. An operation without an entry
/// has opaque regions (the scalar body of a reduction): no sharding is given to what they hold.
struct FlowRule {
  Flow (*flow)(mlir::Operation *);
  /// Writes back boundaries, one for each edge, in order. Null where edges have none.
  void (*set_boundaries)(mlir::Operation *, llvm::ArrayRef<sdy::TensorShardingAttr>) = nullptr;
};

using FlowRules = RuleTable<FlowRule>;
const FlowRules &flow_rules();

/// The name of the attribute that holds shardings, of arguments, results and operations.
inline constexpr llvm::StringRef sharding_attribute = "sdy.sharding";

/// The sharding that was written for a value: an argument's of a function, that of an operation's
/// result, or what an operation that constrains its result says. Null: none, the compiler may
/// choose.
sdy::TensorShardingAttr sharding_of(mlir::Value);
sdy::TensorShardingAttr result_sharding(mlir::func::FuncOp, unsigned result);

/// Removes constraints of scalars, which say nothing: JAX writes them even into the bodies of
/// reductions.
void drop_scalar_constraints(mlir::Operation *root);

/// Writes the shardings of all results of an operation.
void set_result_shardings(mlir::Operation *, llvm::ArrayRef<sdy::TensorShardingAttr>);

} // namespace brigade::ir
