#include "compiler/emit/choice.h"
#include "compiler/emit/elemental.h"
#include "ir/dialects.h"

/// Operations whose indices are values.
namespace brigade::compiler::emit {

namespace arith = mlir::arith;
using mlir::Operation;

Value clamped_start(Elemental &e, Value start, int64_t highest) {
  Value index = e.scalar_index(start);
  return index ? e.l.clamp(index, 0, highest) : Value();
}

namespace {

Value dynamic_slice(Elemental &e, Operation *op, unsigned, const Point &p) {
  auto slice = mlir::cast<stablehlo::DynamicSliceOp>(op);
  Point q = p;
  for (size_t d = 0; d < p.at.size(); ++d) {
    int64_t slack = shape_of(slice.getOperand())[d] - slice.getSliceSizes()[d];
    if (slack == 0)
      continue;
    Value start = clamped_start(e, slice.getStartIndices()[d], slack);
    if (!start)
      return {};
    q.at[d] = shifted(e.l, p.at[d], start);
  }
  return e.value_at(slice.getOperand(), q);
}

Value dynamic_update_slice(Elemental &e, Operation *op, unsigned, const Point &p) {
  auto update = mlir::cast<stablehlo::DynamicUpdateSliceOp>(op);
  auto whole = shape_of(update.getOperand()), part = shape_of(update.getUpdate());
  auto old = [&](const Point &q) { return e.value_at(update.getOperand(), q); };
  if (llvm::is_contained(part, 0))
    return old(p);
  Choice choice(e.l, dtype_of_value(update.getOperand()));
  Point q = p;
  for (size_t d = 0; d < p.at.size(); ++d) {
    if (whole[d] == part[d])
      continue;
    Value start = clamped_start(e, update.getStartIndices()[d], whole[d] - part[d]);
    if (!start)
      return {};
    choice.require_range(p.at[d], start, e.l.add(start, e.l.i64(part[d])));
    q.at[d] = shifted(e.l, p.at[d], e.l.sub(e.l.i64(0), start));
  }
  return choice.value(
      p, [&](const Point &at) { return e.value_at(update.getUpdate(), {q.at, at.mask}); }, old);
}

/// An integer element at a point as i64 within [0, highest]: a scalar where it is the same in all
/// lanes.
Ix clamped_index(Elemental &e, Value indices, const Point &at, int64_t highest) {
  Lanes &l = e.l;
  Value value = e.value_at(indices, at);
  if (!value)
    return {};
  V wide = extend(V(value, l), l.b.getI64Type(), !is_unsigned_integer(dtype_of_value(indices)));
  if (!Lanes::is_vector(wide))
    return uniform(l.clamp(wide, 0, highest));
  Value high = l.spread(l.i64(highest)), low = l.spread(l.i64(0));
  Value below = l.b.create<arith::MinSIOp>(l.loc, wide.v, high);
  return {{}, 0, 0, l.b.create<arith::MaxSIOp>(l.loc, below, low)};
}

/// Example: operand 5x8, start_indices 3 (one index each), slice_sizes 1x8, offset_dims [1],
/// collapsed_slice_dims [0], start_index_map [0]. The result is 3x8, and its element (i, j) is
/// operand[start_indices[i], j].
Value gather(Elemental &e, Operation *op, unsigned, const Point &p) {
  auto gather = mlir::cast<stablehlo::GatherOp>(op);
  auto numbers = gather.getDimensionNumbers();
  auto operand_shape = shape_of(gather.getOperand());
  auto sizes = gather.getSliceSizes();
  Lanes &l = e.l;

  Point batch{{}, p.mask};
  Index offsets;
  for (auto [d, ix] : llvm::enumerate(p.at))
    (llvm::is_contained(numbers.getOffsetDims(), static_cast<int64_t>(d)) ? offsets : batch.at)
        .push_back(ix);

  Point q{Index(operand_shape.size(), uniform(l.i64(0))), p.mask};
  // The batch index without the index vector's dimension: what a batching dimension of the operand
  // follows.
  auto index_vector_dim = static_cast<size_t>(numbers.getIndexVectorDim());
  for (auto [d, s] :
       llvm::zip(numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims()))
    q.at[d] = batch.at[static_cast<size_t>(s) > index_vector_dim ? s - 1 : s];

  auto offset = offsets.begin();
  for (size_t d = 0; d < operand_shape.size(); ++d)
    if (!llvm::is_contained(numbers.getCollapsedSliceDims(), static_cast<int64_t>(d)) &&
        !llvm::is_contained(numbers.getOperandBatchingDims(), static_cast<int64_t>(d)))
      q.at[d] = *offset++;

  size_t indices_rank = shape_of(gather.getStartIndices()).size();
  for (auto [k, d] : llvm::enumerate(numbers.getStartIndexMap())) {
    Point at = batch;
    if (index_vector_dim < indices_rank)
      at.at.insert(at.at.begin() + index_vector_dim, uniform(l.i64(static_cast<int64_t>(k))));
    Ix start = clamped_index(e, gather.getStartIndices(), at, operand_shape[d] - sizes[d]);
    if (!start.base && !start.lanes)
      return {};
    q.at[d] = start.is_uniform() ? shifted(l, q.at[d], start.base) : sum(l, q.at[d], start);
  }
  return e.value_at(gather.getOperand(), q);
}

} // namespace

void add_indexing_emission(EmitRules &rules) {
  rules.add<stablehlo::DynamicSliceOp>({.point = dynamic_slice});
  rules.add<stablehlo::DynamicUpdateSliceOp>({.point = dynamic_update_slice, .cost = 3});
  rules.add<stablehlo::GatherOp>({.point = gather, .cost = 3});
}

} // namespace brigade::compiler::emit
