#pragma once

#include "ir/dialects.h"

/// How the elements of an operation depend on those of another.
namespace brigade::compiler {

/// Dimensions as runs that are walked together, outermost first: how many elements, and whether
/// they are kept (by a reduction) or mapped (by a broadcast). A reduction of f32[8, 128, 512] over
/// its last dimension has the pattern [(1024, kept), (512, not)], and so has the broadcast of its
/// result back.
using Pattern = llvm::SmallVector<std::pair<int64_t, bool>, 4>;

Pattern reduce_pattern(stablehlo::ReduceOp reduce);
/// Empty where dimensions change their order.
Pattern broadcast_pattern(stablehlo::BroadcastInDimOp broadcast);

inline int64_t elements(mlir::Value v) {
  return mlir::cast<mlir::RankedTensorType>(v.getType()).getNumElements();
}

enum class AccessKind {
  Same,      ///< At the same row-major number.
  Broadcast, ///< At the number among the kept dimensions of `pattern`.
  Other,
};

/// One way in which an operation reads a value.
struct Access {
  mlir::Value source;
  AccessKind kind = AccessKind::Same;
  Pattern pattern;
};

/// Which operations each of their users computes again, rather than reading them from memory: they
/// cost next to nothing and read at most one array.
class CheapOperations {
public:
  bool contains(mlir::Operation *op) { return expression(op).has_value(); }

private:
  struct Expression {
    int cost = 0, arrays = 0;
  };
  std::optional<Expression> expression(mlir::Operation *op);
  std::optional<Expression> compute(mlir::Operation *op);

  llvm::DenseMap<mlir::Operation *, std::optional<Expression>> known_;
};

/// All ways in which `op` reads what is in memory or computed by operations that are not cheap.
llvm::SmallVector<Access> accesses(mlir::Operation *op, CheapOperations &cheap);

} // namespace brigade::compiler
