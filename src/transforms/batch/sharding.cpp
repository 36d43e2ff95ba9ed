#include "transforms/batch.h"
#include "transforms/manual_computation.h"

namespace brigade::transforms {

using namespace sdy;

/// The mapped dimension is open: the compiler chooses how it is split.
static TensorShardingAttr with_open_dim(TensorShardingAttr sharding, int64_t dim) {
  llvm::SmallVector<DimensionShardingAttr> dimensions(sharding.getDimShardings());
  dimensions.insert(
      dimensions.begin() + dim,
      DimensionShardingAttr::get(sharding.getContext(), {}, /*is_closed=*/false, std::nullopt));
  return TensorShardingAttr::get(sharding.getContext(), sharding.getMeshOrRef(), dimensions,
                                 sharding.getReplicatedAxes(), sharding.getUnreducedAxes());
}

static LogicalResult constraint_batch(BatchContext &c) {
  int64_t dim = *c.operand(0).dim;
  auto sharding = c.op->getAttrOfType<TensorShardingAttr>("sharding");
  c.set(0,
        c.emit.rebuild1(c.op, c.operand(0).value, c.result_with(dim),
                        {{"sharding", with_open_dim(sharding, dim)}}),
        dim);
  return mlir::success();
}

static LogicalResult manual_batch(BatchContext &c) {
  auto op = llvm::cast<ManualComputationOp>(c.op);
  mlir::Block &block = op->getRegion(0).front();
  ManualSignature signature;
  mlir::Region region;
  mlir::Block &body = region.emplaceBlock();
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    bool mapped = c.is_mapped(i);
    TensorShardingAttr sharding = op.getInShardings().getSharding(i);
    signature.operands.push_back(mapped ? c.at(i, 0).get() : c.operand(i).value);
    signature.in_shardings.push_back(mapped ? with_open_dim(sharding, 0) : sharding);
    mlir::BlockArgument x = block.getArgument(i);
    auto type = llvm::cast<RankedTensorType>(x.getType());
    mlir::Value y = body.addArgument(
        mapped ? type.clone(inserted(type.getShape(), 0, c.size())) : type, x.getLoc());
    c.batcher.values[x] = {y, mapped ? std::optional<int64_t>(0) : std::nullopt};
  }
  mlir::OpBuilder builder(c.op->getContext());
  builder.setInsertionPointToEnd(&body);
  Emitter inside(builder, c.emit.loc);
  if (failed(c.batcher.run(inside.builder, block)))
    return mlir::failure();
  llvm::SmallVector<mlir::Value> results;
  llvm::SmallVector<bool> mapped_results;
  for (auto [i, y] : llvm::enumerate(block.getTerminator()->getOperands())) {
    Batched result = c.batcher.find(y);
    bool mapped = result.dim.has_value();
    TensorShardingAttr sharding = op.getOutShardings().getSharding(i);
    mapped_results.push_back(mapped);
    results.push_back(mapped ? moved_to(inside, result, 0, c.size()).get() : result.value);
    signature.results.push_back(mapped ? c.result_with(0, i) : c.result_type(i));
    signature.out_shardings.push_back(mapped ? with_open_dim(sharding, 0) : sharding);
  }
  inside.create<sdy::ReturnOp>(mlir::TypeRange(), results);
  ManualComputationOp batched = create_manual(c.emit, op, signature);
  batched->getRegion(0).takeBody(region);
  for (auto [i, mapped] : llvm::enumerate(mapped_results))
    c.set(i, batched->getResult(i), mapped ? std::optional<int64_t>(0) : std::nullopt);
  return mlir::success();
}

void add_sharding_batch(BatchRules &rules) {
  rules.add<ShardingConstraintOp, ReshardOp>(constraint_batch);
  rules.add<ManualComputationOp>(manual_batch);
}

} // namespace brigade::transforms
