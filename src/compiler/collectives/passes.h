#pragma once

#include "mlir/Dialect/Func/IR/FuncOps.h"

/// The parts of optimise_collectives. Each returns whether it changed anything.
namespace brigade::compiler {

bool merge_equal(mlir::func::FuncOp);
bool sink_all_reduces(mlir::func::FuncOp);
bool form_reduce_scatters(mlir::func::FuncOp);
bool combine_all_reduces(mlir::func::FuncOp);

} // namespace brigade::compiler
