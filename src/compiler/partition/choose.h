#pragma once

#include "compiler/partition/reshard.h"

namespace brigade::compiler {

/// One tensor of an operation about to be split.
struct Candidate {
  llvm::ArrayRef<int64_t> shape;
  int64_t element_bytes = 4;
  /// Operands: the layouts it is at hand in. Results: the one wanted.
  llvm::SmallVector<Layout> layouts;
};

/// Which axes split each factor of an operation, so that moving operands, combining partial results
/// and moving results costs least: the bytes sent, and what each device computes, as so many bytes.
/// Among equals, the most parts.
///
/// The choices looked at: for each tensor what its own layout says, filled up by what the others
/// (larger ones first) say where that is free; each also without its reductions.
///
///   x[i, k] {[], [a]}, w[k, j] {[a], []} -> y[i, j] {[], []}:  k over a, and one all_reduce of y
llvm::SmallVector<Axes, 4> choose_factor_axes(const Grid &, const ir::FactorRule &,
                                              llvm::ArrayRef<Candidate> tensors);

/// The axes of all reduction factors, in the order of the factors.
Axes reduction_axes(const ir::FactorRule &, llvm::ArrayRef<Axes> factor_axes);

} // namespace brigade::compiler
