#pragma once

#include "ir/dialects.h"

/// How a fusion becomes a kernel: its loops, and how they are split over threads.
namespace brigade::compiler::emit {

enum class KernelKind {
  Loop,    ///< Every result has the loop's elements.
  Flat,    ///< A loop that does not depend on shapes (flat.h): an iteration is an element.
  Rows,    ///< Reductions along the innermost dimension: one outer index at a time, in phases.
  Columns, ///< Reductions of outer dimensions: a block of kept columns at a time, in phases.
  Update,  ///< dynamic_update_slice into memory that holds the operand.
  Scatter, ///< scatter into memory that holds the inputs.
};

/// Example: a softmax over the last dimension of f32[8, 128, 512] has kind Rows, dims [1024, 512],
/// reduced [no, yes] and 1024 iterations.
struct KernelPlan {
  KernelKind kind = KernelKind::Loop;
  llvm::SmallVector<int64_t> dims; ///< Neighbours that are always walked together are one. No ones,
                                   ///< unless it is the only one.
  llvm::SmallVector<bool> reduced; ///< Rows and Columns: which dims are reduced.
  int width = 1;                   ///< Lanes.
  int unroll = 1;
  int64_t block =
      1; ///< Elements of the innermost dim that one iteration takes (Loop, Columns, Scatter).
  /// All outer indices of one block before the next block, rather than all blocks of one outer
  /// index.
  bool blocks_outermost = false;
  int64_t blocks = 1;   ///< How often that is to cover the innermost dim.
  std::string flat_key; ///< Flat: what its code depends on.
  int64_t iterations = 1;
  int64_t grain = 1;
};

/// `rows`: an epilogue, which takes one row of the last dimension of its results an iteration.
KernelPlan plan_kernel(ir::FusionOp fusion);
KernelPlan plan_epilogue(ir::FusionOp fusion, int64_t row);

/// Whether elements at different places of the window may meet in one place of the input: a
/// scattered dimension has a window of more than one.
bool windows_may_overlap(stablehlo::ScatterOp scatter);

/// An attribute of a fusion whose results take the memory of its first inputs, which must hold
/// those inputs' values: of updates and scatters.
inline constexpr llvm::StringLiteral in_place_attribute = "in_place";

} // namespace brigade::compiler::emit
