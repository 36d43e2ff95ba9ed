#pragma once

#include "compiler/emit/plan.h"
#include "runtime/client.h"

/// Machine code for fusions.
namespace brigade::compiler::emit {

struct KernelRequest {
  ir::FusionOp fusion;
  KernelPlan plan;
};

/// One function a request, in their order. The requests are shared out among two threads, each with
/// contexts of its own; the code lives as long as keep_alive. Failure comes with a diagnostic at
/// the operation that has no emission.
mlir::FailureOr<runtime::KernelCode> emit_kernels(llvm::ArrayRef<KernelRequest> requests);

/// Whether the compiler can emit an operation inside a kernel.
bool has_emission(mlir::Operation *op);
/// Whether it is computed element by element at the same index in all operands.
bool is_elementwise(mlir::Operation *op);

/// What one element costs, in additions; 0 where there is no emission.
int cost_of(mlir::Operation *op);

} // namespace brigade::compiler::emit
