#include "transforms/manual_computation.h"
#include "transforms/partial.h"

namespace brigade::transforms {

using namespace sdy;

/// One manual computation of the known values and one of the linear. A residual differs from device
/// to device, so it crosses as an array with a new first dimension that is split over all manual
/// axes: locally [1, shape...].
static LogicalResult split_manual(Functions &functions, mlir::Operation *op, ValueSet &linear) {
  auto manual = llvm::cast<ManualComputationOp>(op);
  mlir::Block &block = op->getRegion(0).front();
  mlir::Operation *end = block.getTerminator();
  ValueSet inner;
  ManualSignature first, second;
  llvm::SmallVector<mlir::Value> known_arguments, linear_arguments, known_results, linear_results;
  llvm::SmallVector<mlir::Value> linear_operands;
  llvm::SmallVector<TensorShardingAttr> linear_shardings;
  for (auto [i, x] : llvm::enumerate(op->getOperands())) {
    TensorShardingAttr sharding = manual.getInShardings().getSharding(i);
    if (linear.contains(x)) {
      inner.insert(block.getArgument(i));
      linear_arguments.push_back(block.getArgument(i));
      linear_operands.push_back(x);
      linear_shardings.push_back(sharding);
    } else {
      known_arguments.push_back(block.getArgument(i));
      first.operands.push_back(x);
      first.in_shardings.push_back(sharding);
    }
  }
  if (failed(separate(functions, block, inner)))
    return mlir::failure();
  for (auto [i, y] : llvm::enumerate(end->getOperands())) {
    bool is_linear = inner.contains(y);
    (is_linear ? linear_results : known_results).push_back(y);
    ManualSignature &part = is_linear ? second : first;
    part.results.push_back(op->getResult(i).getType());
    part.out_shardings.push_back(manual.getOutShardings().getSharding(i));
  }
  if (known_results.empty()) {
    linear.insert(op->getResults().begin(), op->getResults().end());
    return mlir::success();
  }

  Residuals residuals = choose_residuals(block, inner);
  Saved saved = place_residuals(residuals, known_arguments, known_results);
  Emitter emit = Emitter::before(op);
  for (mlir::Value v : saved.extra) {
    first.results.push_back(stacked_type(manual, v.getType()));
    first.out_shardings.push_back(stacked_sharding(manual, v.getType()));
  }
  ManualComputationOp known = create_manual(emit, manual, first);
  {
    mlir::Block &body = known->getRegion(0).emplaceBlock();
    mlir::IRMapping mapping;
    for (mlir::Value v : known_arguments)
      mapping.map(v, body.addArgument(v.getType(), v.getLoc()));
    Emitter inside(mlir::OpBuilder::atBlockEnd(&body), op->getLoc());
    clone_known(inside.builder, block, inner, mapping);
    llvm::SmallVector<mlir::Value> results;
    for (mlir::Value y : known_results)
      results.push_back(mapping.lookup(y));
    for (mlir::Value v : saved.extra)
      results.push_back(with_leading_one(inside.wrap(mapping.lookup(v))));
    inside.create<sdy::ReturnOp>(mlir::TypeRange(), results);
    erase_dead(body);
  }

  int64_t known_count = known_results.size();
  for (int64_t source : saved.source) {
    second.operands.push_back(Saved::find(source, first.operands, known->getResults()));
    second.in_shardings.push_back(source < 0 ? first.in_shardings[-1 - source]
                                             : first.out_shardings[source]);
  }
  second.operands.append(linear_operands);
  second.in_shardings.append(linear_shardings);
  ManualComputationOp lin = create_manual(emit, manual, second);
  {
    mlir::Block &body = lin->getRegion(0).emplaceBlock();
    Emitter inside(mlir::OpBuilder::atBlockEnd(&body), op->getLoc());
    mlir::IRMapping mapping;
    for (auto [v, source] : llvm::zip_equal(residuals.saved, saved.source)) {
      bool is_stacked = source >= known_count;
      auto type = llvm::cast<RankedTensorType>(v.getType());
      mlir::Value x = body.addArgument(is_stacked ? local_stacked_type(type) : type, v.getLoc());
      mapping.map(v, inside.wrap(x).reshape(type.getShape()).get());
    }
    for (mlir::Value v : linear_arguments)
      mapping.map(v, body.addArgument(v.getType(), v.getLoc()));
    clone_linear(inside.builder, block, inner, residuals, mapping);
    llvm::SmallVector<mlir::Value> results;
    for (mlir::Value y : linear_results)
      results.push_back(mapping.lookup(y));
    inside.create<sdy::ReturnOp>(mlir::TypeRange(), results);
    erase_dead(body);
  }

  unsigned next_known = 0, next_linear = 0;
  for (auto [y, inside] : llvm::zip_equal(op->getResults(), end->getOperands()))
    y.replaceAllUsesWith(inner.contains(inside) ? lin->getResult(next_linear++)
                                                : known->getResult(next_known++));
  linear.insert(lin->getResults().begin(), lin->getResults().end());
  op->erase();
  return mlir::success();
}

void add_sharding_split(SplitRules &rules) { rules.add<ManualComputationOp>(split_manual); }

} // namespace brigade::transforms
