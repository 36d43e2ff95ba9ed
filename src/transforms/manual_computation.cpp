#include "transforms/manual_computation.h"

namespace brigade::transforms {

using namespace sdy;

ManualComputationOp create_manual(Emitter &emit, ManualComputationOp like,
                                  const ManualSignature &signature) {
  mlir::MLIRContext *context = like.getContext();
  return emit.create<ManualComputationOp>(
      signature.results, signature.operands,
      {{"in_shardings", TensorShardingPerValueAttr::get(context, signature.in_shardings)},
       {"out_shardings", TensorShardingPerValueAttr::get(context, signature.out_shardings)},
       {"manual_axes", like->getAttr("manual_axes")}});
}

/// Any sharding of the operation: they all name its mesh.
static TensorShardingAttr any_sharding(ManualComputationOp op) {
  return op.getInShardings().empty() ? op.getOutShardings().getSharding(0)
                                     : op.getInShardings().getSharding(0);
}

Axes unmentioned_axes(ManualComputationOp op, TensorShardingAttr sharding) {
  Axes axes;
  for (mlir::StringAttr axis : op.getManualAxes()) {
    bool mentioned = llvm::any_of(sharding.getDimShardings(), [&](DimensionShardingAttr dimension) {
      return llvm::any_of(dimension.getAxes(),
                          [&](AxisRefAttr ref) { return ref.getName() == axis.getValue(); });
    });
    if (!mentioned)
      axes.push_back(axis);
  }
  return axes;
}

int64_t axes_size(ManualComputationOp op, llvm::ArrayRef<mlir::StringAttr> axes) {
  MeshAttr mesh = any_sharding(op).getMesh(op);
  int64_t size = 1;
  for (mlir::StringAttr axis : axes)
    size *= mesh.getAxisSize(axis.getValue());
  return size;
}

static DimensionShardingAttr split_over(mlir::MLIRContext *context,
                                        llvm::ArrayRef<mlir::StringAttr> axes) {
  auto refs = llvm::map_to_vector(axes, [&](mlir::StringAttr axis) {
    return AxisRefAttr::get(context, axis.getValue(), SubAxisInfoAttr());
  });
  return DimensionShardingAttr::get(context, refs, /*is_closed=*/true, std::nullopt);
}

TensorShardingAttr with_leading_axes(TensorShardingAttr sharding,
                                     llvm::ArrayRef<mlir::StringAttr> axes) {
  mlir::MLIRContext *context = sharding.getContext();
  llvm::SmallVector<DimensionShardingAttr> dimensions(sharding.getDimShardings());
  dimensions.insert(dimensions.begin(), split_over(context, axes));
  // An axis that was listed as not to be used is used now.
  auto replicated =
      llvm::to_vector(llvm::make_filter_range(sharding.getReplicatedAxes(), [&](AxisRefAttr ref) {
        return llvm::none_of(axes,
                             [&](mlir::StringAttr a) { return a.getValue() == ref.getName(); });
      }));
  return TensorShardingAttr::get(context, sharding.getMeshOrRef(), dimensions, replicated,
                                 sharding.getUnreducedAxes());
}

TensorShardingAttr stacked_sharding(ManualComputationOp op, mlir::Type local) {
  int64_t rank = llvm::cast<RankedTensorType>(local).getRank();
  auto open =
      TensorShardingAttr::getReplicated(op.getContext(), any_sharding(op).getMeshName(), rank,
                                        /*closed=*/false);
  return with_leading_axes(open, op.getManualAxes());
}

mlir::Type stacked_type(ManualComputationOp op, mlir::Type local) {
  auto type = llvm::cast<RankedTensorType>(local);
  Dims shape(type.getShape());
  shape.insert(shape.begin(), axes_size(op, op.getManualAxes()));
  return type.clone(shape);
}

RankedTensorType local_stacked_type(RankedTensorType local) {
  Dims shape(local.getShape());
  shape.insert(shape.begin(), 1);
  return local.clone(shape);
}

Value with_leading_one(Value x) { return x.reshape(local_stacked_type(x.type()).getShape()); }

} // namespace brigade::transforms
