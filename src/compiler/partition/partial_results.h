#pragma once

#include "compiler/partition/splitter.h"

namespace brigade::compiler {

/// The results of an operation of which a reduction factor is split: each device has partial
/// results, which are combined over the axes of the reduction.
///
///   reduce(%x, init 5) over a dimension split 4 ways:   %p = reduce(%x part, init 0)
///                                                       %s = all_reduce %p
///                                                       %r = 5 + %s
class PartialResults {
public:
  PartialResults(Splitter &, mlir::Operation *op, const ir::FactorRule &,
                 llvm::ArrayRef<uint8_t> axes);

  /// What stands for an operand that starts the reduction: it counts once, after the parts are
  /// combined.
  mlir::Value neutral(mlir::RankedTensorType);
  /// Operand number `operand` with its padding replaced by what does not count.
  mlir::Value masked(mlir::Value local, unsigned operand, llvm::ArrayRef<Axes> factor_axes);
  /// Sums of bf16 and f16 are kept in f32 until all parts are together.
  mlir::Value widened_operand(mlir::Value local);
  void widen(mlir::Operation *local);

  /// Defines the operation's results: parts combined, the start counted, the element type as it
  /// was.
  void combine(mlir::ValueRange locals, llvm::ArrayRef<Layout> layouts);

private:
  mlir::Value initial(mlir::Value global, mlir::Value like, const Layout &layout);

  Splitter &splitter_;
  mlir::Operation *op_;
  const ir::FactorRule &rule_;
  Axes axes_;
  Emitter emitter_;
  bool widened_ = false;
};

} // namespace brigade::compiler
