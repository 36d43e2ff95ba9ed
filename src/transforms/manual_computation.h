#pragma once

#include "transforms/emitter.h"

namespace brigade::transforms {

/// What a transform changes of an sdy.manual_computation: its operands and results with their
/// shardings.
struct ManualSignature {
  llvm::SmallVector<mlir::Value> operands;
  llvm::SmallVector<mlir::Type> results;
  llvm::SmallVector<sdy::TensorShardingAttr> in_shardings, out_shardings;
};

/// A manual computation over the axes of `like`, with an empty region.
sdy::ManualComputationOp create_manual(Emitter &emit, sdy::ManualComputationOp like,
                                       const ManualSignature &signature);

using Axes = llvm::SmallVector<mlir::StringAttr>;

/// The manual axes of `op` that split no dimension in `sharding`.
Axes unmentioned_axes(sdy::ManualComputationOp op, sdy::TensorShardingAttr sharding);
/// How many devices the axes make together.
int64_t axes_size(sdy::ManualComputationOp op, llvm::ArrayRef<mlir::StringAttr> axes);

/// `sharding` with a new first dimension, split over `axes`.
sdy::TensorShardingAttr with_leading_axes(sdy::TensorShardingAttr sharding,
                                          llvm::ArrayRef<mlir::StringAttr> axes);

/// A value of local type `local` that differs on every device, outside: [devices, shape...] split
/// over all manual axes.
mlir::Type stacked_type(sdy::ManualComputationOp op, mlir::Type local);
sdy::TensorShardingAttr stacked_sharding(sdy::ManualComputationOp op, mlir::Type local);
/// The same inside: [1, shape...].
RankedTensorType local_stacked_type(RankedTensorType local);
Value with_leading_one(Value x);

} // namespace brigade::transforms
