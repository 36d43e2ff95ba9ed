#include "transforms/jvp/algebra.h"
#include "transforms/manual_computation.h"

namespace brigade::transforms {

using namespace sdy;

/// Tangents enter and leave split as their values are.
static LogicalResult manual_jvp(JvpContext &c) {
  auto op = llvm::cast<ManualComputationOp>(c.op);
  mlir::Block &block = op->getRegion(0).front();
  ManualSignature signature{op->getOperands(), llvm::to_vector(op->getResultTypes()),
                            llvm::to_vector(op.getInShardings().getShardings()),
                            llvm::to_vector(op.getOutShardings().getShardings())};
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (Value t = c.tangent(i)) {
      signature.operands.push_back(t);
      signature.in_shardings.push_back(op.getInShardings().getSharding(i));
      mlir::BlockArgument x = block.getArgument(i);
      c.jvp.tangents[x] = block.addArgument(x.getType(), x.getLoc());
    }
  mlir::Operation *end = block.getTerminator();
  if (failed(c.jvp.run(block, floating(end->getOperands()))))
    return mlir::failure();
  llvm::SmallVector<mlir::Value> results(end->getOperands());
  llvm::SmallVector<unsigned> with_tangent;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (mlir::Value dy = c.jvp.tangent(end->getOperand(i))) {
      with_tangent.push_back(i);
      results.push_back(dy);
      signature.results.push_back(op->getResult(i).getType());
      signature.out_shardings.push_back(op.getOutShardings().getSharding(i));
    }
  end->setOperands(results);

  ManualComputationOp both = create_manual(c.emit, op, signature);
  both->getRegion(0).takeBody(op->getRegion(0));
  unsigned count = op->getNumResults();
  for (auto [j, i] : llvm::enumerate(with_tangent))
    c.jvp.tangents[both->getResult(i)] = both->getResult(count + j);
  c.replace(both->getResults().take_front(count));
  return mlir::success();
}

void add_sharding_jvp(JvpRules &rules) {
  rules.add<ShardingConstraintOp, ReshardOp>(linear({0}));
  rules.add<ManualComputationOp>({manual_jvp});
}

} // namespace brigade::transforms
