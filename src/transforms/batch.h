#pragma once

#include "ir/rules.h"
#include "transforms/emitter.h"
#include "transforms/functions.h"

#include "mlir/IR/IRMapping.h"

#include <functional>

namespace brigade::transforms {

/// A value of the program over many examples, and the dimension that counts them; none: the same
/// for all.
struct Batched {
  mlir::Value value;
  std::optional<int64_t> dim;
};

class Batcher;

/// One operation of the original program, some of whose operands are mapped. New operations go to
/// the end of the new block. The rule sets every result.
class BatchContext {
public:
  BatchContext(Batcher &batcher, mlir::Operation *op, Emitter emit)
      : batcher(batcher), op(op), emit(emit) {}

  Batcher &batcher;
  mlir::Operation *op;
  Emitter emit;

  int64_t size() const;
  Batched operand(unsigned i) const;
  bool is_mapped(unsigned i) const { return operand(i).dim.has_value(); }
  Value value(unsigned i) { return emit.wrap(operand(i).value); }
  /// Operand i with the mapped dimension at `dim`: moved there, or repeated along it.
  Value at(unsigned i, int64_t dim);
  /// All operands at 0.
  llvm::SmallVector<mlir::Value> all_at_front();
  /// The mapped dimension of the first operand that has one: elementwise operations keep it in
  /// place.
  int64_t first_dim() const;

  RankedTensorType result_type(unsigned i = 0) const {
    return llvm::cast<RankedTensorType>(op->getResult(i).getType());
  }
  /// A result's type with the mapped dimension at `dim`.
  RankedTensorType result_with(int64_t dim, unsigned i = 0) const;
  void set(unsigned i, mlir::Value value, std::optional<int64_t> dim);
};

using BatchRule = std::function<LogicalResult(BatchContext &)>;
using BatchRules = ir::RuleTable<BatchRule>;
const BatchRules &batch_rules();

void add_elementwise_batch(BatchRules &rules);
void add_structure_batch(BatchRules &rules);
void add_contraction_batch(BatchRules &rules);
void add_reduction_batch(BatchRules &rules);
void add_indexing_batch(BatchRules &rules);
void add_control_batch(BatchRules &rules);
void add_collective_batch(BatchRules &rules);
void add_sharding_batch(BatchRules &rules);

/// Rewrites blocks for many examples at once. The original is not changed.
class Batcher {
public:
  Batcher(Functions &functions, int64_t size, llvm::StringRef axis)
      : functions(functions), size(size), axis(axis) {}

  Functions &functions;
  int64_t size;
  llvm::StringRef axis; ///< The name of the mapped axis; may be empty.
  llvm::DenseMap<mlir::Value, Batched>
      values; ///< By value of the original. Absent: itself, not mapped.

  Batched find(mlir::Value original) const;
  /// The operations of `block`, but for its terminator, at the builder's place.
  LogicalResult run(mlir::OpBuilder &builder, mlir::Block &block);
  /// Copies an operation none of whose operands is mapped.
  void copy(mlir::OpBuilder &builder, mlir::Operation *op);

  /// Whether `op` does something along the mapped axis, mapped operands or none.
  bool acts_on_axis(mlir::Operation *op) const;

  /// f over mapped arguments whose dimension is 0, made once. The mask says which results are
  /// mapped, at 0.
  FailureOr<Functions::Derived> batch(FuncOp f, llvm::ArrayRef<bool> mapped);
};

/// `x` with its mapped dimension at `dim`, repeated along it where there is none.
Value moved_to(Emitter &emit, Batched x, int64_t dim, int64_t size);

/// `dims` with each that is at or after `at` one higher; and with `value` put in at place `at`.
Dims shifted(llvm::ArrayRef<int64_t> dims, int64_t at = 0);
Dims inserted(llvm::ArrayRef<int64_t> values, int64_t at, int64_t value);

} // namespace brigade::transforms
