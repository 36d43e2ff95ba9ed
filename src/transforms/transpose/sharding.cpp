#include "transforms/manual_computation.h"
#include "transforms/transpose.h"

namespace brigade::transforms {

using namespace sdy;

static LogicalResult constraint_transpose(TransposeContext &c) {
  c.add(0, c.emit.rebuild1(c.op, c.cotangent().get(), c.cotangent().type()));
  return mlir::success();
}

/// Each device runs its part backwards. An operand that some manual axes do not split is one value
/// read on all devices along them: its cotangent is the sum of theirs, which leave the region
/// stacked and are added outside. A result that some axes do not split is read from one of equal
/// copies: each copy gets an equal share of the cotangent.
static LogicalResult manual_transpose(TransposeContext &c) {
  auto op = llvm::cast<ManualComputationOp>(c.op);
  mlir::Block &block = op->getRegion(0).front();
  Transposer inner(c.transposer.functions);
  ManualSignature signature;
  llvm::SmallVector<mlir::Value> arguments;
  llvm::SmallVector<unsigned> owed;
  for (auto [i, x] : llvm::enumerate(op->getOperands())) {
    if (c.is_linear(i)) {
      arguments.push_back(block.getArgument(i));
      inner.linear.insert(block.getArgument(i));
      owed.push_back(i);
    } else {
      signature.operands.push_back(x);
      signature.in_shardings.push_back(op.getInShardings().getSharding(i));
    }
  }
  if (failed(separate(c.transposer.functions, block, inner.linear)))
    return mlir::failure();
  Emitter inside = Emitter::before(block.getTerminator());
  for (auto [i, y] : llvm::enumerate(block.getTerminator()->getOperands())) {
    Value ct = c.cotangent(i);
    if (!ct)
      continue;
    TensorShardingAttr sharding = op.getOutShardings().getSharding(i);
    if (int64_t copies = axes_size(op, unmentioned_axes(op, sharding)); copies != 1)
      ct = ct / static_cast<double>(copies);
    signature.operands.push_back(ct);
    signature.in_shardings.push_back(sharding);
    inner.add(inside, y, inside.wrap(block.addArgument(y.getType(), y.getLoc())));
  }
  if (failed(inner.run(block)))
    return mlir::failure();

  llvm::SmallVector<mlir::Value> results;
  llvm::SmallVector<std::pair<unsigned, bool>>
      given; // Operand, and whether its cotangent is stacked.
  for (auto [i, x] : llvm::zip_equal(owed, arguments)) {
    mlir::Value ct = inner.cotangents.lookup(x);
    if (!ct)
      continue;
    TensorShardingAttr sharding = op.getInShardings().getSharding(i);
    auto type = llvm::cast<RankedTensorType>(op->getOperand(i).getType());
    auto axes = unmentioned_axes(op, sharding);
    bool is_stacked = axes_size(op, axes) != 1;
    if (is_stacked) {
      Dims shape(type.getShape());
      shape.insert(shape.begin(), axes_size(op, axes));
      type = type.clone(shape);
      sharding = with_leading_axes(sharding, axes);
      ct = with_leading_one(inside.wrap(ct));
    }
    results.push_back(ct);
    given.push_back({i, is_stacked});
    signature.results.push_back(type);
    signature.out_shardings.push_back(sharding);
  }
  block.getTerminator()->setOperands(results);
  block.eraseArguments([&](mlir::BlockArgument x) { return llvm::is_contained(arguments, x); });
  erase_dead(block);

  ManualComputationOp back = create_manual(c.emit, op, signature);
  back->getRegion(0).takeBody(op->getRegion(0));
  for (auto [entry, ct] : llvm::zip_equal(given, back->getResults())) {
    Value sum = c.emit.wrap(ct);
    c.add(entry.first, entry.second ? sum.reduce_sum({0}) : sum);
  }
  return mlir::success();
}

void add_sharding_transpose(TransposeRules &rules) {
  rules.add<ShardingConstraintOp, ReshardOp>(constraint_transpose);
  rules.add<ManualComputationOp>(manual_transpose);
}

} // namespace brigade::transforms
