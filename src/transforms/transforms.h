#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

/// jvp, transposition and batching, as passes from program to program. Each takes a function of a
/// module and adds a new private function beside it; nothing else changes. A missing rule is a
/// diagnostic on the operation that lacks it, naming the operation, the transform and the user's
/// line.
namespace brigade::transforms {

using mlir::FailureOr;
using mlir::func::FuncOp;

/// The derivative along a direction. active[i] says whether argument i has a tangent.
/// f(x...) -> (y...)  becomes  (x..., dx of the active...) -> (y..., dy of every floating
/// result...). Tangents that are zero are materialised in the results only.
FailureOr<FuncOp> jvp(FuncOp f, llvm::ArrayRef<bool> active);

/// f(x...) -> (y...)  becomes  (x..., cotangent of every floating result...) -> (y..., cotangent of
/// each wrt x...).
FailureOr<FuncOp> vjp(FuncOp f, llvm::ArrayRef<bool> wrt);

/// vjp in two functions, for a caller who keeps the residuals between them.
struct Linearized {
  FuncOp forward;  ///< (x...) -> (y..., residuals...)
  FuncOp backward; ///< (residuals..., cotangent of every floating result...) -> (cotangent of each
                   ///< wrt x...)
};
FailureOr<Linearized> vjp_split(FuncOp f, llvm::ArrayRef<bool> wrt);

/// f over a new dimension of size `size`. in_axes[i] is where argument i carries it, or none;
/// out_axes likewise for results (a result that does not depend on it is broadcast). Collectives
/// over `axis_name` act on this dimension.
FailureOr<FuncOp> batch(FuncOp f, llvm::ArrayRef<std::optional<int64_t>> in_axes,
                        llvm::ArrayRef<std::optional<int64_t>> out_axes, int64_t size,
                        llvm::StringRef axis_name = {});

/// Which rules an operation has. zero_tangent: its results never have a tangent (comparisons,
/// rounding, indices). Operations without `batch` may still be used in vmap where no operand is
/// mapped.
struct RuleNames {
  bool jvp = false, zero_tangent = false, transpose = false, batch = false;
};
/// By the operation's name, "stablehlo.add".
std::map<std::string, RuleNames> rule_names();

} // namespace brigade::transforms
