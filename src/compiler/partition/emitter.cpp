#include "compiler/partition/emitter.h"

#include "ir/dialects.h"

namespace brigade::compiler {

using namespace mlir;

DenseIntElementsAttr dense_rows(MLIRContext *context, ArrayRef<SmallVector<int64_t>> rows) {
  SmallVector<int64_t> flat;
  for (const auto &row : rows)
    flat.append(row);
  int64_t columns = rows.empty() ? 0 : rows.front().size();
  auto type = RankedTensorType::get({static_cast<int64_t>(rows.size()), columns},
                                    IntegerType::get(context, 64));
  return DenseIntElementsAttr::get(type, flat);
}

static Value combined(OpBuilder &b, Location loc, ir::Combiner combiner, Value x, Value y) {
  switch (combiner) {
  case ir::Combiner::Product:
    return b.create<stablehlo::MulOp>(loc, x, y);
  case ir::Combiner::Min:
    return b.create<stablehlo::MinOp>(loc, x, y);
  case ir::Combiner::Max:
    return b.create<stablehlo::MaxOp>(loc, x, y);
  case ir::Combiner::And:
    return b.create<stablehlo::AndOp>(loc, x, y);
  case ir::Combiner::Or:
    return b.create<stablehlo::OrOp>(loc, x, y);
  case ir::Combiner::Xor:
    return b.create<stablehlo::XorOp>(loc, x, y);
  case ir::Combiner::Sum:
  case ir::Combiner::None:
    break;
  }
  return b.create<stablehlo::AddOp>(loc, x, y);
}

void set_combiner_body(Region &region, ir::Combiner combiner, Type element, Location loc) {
  region.dropAllReferences();
  region.getBlocks().clear();
  auto scalar = RankedTensorType::get({}, element);
  OpBuilder b(element.getContext());
  Block *block = b.createBlock(&region, {}, {scalar, scalar}, {loc, loc});
  Value result = combined(b, loc, combiner, block->getArgument(0), block->getArgument(1));
  b.create<stablehlo::ReturnOp>(loc, ValueRange(result));
}

Operation *Emitter::because(Operation *op) {
  op->setAttr("brigade.reason", builder_.getStringAttr(reason_));
  return op;
}

Attribute Emitter::channel() {
  return stablehlo::ChannelHandleAttr::get(builder_.getContext(), 1, 1);
}

DenseIntElementsAttr Emitter::groups(ArrayRef<uint8_t> axes) {
  return dense_rows(builder_.getContext(), grid_.groups(axes));
}

static RankedTensorType type_of(Value value) { return cast<RankedTensorType>(value.getType()); }

static RankedTensorType with_size(Value value, int64_t dim, int64_t size) {
  SmallVector<int64_t> shape(type_of(value).getShape());
  shape[dim] = size;
  return type_of(value).clone(shape);
}

Value Emitter::all_reduce(Value value, ArrayRef<uint8_t> axes, ir::Combiner combiner) {
  auto op = builder_.create<stablehlo::AllReduceOp>(
      location_, TypeRange(value.getType()), ValueRange(value), groups(axes),
      cast<stablehlo::ChannelHandleAttr>(channel()),
      /*use_global_device_ids=*/builder_.getUnitAttr());
  set_combiner_body(op.getComputation(), combiner, type_of(value).getElementType(), location_);
  return because(op)->getResult(0);
}

Value Emitter::all_gather(Value value, int64_t dim, ArrayRef<uint8_t> axes) {
  auto type = with_size(value, dim, type_of(value).getDimSize(dim) * grid_.count(axes));
  auto op = builder_.create<stablehlo::AllGatherOp>(
      location_, TypeRange(type), ValueRange(value), builder_.getI64IntegerAttr(dim), groups(axes),
      cast<stablehlo::ChannelHandleAttr>(channel()), builder_.getUnitAttr());
  return because(op)->getResult(0);
}

Value Emitter::all_to_all(Value value, int64_t split_dim, int64_t concat_dim,
                          ArrayRef<uint8_t> axes) {
  int64_t parts = grid_.count(axes);
  SmallVector<int64_t> shape(type_of(value).getShape());
  shape[split_dim] /= parts;
  shape[concat_dim] *= parts;
  auto op = builder_.create<stablehlo::AllToAllOp>(
      location_, TypeRange(type_of(value).clone(shape)), ValueRange(value),
      builder_.getI64IntegerAttr(split_dim), builder_.getI64IntegerAttr(concat_dim),
      builder_.getI64IntegerAttr(parts), groups(axes),
      cast<stablehlo::ChannelHandleAttr>(channel()));
  return because(op)->getResult(0);
}

Value Emitter::permute(Value value, ArrayRef<std::pair<int64_t, int64_t>> pairs) {
  SmallVector<SmallVector<int64_t>> rows;
  for (auto [source, target] : pairs)
    rows.push_back({source, target});
  auto op = builder_.create<stablehlo::CollectivePermuteOp>(
      location_, value.getType(), value, dense_rows(builder_.getContext(), rows),
      cast<stablehlo::ChannelHandleAttr>(channel()));
  return because(op)->getResult(0);
}

Value Emitter::split(Value value, int64_t dim, ArrayRef<uint8_t> axes) {
  int64_t size = type_of(value).getDimSize(dim), parts = grid_.count(axes);
  int64_t local = (size + parts - 1) / parts;
  if (size % parts != 0) {
    SmallVector<int64_t> none(type_of(value).getRank(), 0), high(none);
    high[dim] = local * parts - size;
    auto scalar = RankedTensorType::get({}, type_of(value).getElementType());
    value = builder_.create<stablehlo::PadOp>(location_, with_size(value, dim, local * parts),
                                              value, splat(scalar, 0), none, high, none);
  }
  auto i32 = RankedTensorType::get({}, builder_.getI32Type());
  Value zero = splat(i32, 0);
  SmallVector<Value> starts(type_of(value).getRank(), zero);
  starts[dim] = builder_.create<stablehlo::MulOp>(location_, index(axes), splat(i32, local));
  RankedTensorType type = with_size(value, dim, local);
  auto op =
      builder_.create<stablehlo::DynamicSliceOp>(location_, type, value, starts, type.getShape());
  op->setAttr("brigade.split", groups(axes));
  return op;
}

Value Emitter::apply(const ReshardPlan &plan, Value value, const Layout &from,
                     ArrayRef<int64_t> global_shape) {
  Layout at = from;
  for (const Move &move : plan.moves) {
    switch (move.kind) {
    case Move::Slice:
      value = split(value, move.dim, move.axes);
      break;
    case Move::Gather: {
      value = all_gather(value, move.dim, move.axes);
      int64_t parts = grid_.count(move.result.dims[move.dim]), size = global_shape[move.dim];
      int64_t wanted = (size + parts - 1) / parts;
      if (type_of(value).getDimSize(move.dim) != wanted)
        value = slice(value, move.dim, 0, wanted);
      break;
    }
    case Move::AllToAll:
      value = all_to_all(value, move.to_dim, move.dim, move.axes);
      break;
    case Move::Permute:
      value = permute(value, permutation_pairs(grid_, at, move.result));
      break;
    }
    at = move.result;
  }
  return value;
}

/// Atoms that stand next to each other in the mesh are one digit of the position: position / stride
/// % size.
Value Emitter::index(ArrayRef<uint8_t> axes) {
  auto i32 = RankedTensorType::get({}, builder_.getI32Type());
  if (axes.empty())
    return splat(i32, 0);
  auto ui32 = RankedTensorType::get({}, builder_.getIntegerType(32, /*isSigned=*/false));
  Value position =
      convert(builder_.create<stablehlo::PartitionIdOp>(location_, ui32), builder_.getI32Type());
  Value total;
  for (size_t i = 0; i < axes.size();) {
    size_t start = i++;
    while (i < axes.size() && axes[i] == axes[i - 1] + 1)
      ++i;
    int64_t stride = grid_.stride(axes[i - 1]), size = grid_.count(axes.slice(start, i - start));
    Value digit = position;
    if (stride != 1)
      digit = builder_.create<stablehlo::DivOp>(location_, digit, splat(i32, stride));
    if (axes[start] != 0)
      digit = builder_.create<stablehlo::RemOp>(location_, digit, splat(i32, size));
    if (total)
      digit = builder_.create<stablehlo::AddOp>(
          location_, builder_.create<stablehlo::MulOp>(location_, total, splat(i32, size)), digit);
    total = digit;
  }
  return total;
}

Value Emitter::splat(RankedTensorType type, TypedAttr element) {
  return builder_.create<stablehlo::ConstantOp>(location_,
                                                SplatElementsAttr::get(type, Attribute(element)));
}

Value Emitter::splat(RankedTensorType type, int64_t value) {
  Type element = type.getElementType();
  if (auto integer = dyn_cast<IntegerType>(element))
    return splat(type,
                 IntegerAttr::get(element, APInt(integer.getWidth(), value, /*isSigned=*/true)));
  return splat(type, FloatAttr::get(element, static_cast<double>(value)));
}

Value Emitter::combine(ir::Combiner combiner, Value x, Value y) {
  return combined(builder_, location_, combiner, x, y);
}

Value Emitter::convert(Value value, Type element) {
  auto type = type_of(value);
  if (type.getElementType() == element)
    return value;
  return builder_.create<stablehlo::ConvertOp>(
      location_, RankedTensorType::get(type.getShape(), element), value);
}

Value Emitter::broadcast_scalar(Value value, ArrayRef<int64_t> shape) {
  if (shape.empty())
    return value;
  return builder_.create<stablehlo::BroadcastInDimOp>(location_, type_of(value).clone(shape), value,
                                                      ArrayRef<int64_t>());
}

Value Emitter::slice(Value value, int64_t dim, int64_t start, int64_t limit) {
  SmallVector<int64_t> starts(type_of(value).getRank(), 0), limits(type_of(value).getShape()),
      strides(starts.size(), 1);
  starts[dim] = start;
  limits[dim] = limit;
  return builder_.create<stablehlo::SliceOp>(location_, with_size(value, dim, limit - start), value,
                                             starts, limits, strides);
}

Value Emitter::positions(ArrayRef<int64_t> shape, int64_t dim, ArrayRef<uint8_t> axes) {
  auto type = RankedTensorType::get(shape, builder_.getI32Type());
  Value local =
      builder_.create<stablehlo::IotaOp>(location_, type, builder_.getI64IntegerAttr(dim));
  if (axes.empty())
    return local;
  auto i32 = RankedTensorType::get({}, builder_.getI32Type());
  Value offset = builder_.create<stablehlo::MulOp>(location_, index(axes), splat(i32, shape[dim]));
  return builder_.create<stablehlo::AddOp>(location_, local, broadcast_scalar(offset, shape));
}

Value Emitter::mask(Value value, int64_t dim, ArrayRef<uint8_t> axes, int64_t size,
                    TypedAttr filler) {
  RankedTensorType type = type_of(value);
  Value at = positions(type.getShape(), dim, axes);
  Value end = splat(cast<RankedTensorType>(at.getType()), size);
  Value inside =
      builder_.create<stablehlo::CompareOp>(location_, at, end, stablehlo::ComparisonDirection::LT);
  return builder_.create<stablehlo::SelectOp>(location_, type, inside, value, splat(type, filler));
}

} // namespace brigade::compiler
