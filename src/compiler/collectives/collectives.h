#pragma once

#include "mlir/IR/BuiltinOps.h"

namespace brigade::compiler {

/// Makes a partitioned program send less, and less often:
///
/// - what local shapes make simpler is simplified: the sum over a dimension of which each device
/// has one element is a reshape;
/// - equal collectives, and everything else that is equal, are done once;
/// - an all_reduce moves behind what is linear where that merges two (a + b of two sums is the sum
/// of a + b) or makes it
///   smaller (the sum of a reduction, of a product with something all members share);
/// - an all_reduce of which each device keeps a part is a reduce_scatter;
/// - all_reduces of the same groups and reducer that do not wait for each other become one.
///
/// Without a mesh, nothing changes.
mlir::LogicalResult optimise_collectives(mlir::ModuleOp module);

} // namespace brigade::compiler
