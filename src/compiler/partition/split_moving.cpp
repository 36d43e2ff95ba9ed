#include "compiler/partition/splitter.h"

#include "ir/dialects.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

/// The first part becomes the last: each device reverses its part and sends it to the device at the
/// mirrored place.
LogicalResult reverse(Splitter &s, Operation *op) {
  auto reverse = cast<stablehlo::ReverseOp>(op);
  ir::FactorRule rule = *ir::factor_rule(s.rules, op);
  for (ir::Factor &factor : rule.factors)
    factor.kind = ir::FactorKind::PassThrough;
  OpSplit split = s.choose(op, rule);
  const Layout &layout = split.results[0];
  SmallVector<int64_t> mirrored;
  for (int64_t d : reverse.getDimensions())
    if (!layout.dims[d].empty())
      mirrored.push_back(d);
  if (mirrored.empty() || !layout.divides(s.grid, ir::shape_of(reverse.getResult())))
    return s.split_by_rule(op);

  auto place = [&](int64_t device, bool mirror) {
    SmallVector<int64_t> place;
    for (auto [d, axes] : llvm::enumerate(layout.dims)) {
      int64_t index = s.grid.index(device, axes);
      place.push_back(mirror && llvm::is_contained(mirrored, d) ? s.grid.count(axes) - 1 - index
                                                                : index);
    }
    // Devices that hold the same part stay with their own.
    Axes others;
    for (unsigned atom = 0; atom < s.grid.atoms(); ++atom)
      if (!((layout.atoms() >> atom) & 1))
        others.push_back(atom);
    place.push_back(s.grid.index(device, others));
    return place;
  };
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  for (int64_t source = 0; source < s.grid.devices(); ++source)
    for (int64_t target = 0; target < s.grid.devices(); ++target)
      if (place(source, false) == place(target, true))
        pairs.push_back({source, target});

  Value local = s.clone(op, s.as(reverse.getOperand(), split.operands[0], op), split)->getResult(0);
  Emitter emit = s.emitter(op->getLoc(), "reversed dimension split over " +
                                             s.grid.name(layout.dims[mirrored.front()]));
  s.define(op, emit.permute(local, pairs), split);
  return success();
}

} // namespace

void add_moving_splits(SplitRules &rules) { rules.add<stablehlo::ReverseOp>(reverse); }

} // namespace brigade::compiler
