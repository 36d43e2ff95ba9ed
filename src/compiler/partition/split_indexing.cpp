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

/// A part with room for a whole slice before and behind it along some dimensions. A slice that
/// starts where it would in the whole operand meets the part where they overlap and nothing else; a
/// start clamped to the room meets nothing either way.
///
///   part [c d] of [a b c d], slice of 2 at 1:   [. . c d . .], start 1 - 2 + 2 = 1:  [. c]
class Room {
public:
  Room(Splitter &splitter, Emitter &emit, ArrayRef<int64_t> dims, ArrayRef<int64_t> sizes,
       const Layout &layout, ArrayRef<int64_t> global)
      : splitter_(splitter), emit_(emit), dims_(dims), sizes_(sizes), layout_(layout),
        global_(global) {}

  Value around(Value part) {
    auto type = cast<RankedTensorType>(part.getType());
    SmallVector<int64_t> edge(type.getRank(), 0), interior(edge), shape(type.getShape());
    for (int64_t d : dims_) {
      edge[d] = sizes_[d];
      shape[d] += 2 * sizes_[d];
    }
    Value zero = emit_.splat(RankedTensorType::get({}, type.getElementType()), 0);
    return emit_.builder().create<stablehlo::PadOp>(emit_.location(), type.clone(shape), part, zero,
                                                    edge, edge, interior);
  }

  Value without(Value padded, ArrayRef<int64_t> part) {
    for (int64_t d : dims_)
      padded = emit_.slice(padded, d, sizes_[d], sizes_[d] + part[d]);
    return padded;
  }

  /// Start indices, one a dimension, into the padded part.
  void localise(MutableArrayRef<Value> starts) {
    OpBuilder &b = emit_.builder();
    Location loc = emit_.location();
    auto i64 = RankedTensorType::get({}, b.getI64Type());
    SmallVector<int64_t> local = layout_.local_shape(splitter_.grid, global_);
    for (auto [d, start] : llvm::enumerate(starts)) {
      start = emit_.convert(start, b.getI64Type());
      if (!llvm::is_contained(dims_, d))
        continue;
      start = b.create<stablehlo::MaxOp>(loc, start, emit_.splat(i64, 0));
      start = b.create<stablehlo::MinOp>(loc, start, emit_.splat(i64, global_[d] - sizes_[d]));
      Value offset = emit_.convert(emit_.index(layout_.dims[d]), b.getI64Type());
      offset = b.create<stablehlo::MulOp>(loc, offset, emit_.splat(i64, local[d]));
      start = b.create<stablehlo::SubtractOp>(loc, start, offset);
      start = b.create<stablehlo::AddOp>(loc, start, emit_.splat(i64, sizes_[d]));
    }
  }

private:
  Splitter &splitter_;
  Emitter &emit_;
  ArrayRef<int64_t> dims_, sizes_;
  const Layout &layout_;
  ArrayRef<int64_t> global_;
};

/// Each device gives the elements that it has, zeros for the rest.
LogicalResult dynamic_slice(Splitter &s, Operation *op) {
  auto slice = cast<stablehlo::DynamicSliceOp>(op);
  ir::FactorRule rule = *ir::factor_rule(s.rules, op);
  OpSplit split = s.choose(op, rule);
  ArrayRef<int64_t> shape = ir::shape_of(slice.getOperand()), sizes = slice.getSliceSizes();
  SmallVector<int64_t> dims = short_dims(split.operands[0], shape, sizes);
  if (dims.empty())
    return s.split_by_rule(op, rule, split);
  Emitter emit = s.emitter(op->getLoc());
  Room room(s, emit, dims, sizes, split.operands[0], shape);
  PartialResults partial(s, op, rule, reduction_axes(rule, split.axes));
  SmallVector<Value> operands{
      room.around(partial.masked(s.as(slice.getOperand(), split.operands[0], op), 0, split.axes))};
  for (Value start : slice.getStartIndices())
    operands.push_back(s.whole(start, op));
  room.localise(MutableArrayRef<Value>(operands).drop_front());
  Operation *local = s.clone(op, operands, split, rule.size_attributes);
  partial.combine(local->getResults(), split.results);
  return success();
}

/// Each device writes the part of the update that overlaps what it has.
LogicalResult dynamic_update_slice(Splitter &s, Operation *op) {
  auto update = cast<stablehlo::DynamicUpdateSliceOp>(op);
  ir::FactorRule rule = *ir::factor_rule(s.rules, op);
  OpSplit split = s.choose(op, rule);
  ArrayRef<int64_t> shape = ir::shape_of(update.getOperand()),
                    sizes = ir::shape_of(update.getUpdate());
  SmallVector<int64_t> dims = short_dims(split.operands[0], shape, sizes);
  if (dims.empty())
    return s.split_by_rule(op, rule, split);
  Emitter emit = s.emitter(op->getLoc());
  Room room(s, emit, dims, sizes, split.operands[0], shape);
  Value part = s.as(update.getOperand(), split.operands[0], op);
  SmallVector<Value> operands{room.around(part), s.as(update.getUpdate(), split.operands[1], op)};
  for (Value start : update.getStartIndices())
    operands.push_back(s.whole(start, op));
  room.localise(MutableArrayRef<Value>(operands).drop_front(2));
  Operation *local = s.clone(op, operands, split);
  local->getResult(0).setType(operands[0].getType());
  s.define(op, room.without(local->getResult(0), ir::shape_of(part)), split);
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
