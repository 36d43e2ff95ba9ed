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

/// Each place has the mean of the tangents of those that reach its maximum (minimum): its element
/// of the operand, and the updates of it.
static LogicalResult extremum_jvp(JvpContext &c, ScatterOp scatter) {
  Value x = c.operand(0), indices = c.operand(1), updates = c.operand(2), y = c.result();
  auto numbers = scatter.getScatterDimensionNumbers();
  auto add = [&](Value onto, Value terms) {
    return c.emit.scatter(BodyKind::Add, onto, indices, terms, numbers, scatter.getUniqueIndices());
  };
  Value operand_reaches = eq(x, y).convert(x.element());
  Value update_reaches =
      eq(gather_of_scatter(y, indices, updates.shape(), numbers), updates).convert(x.element());
  Value dx = c.tangent(0), du = c.tangent(2);
  Value total = dx ? dx * operand_reaches : c.emit.zeros(x.type());
  if (du)
    total = add(total, du * update_reaches);
  c.set(0, total / add(operand_reaches, update_reaches));
  return mlir::success();
}

/// y = x * u at the places written: dx * u + x * du. Of several updates of one place each would
/// need the product of the others.
static LogicalResult product_jvp(JvpContext &c, ScatterOp scatter) {
  Value x = c.operand(0), indices = c.operand(1), updates = c.operand(2);
  auto numbers = scatter.getScatterDimensionNumbers();
  bool unique = scatter.getUniqueIndices();
  Value from_operand, from_updates;
  if (Value dx = c.tangent(0))
    from_operand =
        dx * c.emit.scatter(BodyKind::Multiply, x.like(1), indices, updates, numbers, unique);
  if (Value du = c.tangent(2)) {
    if (!unique)
      return refuse(c.op, "the updates of a scatter that multiplies have a derivative only where "
                          "its indices are said to be unique");
    Value read = gather_of_scatter(x, indices, updates.shape(), numbers);
    from_updates =
        c.emit.scatter(BodyKind::Add, c.emit.zeros(x.type()), indices, du * read, numbers, unique);
  }
  c.set(0, sum_terms(from_operand, from_updates));
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
  case BodyKind::Maximum:
  case BodyKind::Minimum:
    return extremum_jvp(c, scatter);
  case BodyKind::Multiply:
    return product_jvp(c, scatter);
  default:
    return refuse(c.op, "only a scatter that adds, multiplies, overwrites, or takes the maximum or "
                        "minimum has a derivative");
  }
}

void add_indexing_jvp(JvpRules &rules) {
  rules.add<GatherOp, DynamicSliceOp>(linear({0}));
  rules.add<DynamicUpdateSliceOp>(linear({0, 1}));
  rules.add<ScatterOp>({scatter_jvp});
}

} // namespace brigade::transforms
