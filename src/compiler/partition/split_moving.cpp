#include "compiler/partition/pieces.h"

#include "ir/dialects.h"

/// Operations that move elements along a dimension which is split.

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

/// How an operation moves elements along one dimension: which run of each tensor operand goes
/// where, and the same operation without the movement along that dimension, whose other attributes
/// are applied to the parts.
struct Movement {
  SmallVector<Piece> pieces; ///< One for each of the leading operands.
  std::function<void(Operation *local, int64_t dim)> stay;
  Value fill; ///< What stands where no piece goes: a scalar operand, or null where there is no such
              ///< place.
};

/// The one dimension along which elements move and which is split in the best split, with that
/// split. Where there are several, the first stays split and the others are made whole.
std::optional<std::pair<int64_t, OpSplit>> moving_dim(Splitter &s, Operation *op,
                                                      ir::FactorRule &rule) {
  SmallVector<std::pair<int, int64_t>> moving; // factor, result dimension
  for (auto [d, factors] : llvm::enumerate(rule.results[0]))
    for (int f : factors)
      if (rule.factors[f].kind == ir::FactorKind::Permutation)
        moving.push_back({f, static_cast<int64_t>(d)});
  for (auto [f, dim] : moving)
    rule.factors[f].kind = ir::FactorKind::PassThrough;
  OpSplit split = s.choose(op, rule);
  for (auto [f, dim] : moving) {
    if (split.axes[f].empty())
      continue;
    for (auto [other, unused] : moving)
      if (other != f)
        rule.factors[other].kind = ir::FactorKind::Permutation;
    split = s.choose(op, rule);
    if (!split.axes[f].empty())
      return std::pair{dim, split};
    break;
  }
  return std::nullopt;
}

/// `movement` describes the operation along a dimension, or gives none where it moves elements in
/// another way than by runs.
LogicalResult move_pieces(Splitter &s, Operation *op,
                          function_ref<std::optional<Movement>(int64_t dim)> movement) {
  ir::FactorRule rule = *ir::factor_rule(s.rules, op);
  auto chosen = moving_dim(s, op, rule);
  if (!chosen)
    return s.split_by_rule(op);
  auto &[dim, split] = *chosen;
  std::optional<Movement> move = movement(dim);
  if (!move)
    return s.split_by_rule(op);

  const Axes &axes = split.results[0].dims[dim];
  auto type =
      split.results[0].local_type(s.grid, cast<RankedTensorType>(op->getResult(0).getType()));
  Emitter emit =
      s.emitter(op->getLoc(), "elements moved along a dimension split over " + s.grid.name(axes));
  Value fill = move->fill ? emit.broadcast_scalar(s.whole(move->fill, op), type.getShape())
                          : emit.splat(type, 0);
  PiecePlacer placer(s.grid, emit, dim, axes, ir::shape_of(op->getResult(0))[dim], fill);
  for (auto [i, piece] : llvm::enumerate(move->pieces)) {
    Value operand = op->getOperand(i);
    const Layout &layout = split.operands[i];
    Value part = s.as(operand, layout, op);
    if (move->stay) {
      SmallVector<Value> operands{part};
      for (Value other : llvm::drop_begin(op->getOperands()))
        operands.push_back(s.whole(other, op));
      Operation *local = s.clone(op, operands, split, rule.size_attributes);
      move->stay(local, dim);
      SmallVector<int64_t> shape(type.getShape());
      shape[dim] = ir::shape_of(part)[dim];
      local->getResult(0).setType(type.clone(shape));
      part = local->getResult(0);
    }
    placer.place(part, ir::shape_of(operand)[dim], layout.dims[dim].empty(), piece);
  }
  s.define(op, placer.result(), split);
  return success();
}

LogicalResult slice(Splitter &s, Operation *op) {
  return move_pieces(s, op, [&](int64_t dim) -> std::optional<Movement> {
    auto slice = cast<stablehlo::SliceOp>(op);
    if (slice.getStrides()[dim] != 1)
      return std::nullopt;
    int64_t start = slice.getStartIndices()[dim];
    return Movement{{{start, 0, slice.getLimitIndices()[dim] - start}},
                    [](Operation *local, int64_t dim) {
                      auto part = cast<stablehlo::SliceOp>(local);
                      SmallVector<int64_t> starts(part.getStartIndices()),
                          limits(part.getLimitIndices());
                      starts[dim] = 0;
                      limits[dim] = ir::shape_of(part.getOperand())[dim];
                      part.setStartIndices(starts);
                      part.setLimitIndices(limits);
                    },
                    {}};
  });
}

LogicalResult pad(Splitter &s, Operation *op) {
  return move_pieces(s, op, [&](int64_t dim) -> std::optional<Movement> {
    auto pad = cast<stablehlo::PadOp>(op);
    if (pad.getInteriorPadding()[dim] != 0)
      return std::nullopt;
    int64_t low = pad.getEdgePaddingLow()[dim], high = pad.getEdgePaddingHigh()[dim];
    int64_t cropped = std::max<int64_t>(-low, 0) + std::max<int64_t>(-high, 0);
    return Movement{{{std::max<int64_t>(-low, 0), std::max<int64_t>(low, 0),
                      ir::shape_of(pad.getOperand())[dim] - cropped}},
                    [](Operation *local, int64_t dim) {
                      auto part = cast<stablehlo::PadOp>(local);
                      SmallVector<int64_t> low(part.getEdgePaddingLow()),
                          high(part.getEdgePaddingHigh());
                      low[dim] = high[dim] = 0;
                      part.setEdgePaddingLow(low);
                      part.setEdgePaddingHigh(high);
                    },
                    pad.getPaddingValue()};
  });
}

LogicalResult concatenate(Splitter &s, Operation *op) {
  return move_pieces(s, op, [&](int64_t dim) -> std::optional<Movement> {
    Movement movement;
    int64_t at = 0;
    for (Value input : op->getOperands()) {
      int64_t length = ir::shape_of(input)[dim];
      movement.pieces.push_back({0, at, length});
      at += length;
    }
    return movement;
  });
}

} // namespace

void add_moving_splits(SplitRules &rules) {
  rules.add<stablehlo::ReverseOp>(reverse);
  rules.add<stablehlo::SliceOp>(slice);
  rules.add<stablehlo::PadOp>(pad);
  rules.add<stablehlo::ConcatenateOp>(concatenate);
}

} // namespace brigade::compiler
