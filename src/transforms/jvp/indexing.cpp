#include "transforms/indexing.h"
#include "transforms/jvp/algebra.h"

namespace brigade::transforms {

using namespace stablehlo;

/// An overwriting scatter, as one that adds: where something is written the operand counts no
/// longer, and of several updates of one place only the one that the scatter kept counts. It is
/// found by scattering the updates' numbers:
///
///   kept       = scatter(0, indices, 1 + iota)      0 where nothing was written
///   tangent    = scatter_add(select(kept == 0, dx, 0), indices, select(gather(kept, indices) == 1
///   + iota, du, 0))
static LogicalResult overwrite_jvp(JvpContext &c, ScatterOp scatter) {
  Value x = c.operand(0), indices = c.operand(1), updates = c.operand(2);
  auto numbers = scatter.getScatterDimensionNumbers();
  bool unique = scatter.getUniqueIndices();
  mlir::Type index = c.emit.builder.getI32Type();
  RankedTensorType flat = RankedTensorType::get({updates.type().getNumElements()}, index);
  Value ids = (c.emit.iota(flat, 0) + 1).reshape(updates.shape());
  Value kept = c.emit.scatter(BodyKind::Overwrite, c.emit.zeros(x.type().clone(index)), indices,
                              ids, numbers, unique);
  Value from_operand, from_updates;
  if (Value dx = c.tangent(0))
    from_operand = select(eq(kept, 0), dx, 0.0);
  if (Value du = c.tangent(2)) {
    Value masked =
        unique
            ? du
            : select(eq(gather_of_scatter(kept, indices, updates.shape(), numbers), ids), du, 0.0);
    Value base = from_operand ? from_operand : c.emit.zeros(x.type());
    from_updates = c.emit.scatter(BodyKind::Add, base, indices, masked, numbers, unique);
  }
  c.set(0, from_updates ? from_updates : from_operand);
  return mlir::success();
}

static LogicalResult scatter_jvp(JvpContext &c) {
  auto scatter = llvm::cast<ScatterOp>(c.op);
  if (scatter->getNumResults() != 1)
    return refuse(c.op, "there is no derivative of a scatter of several arrays");
  switch (body_kind(scatter->getRegion(0))) {
  case BodyKind::Add:
    return linear({0, 2}).apply(c);
  case BodyKind::Overwrite:
    return overwrite_jvp(c, scatter);
  default:
    return refuse(c.op, "only a scatter that adds or overwrites has a derivative");
  }
}

void add_indexing_jvp(JvpRules &rules) {
  rules.add<GatherOp, DynamicSliceOp>(linear({0}));
  rules.add<DynamicUpdateSliceOp>(linear({0, 1}));
  rules.add<ScatterOp>({scatter_jvp});
}

} // namespace brigade::transforms
