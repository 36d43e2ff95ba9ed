#include "compiler/partition/partial_results.h"

#include "compiler/partition/choose.h"
#include "ir/build.h"
#include "ir/dialects.h"

/// Operations that index a dimension which is split: each device serves the indices that fall into
/// its part.
namespace brigade::compiler {

using namespace mlir;

namespace {

/// Component `component` of the index vectors counts along a dimension of `size` elements, split
/// over `axes`.
struct IndexedDim {
  int64_t component;
  int64_t dim;
  int64_t size;
  Axes axes;
};

SmallVector<IndexedDim> indexed_dims(ArrayRef<int64_t> index_map, ArrayRef<int64_t> single,
                                     const Layout &layout, ArrayRef<int64_t> shape) {
  SmallVector<IndexedDim> dims;
  for (auto [component, dim] : llvm::enumerate(index_map))
    if (llvm::is_contained(single, dim) && !layout.dims[dim].empty())
      dims.push_back({static_cast<int64_t>(component), dim, shape[dim], layout.dims[dim]});
  return dims;
}

/// Index vectors made to count from where this device's parts begin.
class LocalIndices {
public:
  LocalIndices(Splitter &splitter, Emitter &emit, Value indices, int64_t vector_dim)
      : splitter_(splitter), emit_(emit), vector_dim_(vector_dim) {
    // Signed, and wide enough for every index less an offset.
    auto element = cast<IntegerType>(getElementTypeOrSelf(indices));
    bool wide = element.getWidth() == 64 || (element.getWidth() == 32 && element.isUnsigned());
    indices_ = emit.convert(indices, emit.builder().getIntegerType(wide ? 64 : 32));
  }

  Value get() const { return indices_; }

  /// Clamps first where an index outside means the nearest inside.
  void localise(const IndexedDim &dim, bool clamp) {
    auto type = cast<RankedTensorType>(indices_.getType());
    Location loc = emit_.location();
    OpBuilder &b = emit_.builder();
    int64_t parts = splitter_.grid.count(dim.axes), local = (dim.size + parts - 1) / parts;
    Value global = indices_;
    if (clamp)
      global = b.create<stablehlo::MinOp>(
          loc, b.create<stablehlo::MaxOp>(loc, global, emit_.splat(type, 0)),
          emit_.splat(type, dim.size - 1));
    auto scalar = RankedTensorType::get({}, type.getElementType());
    Value offset = emit_.convert(emit_.index(dim.axes), type.getElementType());
    offset = b.create<stablehlo::MulOp>(loc, offset, emit_.splat(scalar, local));
    Value relative = b.create<stablehlo::SubtractOp>(
        loc, global, emit_.broadcast_scalar(offset, type.getShape()));
    Value inside =
        b.create<stablehlo::AndOp>(loc, compare(relative, 0, stablehlo::ComparisonDirection::GE),
                                   compare(relative, local, stablehlo::ComparisonDirection::LT));
    if (has_vectors() && type.getDimSize(vector_dim_) > 1) {
      Value at = emit_.positions(type.getShape(), vector_dim_, {});
      Value chosen = compare(at, dim.component, stablehlo::ComparisonDirection::EQ);
      relative = b.create<stablehlo::SelectOp>(loc, type, chosen, relative, indices_);
      inside = b.create<stablehlo::OrOp>(loc, inside, b.create<stablehlo::NotOp>(loc, chosen));
    }
    indices_ = relative;
    inside_ = inside_ ? Value(b.create<stablehlo::AndOp>(loc, inside_, inside)) : inside;
  }

  /// Which index vectors fall into this device's part: the shape of the indices less the vector
  /// dimension.
  Value inside() {
    if (!has_vectors())
      return inside_;
    OpBuilder &b = emit_.builder();
    Value yes = emit_.splat(RankedTensorType::get({}, b.getI1Type()), 1);
    return ir::build_reduce<stablehlo::AndOp>(b, emit_.location(), inside_, yes, {vector_dim_})
        ->getResult(0);
  }

private:
  bool has_vectors() const {
    return vector_dim_ < cast<RankedTensorType>(indices_.getType()).getRank();
  }

  Value compare(Value value, int64_t constant, stablehlo::ComparisonDirection direction) {
    return emit_.builder().create<stablehlo::CompareOp>(
        emit_.location(), value, emit_.splat(cast<RankedTensorType>(value.getType()), constant),
        direction);
  }

  Splitter &splitter_;
  Emitter &emit_;
  int64_t vector_dim_;
  Value indices_, inside_;
};

/// Each device looks up what it has, with zeros for the rest, and the parts add up.
LogicalResult gather(Splitter &s, Operation *op) {
  auto gather = cast<stablehlo::GatherOp>(op);
  auto numbers = gather.getDimensionNumbers();
  ir::FactorRule rule = *ir::factor_rule(s.rules, op);
  OpSplit split = s.choose(op, rule);
  SmallVector<IndexedDim> dims =
      indexed_dims(numbers.getStartIndexMap(), numbers.getCollapsedSliceDims(), split.operands[0],
                   ir::shape_of(gather.getOperand()));
  if (dims.empty())
    return s.split_by_rule(op, rule, split);

  Emitter emit = s.emitter(op->getLoc());
  Value operand = s.as(gather.getOperand(), split.operands[0], op);
  LocalIndices indices(s, emit, s.as(gather.getStartIndices(), split.operands[1], op),
                       numbers.getIndexVectorDim());
  for (const IndexedDim &dim : dims)
    indices.localise(dim, /*clamp=*/true);
  Value found = s.clone(op, {operand, indices.get()}, split, rule.size_attributes)->getResult(0);

  auto type = cast<RankedTensorType>(found.getType());
  SmallVector<int64_t> batch;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (!llvm::is_contained(numbers.getOffsetDims(), d))
      batch.push_back(d);
  Value inside = s.builder.create<stablehlo::BroadcastInDimOp>(
      op->getLoc(), type.clone(s.builder.getI1Type()), indices.inside(), batch);
  found =
      s.builder.create<stablehlo::SelectOp>(op->getLoc(), type, inside, found, emit.splat(type, 0));
  PartialResults(s, op, rule, reduction_axes(rule, split.axes)).combine(found, split.results);
  return success();
}

/// Each device writes what falls into its part; indices outside an operand are skipped.
LogicalResult scatter(Splitter &s, Operation *op) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  auto numbers = scatter.getScatterDimensionNumbers();
  ir::FactorRule rule = *ir::factor_rule(s.rules, op);
  OpSplit split = s.choose(op, rule);
  SmallVector<IndexedDim> dims =
      indexed_dims(numbers.getScatterDimsToOperandDims(), numbers.getInsertedWindowDims(),
                   split.operands[0], ir::shape_of(op->getOperand(0)));
  Emitter emit = s.emitter(op->getLoc());
  return s.split_by_rule(op, rule, split, [&](unsigned operand, Value local) {
    if (operand != scatter.getInputs().size() || dims.empty())
      return local;
    LocalIndices indices(s, emit, local, numbers.getIndexVectorDim());
    for (const IndexedDim &dim : dims)
      indices.localise(dim, /*clamp=*/false);
    return indices.get();
  });
}

/// The dimensions along which a dynamic slice of sizes `sizes` is shorter than a split operand.
SmallVector<int64_t> short_dims(const Layout &layout, ArrayRef<int64_t> shape,
                                ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> dims;
  for (size_t d = 0; d < shape.size(); ++d)
    if (!layout.dims[d].empty() && shape[d] != sizes[d])
      dims.push_back(d);
  return dims;
}

Value padded(Emitter &emit, Value value, ArrayRef<int64_t> edge) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> interior(edge.size(), 0), shape(type.getShape());
  for (auto [size, room] : llvm::zip_equal(shape, edge))
    size += 2 * room;
  Value zero = emit.splat(RankedTensorType::get({}, type.getElementType()), 0);
  return emit.builder().create<stablehlo::PadOp>(emit.location(), type.clone(shape), value, zero,
                                                 edge, edge, interior);
}

/// Start index `start` of a slice of `length` elements along dimension `dim` of `global`, counted
/// from where this device's part begins: clamped as in the whole tensor, tensor<i64>. It may lie
/// before the part, or behind it.
Value local_start(Splitter &s, Emitter &emit, Value start, int64_t length, int64_t dim,
                  const Layout &layout, ArrayRef<int64_t> global) {
  OpBuilder &b = emit.builder();
  Location loc = emit.location();
  auto i64 = RankedTensorType::get({}, b.getI64Type());
  start = emit.convert(start, b.getI64Type());
  start = b.create<stablehlo::MaxOp>(loc, start, emit.splat(i64, 0));
  start = b.create<stablehlo::MinOp>(loc, start, emit.splat(i64, global[dim] - length));
  Value offset = emit.convert(emit.index(layout.dims[dim]), b.getI64Type());
  offset = b.create<stablehlo::MulOp>(loc, offset,
                                      emit.splat(i64, layout.local_shape(s.grid, global)[dim]));
  return b.create<stablehlo::SubtractOp>(loc, start, offset);
}

Value plus(Emitter &emit, Value index, int64_t constant) {
  return emit.builder().create<stablehlo::AddOp>(
      emit.location(), index, emit.splat(cast<RankedTensorType>(index.getType()), constant));
}

/// Each device gives the elements that it has, zeros for the rest: the slice of a part with room
/// for a whole slice on both sides. A start that is clamped to that room meets nothing.
///
///   part [c d] of [a b c d], slice of 2 at 1:   [. . c d . .] from 1 - 2 + 2 = 1:  [. c]
LogicalResult dynamic_slice(Splitter &s, Operation *op) {
  auto slice = cast<stablehlo::DynamicSliceOp>(op);
  ir::FactorRule rule = *ir::factor_rule(s.rules, op);
  OpSplit split = s.choose(op, rule);
  const Layout &layout = split.operands[0];
  ArrayRef<int64_t> shape = ir::shape_of(slice.getOperand()), sizes = slice.getSliceSizes();
  SmallVector<int64_t> dims = short_dims(layout, shape, sizes);
  if (dims.empty())
    return s.split_by_rule(op, rule, split);
  Emitter emit = s.emitter(op->getLoc());
  PartialResults partial(s, op, rule, reduction_axes(rule, split.axes));
  SmallVector<int64_t> room(shape.size(), 0);
  for (int64_t d : dims)
    room[d] = sizes[d];
  SmallVector<Value> operands{
      padded(emit, partial.masked(s.as(slice.getOperand(), layout, op), 0, split.axes), room)};
  for (auto [d, start] : llvm::enumerate(slice.getStartIndices())) {
    Value index = emit.convert(s.whole(start, op), s.builder.getI64Type());
    bool is_short = llvm::is_contained(dims, static_cast<int64_t>(d));
    operands.push_back(
        is_short ? plus(emit, local_start(s, emit, index, sizes[d], d, layout, shape), sizes[d])
                 : index);
  }
  Operation *local = s.clone(op, operands, split, rule.size_attributes);
  partial.combine(local->getResults(), split.results);
  return success();
}

/// Each device writes the part of the update that overlaps what it has. The update, aligned with
/// the part, replaces elements between its start and end; along dimensions that are not split it is
/// an update as before.
LogicalResult dynamic_update_slice(Splitter &s, Operation *op) {
  auto update = cast<stablehlo::DynamicUpdateSliceOp>(op);
  ir::FactorRule rule = *ir::factor_rule(s.rules, op);
  OpSplit split = s.choose(op, rule);
  const Layout &layout = split.operands[0];
  ArrayRef<int64_t> shape = ir::shape_of(update.getOperand()),
                    sizes = ir::shape_of(update.getUpdate());
  SmallVector<int64_t> dims = short_dims(layout, shape, sizes);
  if (dims.empty())
    return s.split_by_rule(op, rule, split);

  Emitter emit = s.emitter(op->getLoc());
  OpBuilder &b = s.builder;
  Location loc = op->getLoc();
  Value part = s.as(update.getOperand(), layout, op),
        aligned = s.as(update.getUpdate(), split.operands[1], op);
  auto part_type = cast<RankedTensorType>(part.getType());
  SmallVector<int64_t> window(ir::shape_of(aligned)), room(window.size(), 0);
  for (int64_t d : dims)
    window[d] = room[d] = part_type.getDimSize(d);
  RankedTensorType window_type = part_type.clone(window);

  Value zero = emit.splat(RankedTensorType::get({}, b.getI64Type()), 0), inside;
  SmallVector<Value> starts, alignment(window.size(), zero);
  for (auto [d, start] : llvm::enumerate(update.getStartIndices())) {
    Value index = emit.convert(s.whole(start, op), b.getI64Type());
    if (!llvm::is_contained(dims, static_cast<int64_t>(d))) {
      starts.push_back(index);
      continue;
    }
    starts.push_back(zero);
    Value first = local_start(s, emit, index, sizes[d], d, layout, shape);
    alignment[d] = plus(emit, b.create<stablehlo::NegOp>(loc, first), window[d]);
    Value at = emit.convert(emit.positions(window, d, {}), b.getI64Type());
    Value low = b.create<stablehlo::CompareOp>(loc, at, emit.broadcast_scalar(first, window),
                                               stablehlo::ComparisonDirection::GE);
    Value high = b.create<stablehlo::CompareOp>(
        loc, at, emit.broadcast_scalar(plus(emit, first, sizes[d]), window),
        stablehlo::ComparisonDirection::LT);
    Value both = b.create<stablehlo::AndOp>(loc, low, high);
    inside = inside ? Value(b.create<stablehlo::AndOp>(loc, inside, both)) : both;
  }
  aligned = b.create<stablehlo::DynamicSliceOp>(loc, window_type, padded(emit, aligned, room),
                                                alignment, window);
  bool covers = window_type == part_type;
  Value before =
      covers ? part
             : Value(b.create<stablehlo::DynamicSliceOp>(loc, window_type, part, starts, window));
  Value after = b.create<stablehlo::SelectOp>(loc, window_type, inside, aligned, before);
  if (!covers)
    after = b.create<stablehlo::DynamicUpdateSliceOp>(loc, part_type, part, after, starts);
  s.define(op, after, split);
  return success();
}

} // namespace

void add_indexing_splits(SplitRules &rules) {
  rules.add<stablehlo::GatherOp>(gather);
  rules.add<stablehlo::ScatterOp>(scatter);
  rules.add<stablehlo::DynamicSliceOp>(dynamic_slice);
  rules.add<stablehlo::DynamicUpdateSliceOp>(dynamic_update_slice);
}

} // namespace brigade::compiler
