#include "compiler/partition/splitter.h"

#include "ir/dialects.h"
#include "ir/factors/flow.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

/// A repeated value is made at its local size; other constants are made whole and sliced.
LogicalResult constant(Splitter &s, Operation *op) {
  auto constant = cast<stablehlo::ConstantOp>(op);
  auto type = cast<RankedTensorType>(constant.getType());
  Layout layout = s.declared(constant);
  auto value = dyn_cast<SplatElementsAttr>(constant.getValue());
  if (!value || layout.is_replicated()) {
    Layout whole(type.getRank());
    s.define(constant, s.clone(op, {}, {{}, {}, {whole}})->getResult(0), whole);
    return success();
  }
  Value local = s.builder.create<stablehlo::ConstantOp>(
      op->getLoc(), value.resizeSplat(layout.local_type(s.grid, type)));
  s.define(constant, local, layout);
  return success();
}

/// Each part begins where the one before it ends: an iota of the local size and the part's offset.
/// Floats count in integers, so that no rounding depends on the split.
LogicalResult iota(Splitter &s, Operation *op) {
  auto iota = cast<stablehlo::IotaOp>(op);
  Layout layout = s.declared(iota);
  RankedTensorType type = layout.local_type(s.grid, cast<RankedTensorType>(iota.getType()));
  int64_t dim = iota.getIotaDimension();
  if (layout.dims[dim].empty()) {
    s.define(iota, s.clone(op, {}, {{}, {}, {layout}})->getResult(0), layout);
    return success();
  }
  Emitter emit = s.emitter(op->getLoc());
  Value local = emit.positions(type.getShape(), dim, layout.dims[dim]);
  s.define(iota, emit.convert(local, type.getElementType()), layout);
  return success();
}

/// Moving to its layout is all that a constraint does.
LogicalResult constraint(Splitter &s, Operation *op) {
  Layout layout = s.declared(op->getResult(0));
  s.define(op->getResult(0), s.as(op->getOperand(0), layout, op), layout);
  return success();
}

} // namespace

void add_structure_splits(SplitRules &rules) {
  rules.add<stablehlo::ConstantOp>(constant);
  rules.add<stablehlo::IotaOp>(iota);
  rules.add<sdy::ShardingConstraintOp>(constraint);
}

} // namespace brigade::compiler
