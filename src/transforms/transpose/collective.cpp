#include "transforms/transpose.h"

/// With values that differ from device to device: what one device sends to another, its transpose
/// sends back. A sum whose result all devices have transposes to itself, since each device's copy
/// of the result has a cotangent of its own.
namespace brigade::transforms {

namespace {

using stablehlo::AllGatherOp;
using stablehlo::AllReduceOp;
using stablehlo::AllToAllOp;
using stablehlo::CollectivePermuteOp;
using stablehlo::ReduceScatterOp;

llvm::SmallVector<Emitter::Attr, 4> group_attributes(mlir::Operation *op) {
  llvm::SmallVector<Emitter::Attr, 4> attrs;
  for (llvm::StringRef name : {"replica_groups", "channel_handle", "use_global_device_ids"})
    if (mlir::Attribute value = op->getAttr(name))
      attrs.push_back({name, value});
  return attrs;
}

/// Each result that has a cotangent, alone: f(cotangent, type of the operand) -> the operand's
/// cotangent.
template <class F> LogicalResult each(TransposeContext &c, F f) {
  for (unsigned i = 0; i < c.op->getNumResults(); ++i)
    if (c.is_linear(i))
      if (Value ct = c.cotangent(i))
        c.add(i, f(ct, c.operand(i).type()));
  return mlir::success();
}

LogicalResult all_reduce_transpose(TransposeContext &c) {
  return each(
      c, [&](Value ct, RankedTensorType type) { return c.emit.rebuild1(c.op, ct.get(), type); });
}

LogicalResult all_gather_transpose(TransposeContext &c) {
  auto gather = llvm::cast<AllGatherOp>(c.op);
  return each(c, [&](Value ct, RankedTensorType type) {
    auto attrs = group_attributes(c.op);
    attrs.push_back({"scatter_dimension", c.emit.i64(gather.getAllGatherDim())});
    auto op = c.emit.create<ReduceScatterOp>(mlir::TypeRange(type), ct.get(), attrs);
    c.emit.fill_body(op->getRegion(0), BodyKind::Add, type.getElementType());
    return c.emit.wrap(op->getResult(0));
  });
}

LogicalResult reduce_scatter_transpose(TransposeContext &c) {
  auto scatter = llvm::cast<ReduceScatterOp>(c.op);
  return each(c, [&](Value ct, RankedTensorType type) {
    auto attrs = group_attributes(c.op);
    attrs.push_back({"all_gather_dim", c.emit.i64(scatter.getScatterDimension())});
    return c.emit.create1<AllGatherOp>(type, ct.get(), attrs);
  });
}

LogicalResult all_to_all_transpose(TransposeContext &c) {
  auto op = llvm::cast<AllToAllOp>(c.op);
  return each(c, [&](Value ct, RankedTensorType type) {
    return c.emit.rebuild1(c.op, ct.get(), type,
                           {{"split_dimension", c.emit.i64(op.getConcatDimension())},
                            {"concat_dimension", c.emit.i64(op.getSplitDimension())}});
  });
}

/// The same pairs, from the target to the source.
mlir::Attribute reversed_pairs(mlir::DenseIntElementsAttr pairs) {
  llvm::SmallVector<int64_t> values(pairs.getValues<int64_t>());
  for (size_t i = 0; i + 1 < values.size(); i += 2)
    std::swap(values[i], values[i + 1]);
  return mlir::DenseIntElementsAttr::get(pairs.getType(), values);
}

LogicalResult permute_transpose(TransposeContext &c) {
  auto pairs = c.op->getAttrOfType<mlir::DenseIntElementsAttr>("source_target_pairs");
  return each(c, [&](Value ct, RankedTensorType type) {
    return c.emit.rebuild1(c.op, ct.get(), type, {{"source_target_pairs", reversed_pairs(pairs)}});
  });
}

/// The cotangents of a group come back to its first member one member a round; a round brings zeros
/// to all others:
///
///   broadcast from [[0, 1], [2, 3]]   ->   permute (0 -> 0, 2 -> 2)  +  permute (1 -> 0, 3 -> 2)
LogicalResult broadcast_transpose(TransposeContext &c) {
  auto groups = c.op->getAttrOfType<mlir::DenseIntElementsAttr>("replica_groups");
  llvm::SmallVector<int64_t> members(groups.getValues<int64_t>());
  int64_t size = groups.getType().getDimSize(1);
  return each(c, [&](Value ct, RankedTensorType type) {
    Value total;
    for (int64_t round = 0; round < size; ++round) {
      llvm::SmallVector<int64_t> pairs;
      for (size_t first = 0; first < members.size(); first += size)
        if (members[first + round] >= 0)
          pairs.append({members[first + round], members[first]});
      auto pairs_type = RankedTensorType::get({static_cast<int64_t>(pairs.size() / 2), 2},
                                              groups.getType().getElementType());
      llvm::SmallVector<Emitter::Attr> attrs;
      attrs.push_back({"source_target_pairs", mlir::DenseIntElementsAttr::get(
                                                  pairs_type, llvm::ArrayRef<int64_t>(pairs))});
      if (mlir::Attribute channel = c.op->getAttr("channel_handle"))
        attrs.push_back({"channel_handle", channel});
      total = sum_terms(total, c.emit.create1<CollectivePermuteOp>(type, ct.get(), attrs));
    }
    return total;
  });
}

/// Tracked sums make a value that all members share, pvary undoes that: each is the other's
/// transpose.
LogicalResult psum_transpose(TransposeContext &c) {
  auto op = llvm::cast<ir::PsumOp>(c.op);
  return each(c, [&](Value ct, RankedTensorType type) {
    if (!op.getTracked())
      return c.emit.rebuild1(c.op, ct.get(), type);
    return c.emit.create1<ir::PvaryOp>(type, ct.get(), {{"axes", op.getAxesAttr()}});
  });
}

LogicalResult pvary_transpose(TransposeContext &c) {
  auto op = llvm::cast<ir::PvaryOp>(c.op);
  return each(c, [&](Value ct, RankedTensorType type) {
    return c.emit.create1<ir::PsumOp>(
        type, ct.get(), {{"axes", op.getAxesAttr()}, {"tracked", c.emit.builder.getUnitAttr()}});
  });
}

/// all_gather and reduce_scatter of a named axis have the same attributes.
template <class Op> LogicalResult named_counterpart(TransposeContext &c) {
  return each(c, [&](Value ct, RankedTensorType type) {
    llvm::SmallVector<Emitter::Attr> attrs;
    for (mlir::NamedAttribute attr : c.op->getAttrDictionary())
      attrs.push_back({attr.getName(), attr.getValue()});
    return c.emit.create1<Op>(type, ct.get(), attrs);
  });
}

LogicalResult named_all_to_all_transpose(TransposeContext &c) {
  auto op = llvm::cast<ir::AllToAllOp>(c.op);
  return each(c, [&](Value ct, RankedTensorType type) {
    return c.emit.rebuild1(c.op, ct.get(), type,
                           {{"split_dimension", op.getConcatDimensionAttr()},
                            {"concat_dimension", op.getSplitDimensionAttr()}});
  });
}

} // namespace

void add_collective_transpose(TransposeRules &rules) {
  rules.add<AllReduceOp>(all_reduce_transpose);
  rules.add<AllGatherOp>(all_gather_transpose);
  rules.add<ReduceScatterOp>(reduce_scatter_transpose);
  rules.add<AllToAllOp>(all_to_all_transpose);
  rules.add<CollectivePermuteOp, ir::PpermuteOp>(permute_transpose);
  rules.add<stablehlo::CollectiveBroadcastOp>(broadcast_transpose);
  rules.add<ir::PsumOp>(psum_transpose);
  rules.add<ir::PvaryOp>(pvary_transpose);
  rules.add<ir::AllGatherOp>(named_counterpart<ir::ReduceScatterOp>);
  rules.add<ir::ReduceScatterOp>(named_counterpart<ir::AllGatherOp>);
  rules.add<ir::AllToAllOp>(named_all_to_all_transpose);
}

} // namespace brigade::transforms
