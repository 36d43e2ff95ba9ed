#include "transforms/batch.h"

/// Collectives over the mapped axis become array operations on the mapped dimension; over other
/// axes, and over groups of devices, they pass it through.
namespace brigade::transforms {

namespace {

bool is_mapped_axis(BatchContext &c) {
  return c.op->getAttrOfType<mlir::StringAttr>("axis").getValue() == c.batcher.axis;
}

/// The operation on operands with the mapped dimension in front; `dimensions` are attributes that
/// count dimensions.
LogicalResult pass_through(BatchContext &c, llvm::ArrayRef<llvm::StringRef> dimensions) {
  llvm::SmallVector<Emitter::Attr> attrs;
  for (llvm::StringRef name : dimensions)
    attrs.push_back({name, c.emit.i64(c.op->getAttrOfType<mlir::IntegerAttr>(name).getInt() + 1)});
  llvm::SmallVector<mlir::Type> types;
  for (unsigned i = 0; i < c.op->getNumResults(); ++i)
    types.push_back(c.result_with(0, i));
  mlir::Operation *batched = c.emit.rebuild(c.op, c.all_at_front(), types, attrs);
  for (unsigned i = 0; i < c.op->getNumResults(); ++i)
    c.set(i, batched->getResult(i), 0);
  return mlir::success();
}

BatchRule passes_through(llvm::SmallVector<llvm::StringRef> dimensions = {}) {
  return [dimensions](BatchContext &c) { return pass_through(c, dimensions); };
}

/// psum, pmax, pmin: over the mapped dimension first, then over the other axes that are named.
BatchRule reduction(BodyKind kind) {
  return [kind](BatchContext &c) {
    llvm::SmallVector<mlir::Attribute> others;
    bool here = false;
    for (mlir::Attribute axis : c.op->getAttrOfType<mlir::ArrayAttr>("axes")) {
      bool is_mapped = llvm::cast<mlir::StringAttr>(axis).getValue() == c.batcher.axis;
      here |= is_mapped;
      if (!is_mapped)
        others.push_back(axis);
    }
    Value x = c.value(0);
    std::optional<int64_t> dim = c.operand(0).dim;
    if (here && dim) {
      x = c.emit.reduce(kind, x, {*dim});
      dim = std::nullopt;
    } else if (here && kind == BodyKind::Add) {
      x = x * static_cast<double>(c.size());
    }
    if (!others.empty())
      x = c.emit.rebuild1(c.op, x.get(), x.type(), {{"axes", c.emit.builder.getArrayAttr(others)}});
    c.set(0, x, dim);
    return mlir::success();
  };
}

LogicalResult pvary_batch(BatchContext &c) {
  llvm::SmallVector<mlir::Attribute> others;
  for (mlir::Attribute axis : c.op->getAttrOfType<mlir::ArrayAttr>("axes"))
    if (llvm::cast<mlir::StringAttr>(axis).getValue() != c.batcher.axis)
      others.push_back(axis);
  Value x = c.value(0);
  if (!others.empty())
    x = c.emit.rebuild1(c.op, x.get(), x.type(), {{"axes", c.emit.builder.getArrayAttr(others)}});
  c.set(0, x, c.operand(0).dim);
  return mlir::success();
}

/// Dimensions `at` and `at` + 1 as one, and one as two of which the first is `outer`.
Value merge(Value x, int64_t at) {
  Dims shape(x.shape());
  shape[at] *= shape[at + 1];
  shape.erase(shape.begin() + at + 1);
  return x.reshape(shape);
}
Value divide(Value x, int64_t at, int64_t outer) {
  Dims shape(x.shape());
  shape[at] /= outer;
  return x.reshape(inserted(shape, at, outer));
}

LogicalResult all_gather_batch(BatchContext &c) {
  if (!is_mapped_axis(c))
    return pass_through(c, {"dimension"});
  auto op = llvm::cast<ir::AllGatherOp>(c.op);
  Value x = c.at(0, op.getDimension());
  c.set(0, op.getTiled() ? merge(x, op.getDimension()) : x, std::nullopt);
  return mlir::success();
}

/// Example i keeps part i of the sum: the parts are the mapped dimension of the result.
LogicalResult reduce_scatter_batch(BatchContext &c) {
  if (!is_mapped_axis(c))
    return pass_through(c, {"dimension"});
  auto op = llvm::cast<ir::ReduceScatterOp>(c.op);
  int64_t dim = op.getDimension();
  Value sum = c.at(0, 0).reduce_sum({0});
  c.set(0, op.getTiled() ? divide(sum, dim, c.size()) : sum, dim);
  return mlir::success();
}

/// result[target] = x[source]: runs of neighbours as slices, zeros where nobody sends.
LogicalResult ppermute_batch(BatchContext &c) {
  if (!is_mapped_axis(c))
    return pass_through(c, {});
  llvm::SmallVector<int64_t> source(c.size(), -1);
  auto pairs = llvm::to_vector(
      c.op->getAttrOfType<mlir::DenseIntElementsAttr>("source_target_pairs").getValues<int64_t>());
  for (size_t i = 0; i + 1 < pairs.size(); i += 2)
    source[pairs[i + 1]] = pairs[i];
  Value x = c.at(0, 0);
  llvm::SmallVector<Value> runs;
  for (int64_t first = 0; first < c.size();) {
    int64_t last = first + 1;
    while (last < c.size() &&
           (source[first] < 0 ? source[last] < 0 : source[last] == source[last - 1] + 1))
      ++last;
    Dims shape(x.shape());
    shape[0] = last - first;
    runs.push_back(source[first] < 0 ? c.emit.zeros(x.type().clone(shape))
                                     : x.slice_dim(0, source[first], source[first] + last - first));
    first = last;
  }
  c.set(0, c.emit.concatenate(runs, 0), 0);
  return mlir::success();
}

/// Part j of example i along `split` becomes part i of example j along `concat`.
LogicalResult all_to_all_batch(BatchContext &c) {
  if (!is_mapped_axis(c))
    return pass_through(c, {"split_dimension", "concat_dimension"});
  auto op = llvm::cast<ir::AllToAllOp>(c.op);
  int64_t split = op.getSplitDimension(), concat = op.getConcatDimension();
  Value x = divide(c.at(0, 0), split + 1, c.size());    // [i, ..., j, part, ...]
  x = x.move_dim(split + 1, 0).move_dim(1, concat + 1); // [j, ..., i, concat, ...]
  c.set(0, merge(x, concat + 1), 0);
  return mlir::success();
}

LogicalResult axis_index_batch(BatchContext &c) {
  c.set(0, c.emit.iota(c.result_with(0), 0), 0);
  return mlir::success();
}

} // namespace

void add_collective_batch(BatchRules &rules) {
  rules.add<stablehlo::AllReduceOp, stablehlo::CollectivePermuteOp,
            stablehlo::CollectiveBroadcastOp>(passes_through());
  rules.add<stablehlo::AllGatherOp>(passes_through({"all_gather_dim"}));
  rules.add<stablehlo::ReduceScatterOp>(passes_through({"scatter_dimension"}));
  rules.add<stablehlo::AllToAllOp>(passes_through({"split_dimension", "concat_dimension"}));

  rules.add<ir::PsumOp>(reduction(BodyKind::Add));
  rules.add<ir::PmaxOp>(reduction(BodyKind::Maximum));
  rules.add<ir::PminOp>(reduction(BodyKind::Minimum));
  rules.add<ir::PvaryOp>(pvary_batch);
  rules.add<ir::AllGatherOp>(all_gather_batch);
  rules.add<ir::ReduceScatterOp>(reduce_scatter_batch);
  rules.add<ir::PpermuteOp>(ppermute_batch);
  rules.add<ir::AllToAllOp>(all_to_all_batch);
  rules.add<ir::AxisIndexOp>(axis_index_batch);
}

} // namespace brigade::transforms
