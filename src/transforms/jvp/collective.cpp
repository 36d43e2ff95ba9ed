#include "transforms/jvp/algebra.h"

namespace brigade::transforms {

/// The mean of the tangents of those members that reach the maximum (minimum), as for a reduction
/// within an array. `sum` adds up over the same members.
template <class Sum> static void set_extremum_tangent(JvpContext &c, unsigned i, Sum sum) {
  Value reached = eq(c.operand(i), c.result(i)).convert(c.result(i).element());
  c.set(i, sum(c.tangent(i) * reached) / sum(reached));
}

static LogicalResult named_extremum_jvp(JvpContext &c) {
  set_extremum_tangent(c, 0, [&](Value x) {
    return c.emit.create1<ir::PsumOp>(x.type(), x.get(), {{"axes", c.op->getAttr("axes")}});
  });
  return mlir::success();
}

static LogicalResult all_reduce_jvp(JvpContext &c) {
  auto sum = [&](Value x) {
    mlir::Operation *op = c.emit.rebuild(c.op, x.get(), x.type());
    op->getRegion(0).getBlocks().clear();
    c.emit.fill_body(op->getRegion(0), BodyKind::Add, x.element());
    return c.emit.wrap(op->getResult(0));
  };
  switch (body_kind(c.op->getRegion(0))) {
  case BodyKind::Add:
    return linear_in_each().apply(c);
  case BodyKind::Maximum:
  case BodyKind::Minimum:
    for (unsigned i = 0; i < c.op->getNumResults(); ++i)
      if (c.tangent(i))
        set_extremum_tangent(c, i, sum);
    return mlir::success();
  default:
    return refuse(c.op, "only a sum, maximum or minimum over devices has a derivative");
  }
}

static LogicalResult reduce_scatter_jvp(JvpContext &c) {
  if (body_kind(c.op->getRegion(0)) != BodyKind::Add)
    return refuse(c.op, "only a sum scattered over devices has a derivative");
  return linear_in_each().apply(c);
}

void add_collective_jvp(JvpRules &rules) {
  rules.add<stablehlo::AllReduceOp>({all_reduce_jvp});
  rules.add<stablehlo::ReduceScatterOp>({reduce_scatter_jvp});
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
