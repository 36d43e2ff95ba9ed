#include "transforms/jvp/algebra.h"

namespace brigade::transforms {

static LogicalResult all_reduce_jvp(JvpContext &c) {
  if (body_kind(c.op->getRegion(0)) != BodyKind::Add)
    return refuse(c.op, "only a sum over devices has a derivative");
  return linear_in_each().apply(c);
}

/// The mean of the tangents of those members that reach the maximum (minimum), as for a reduction
/// within an array.
static LogicalResult named_extremum_jvp(JvpContext &c) {
  auto psum = [&](Value x) {
    return c.emit.create1<ir::PsumOp>(x.type(), x.get(), {{"axes", c.op->getAttr("axes")}});
  };
  Value reached = eq(c.operand(0), c.result()).convert(c.result().element());
  c.set(0, psum(c.tangent(0) * reached) / psum(reached));
  return mlir::success();
}

void add_collective_jvp(JvpRules &rules) {
  rules.add<stablehlo::AllReduceOp, stablehlo::ReduceScatterOp>({all_reduce_jvp});
  rules.add<stablehlo::AllGatherOp, stablehlo::AllToAllOp, stablehlo::CollectivePermuteOp,
            stablehlo::CollectiveBroadcastOp>(linear_in_each());
  rules.add<stablehlo::PartitionIdOp, stablehlo::ReplicaIdOp>(zero());

  rules.add<ir::PsumOp, ir::PvaryOp, ir::AllGatherOp, ir::ReduceScatterOp, ir::PpermuteOp,
            ir::AllToAllOp>(linear({0}));
  rules.add<ir::PmaxOp, ir::PminOp>({named_extremum_jvp});
  rules.add<ir::AxisIndexOp>(zero());
  rules.add<ir::StopGradientOp>(zero());
}

} // namespace brigade::transforms
