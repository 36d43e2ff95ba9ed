#pragma once

#include "compiler/propagate/layout.h"

namespace brigade::compiler {

/// What propagation knows of one value.
struct Tensor {
  llvm::SmallVector<int64_t> shape;
  Layout layout;
  llvm::SmallVector<bool> closed;
  llvm::SmallVector<int64_t> priority; ///< Of each dimension; it takes part from this priority on.
  AtomSet forbidden = 0;               ///< Explicitly replicated, or manual where the value lives.
  bool even_only = false;              ///< Takes only axes that divide the dimension.
};

/// Tensors tied together by a rule: an operation's operands and results, or the ends of a flow
/// edge.
struct Step {
  ir::FactorRule rule;
  llvm::SmallVector<int> tensors; ///< Operands first. -1: no tensor.
  /// Axes that lead each dimension of a tensor without being part of what the rule sees: the manual
  /// axes of a boundary.
  llvm::SmallVector<llvm::SmallVector<Axes>> hidden;
  bool pass_through = false;
};

struct Effort {
  int64_t priority = 0; ///< Dimensions of a higher number are ignored.
  bool settle_conflicts = false;
  bool through_reductions = false; ///< Along factors whose split leaves partial results, too.
};

/// Extends the shardings of a step's tensors by what the others have. Returns whether anything
/// changed.
///
///   x[i, k] {[a], []},  w[k, j] {[], [b]} -> y[i, j] {[], []}      becomes  y {[a], [b]}
bool propagate(const Grid &, const Step &, llvm::MutableArrayRef<Tensor> tensors, Effort);

} // namespace brigade::compiler
