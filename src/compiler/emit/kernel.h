#pragma once

#include "compiler/emit/elemental.h"
#include "compiler/emit/plan.h"

#include "mlir/IR/BuiltinOps.h"

namespace brigade::compiler::emit {

/// The function of one kernel while it is written: its arguments, and the buffers of the fusion's
/// inputs and results, in this order in the kernel's pointer table.
class Kernel {
public:
  Kernel(mlir::ModuleOp module, llvm::StringRef name, ir::FusionOp fusion, const KernelPlan &plan);

  ir::FusionOp fusion;
  const KernelPlan &plan;
  mlir::OpBuilder b;
  Lanes l;
  Elemental e;
  Value extents, begin, end;
  llvm::SmallVector<BufferRef> outputs; ///< One a result.

  /// The values that the fusion returns.
  mlir::OperandRange roots() { return fusion.getBody().front().getTerminator()->getOperands(); }

  /// A part of the kernel could not be written; a diagnostic has said why.
  bool failed = false;
  /// e.value_at, and a harmless value after a failure.
  Value value_at(Value v, const Point &p);

  /// All results of a reduction or a scatter's region.
  llvm::SmallVector<Value> region(mlir::Region &region, llvm::ArrayRef<Value> arguments);

  void finish();

  /// A kernel may take part of the innermost dimension: the index of the outer ones, and [low,
  /// high) of the innermost.
  struct Part {
    Index outer;
    Value low, high;
  };
  Part part(Value iteration);

private:
  mlir::LLVM::LLVMFuncOp function_;
};

/// Writes the kernel of a fusion into a module, as an llvm.func of the runtime's kernel ABI over
/// arith, math, vector and scf operations. Failure comes with a diagnostic at the operation that
/// cannot be emitted.
mlir::LogicalResult write_kernel(mlir::ModuleOp module, llvm::StringRef name, ir::FusionOp fusion,
                                 const KernelPlan &plan);

// One a kind.
void write_loop(Kernel &k);
void write_flat(Kernel &k);
void write_reduce(Kernel &k);
void write_update(Kernel &k);
void write_scatter(Kernel &k);

} // namespace brigade::compiler::emit
