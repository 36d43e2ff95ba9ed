#include "transforms/emitter.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

#include <limits>
#include <numeric>

namespace brigade::transforms {

using namespace stablehlo;

llvm::SmallVector<mlir::NamedAttribute> Emitter::named(llvm::ArrayRef<Attr> attrs) {
  llvm::SmallVector<mlir::NamedAttribute> result;
  for (const Attr &a : attrs)
    result.push_back(builder.getNamedAttr(a.name, a.value));
  return result;
}

mlir::Operation *Emitter::rebuild(mlir::Operation *op, mlir::ValueRange operands,
                                  mlir::TypeRange results, llvm::ArrayRef<Attr> attrs) {
  mlir::NamedAttrList all(op->getAttrDictionary());
  for (const Attr &a : attrs)
    all.set(a.name, a.value);
  // A sharding of the results is one of their old shapes.
  if (mlir::TypeRange(op->getResultTypes()) != results)
    all.erase("sdy.sharding");
  mlir::OperationState state(loc, op->getName());
  state.addOperands(operands);
  state.addTypes(results);
  state.addAttributes(all);
  for (mlir::Region &region : op->getRegions()) {
    mlir::IRMapping mapping;
    region.cloneInto(state.addRegion(), mapping);
  }
  return builder.create(state);
}

Value Emitter::rebuild1(mlir::Operation *op, mlir::ValueRange operands, mlir::Type result,
                        llvm::ArrayRef<Attr> attrs) {
  return wrap(rebuild(op, operands, mlir::TypeRange(result), attrs)->getResult(0));
}

static mlir::Attribute number(mlir::Type element, double x) {
  if (llvm::isa<mlir::FloatType>(element))
    return mlir::FloatAttr::get(element, x);
  auto integer = llvm::cast<mlir::IntegerType>(element);
  if (x == std::numeric_limits<double>::infinity())
    return mlir::IntegerAttr::get(
        integer, integer.isUnsigned()      ? llvm::APInt::getMaxValue(integer.getWidth())
                 : integer.getWidth() == 1 ? llvm::APInt(1, 1)
                                           : llvm::APInt::getSignedMaxValue(integer.getWidth()));
  if (x == -std::numeric_limits<double>::infinity())
    return mlir::IntegerAttr::get(integer,
                                  integer.isUnsigned() || integer.getWidth() == 1
                                      ? llvm::APInt(integer.getWidth(), 0)
                                      : llvm::APInt::getSignedMinValue(integer.getWidth()));
  return mlir::IntegerAttr::get(
      integer, llvm::APInt(integer.getWidth(), static_cast<int64_t>(x), /*isSigned=*/true));
}

Value Emitter::splat(RankedTensorType type, double x) {
  auto value = mlir::DenseElementsAttr::get(type, number(type.getElementType(), x));
  return create1<ConstantOp>(type, {}, {{"value", value}});
}

Value Emitter::zeros(mlir::Type type) { return splat(llvm::cast<RankedTensorType>(type), 0); }

Value Emitter::iota(RankedTensorType type, int64_t dimension) {
  return create1<IotaOp>(type, {}, {{"iota_dimension", i64(dimension)}});
}

Value Emitter::concatenate(llvm::ArrayRef<Value> parts, int64_t dimension) {
  if (parts.size() == 1)
    return parts.front();
  Dims shape(parts.front().shape());
  shape[dimension] = 0;
  llvm::SmallVector<mlir::Value> operands;
  for (Value part : parts) {
    shape[dimension] += part.shape()[dimension];
    operands.push_back(part);
  }
  return create1<ConcatenateOp>(parts.front().type().clone(shape), operands,
                                {{"dimension", i64(dimension)}});
}

static double neutral(BodyKind kind) {
  switch (kind) {
  case BodyKind::Multiply:
  case BodyKind::And:
    return 1;
  case BodyKind::Maximum:
    return -std::numeric_limits<double>::infinity();
  case BodyKind::Minimum:
    return std::numeric_limits<double>::infinity();
  default:
    return 0;
  }
}

Value Emitter::reduce(BodyKind kind, Value x, llvm::ArrayRef<int64_t> dimensions) {
  if (dimensions.empty())
    return x;
  Dims shape;
  for (int64_t d = 0; d < x.rank(); ++d)
    if (!llvm::is_contained(dimensions, d))
      shape.push_back(x.shape()[d]);
  Value init = splat(RankedTensorType::get({}, x.element()), neutral(kind));
  auto op = create<ReduceOp>(mlir::TypeRange(x.type().clone(shape)), {x, init},
                             {{"dimensions", dims(dimensions)}});
  fill_body(op->getRegion(0), kind, x.element());
  return wrap(op->getResult(0));
}

void Emitter::fill_body(mlir::Region &region, BodyKind kind, mlir::Type element) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  auto scalar = RankedTensorType::get({}, element);
  mlir::Block *block = builder.createBlock(&region, region.end(), {scalar, scalar}, {loc, loc});
  mlir::Value a = block->getArgument(0), b = block->getArgument(1), result;
  switch (kind) {
  case BodyKind::Add:
    result = create1<AddOp>(scalar, {a, b});
    break;
  case BodyKind::Multiply:
    result = create1<MulOp>(scalar, {a, b});
    break;
  case BodyKind::Maximum:
    result = create1<MaxOp>(scalar, {a, b});
    break;
  case BodyKind::Minimum:
    result = create1<MinOp>(scalar, {a, b});
    break;
  case BodyKind::And:
    result = create1<AndOp>(scalar, {a, b});
    break;
  case BodyKind::Or:
    result = create1<OrOp>(scalar, {a, b});
    break;
  case BodyKind::Overwrite:
    result = b;
    break;
  case BodyKind::Other:
    llvm_unreachable("a body without a kind cannot be written");
  }
  create<stablehlo::ReturnOp>(mlir::TypeRange(), result);
}

Value Emitter::scatter(BodyKind kind, Value operand, Value indices, Value updates,
                       mlir::Attribute numbers, bool unique, bool sorted) {
  auto op = create<ScatterOp>(mlir::TypeRange(operand.type()), {operand, indices, updates},
                              {{"scatter_dimension_numbers", numbers},
                               {"indices_are_sorted", builder.getBoolAttr(sorted)},
                               {"unique_indices", builder.getBoolAttr(unique)}});
  fill_body(op->getRegion(0), kind, operand.element());
  return wrap(op->getResult(0));
}

BodyKind body_kind(mlir::Region &body) {
  if (!body.hasOneBlock() || body.front().getNumArguments() != 2)
    return BodyKind::Other;
  mlir::Block &block = body.front();
  mlir::Operation *end = block.getTerminator();
  if (end->getNumOperands() != 1)
    return BodyKind::Other;
  mlir::Value a = block.getArgument(0), b = block.getArgument(1), result = end->getOperand(0);
  if (result == b)
    return BodyKind::Overwrite;
  mlir::Operation *op = result.getDefiningOp();
  if (!op || op->getNumOperands() != 2 ||
      !((op->getOperand(0) == a && op->getOperand(1) == b) ||
        (op->getOperand(0) == b && op->getOperand(1) == a)))
    return BodyKind::Other;
  return llvm::TypeSwitch<mlir::Operation *, BodyKind>(op)
      .Case<AddOp>([](auto) { return BodyKind::Add; })
      .Case<MulOp>([](auto) { return BodyKind::Multiply; })
      .Case<MaxOp>([](auto) { return BodyKind::Maximum; })
      .Case<MinOp>([](auto) { return BodyKind::Minimum; })
      .Case<AndOp>([](auto) { return BodyKind::And; })
      .Case<OrOp>([](auto) { return BodyKind::Or; })
      .Default([](auto) { return BodyKind::Other; });
}

std::optional<double> Value::splat_value() const {
  mlir::DenseElementsAttr value;
  mlir::Operation *op = v_.getDefiningOp();
  // A scalar constant is usually broadcast before use.
  while (op && llvm::isa<BroadcastInDimOp, ReshapeOp, ConvertOp>(op))
    op = op->getOperand(0).getDefiningOp();
  if (!op || !mlir::matchPattern(op, mlir::m_Constant(&value)) || !value.isSplat())
    return std::nullopt;
  if (llvm::isa<mlir::FloatType>(value.getElementType())) {
    llvm::APFloat x = value.getSplatValue<llvm::APFloat>();
    bool lossy;
    x.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &lossy);
    return x.convertToDouble();
  }
  llvm::APInt x = value.getSplatValue<llvm::APInt>();
  return value.getElementType().isUnsignedInteger() || x.getBitWidth() == 1
             ? x.roundToDouble()
             : x.signedRoundToDouble();
}

Value Value::convert(mlir::Type element) const {
  if (element == this->element())
    return *this;
  return emit_->create1<ConvertOp>(type().clone(element), v_);
}

Value Value::reshape(llvm::ArrayRef<int64_t> shape) const {
  if (shape == this->shape())
    return *this;
  return emit_->create1<ReshapeOp>(type().clone(shape), v_);
}

Value Value::transpose(llvm::ArrayRef<int64_t> permutation) const {
  if (llvm::is_sorted(permutation))
    return *this;
  Dims shape;
  for (int64_t p : permutation)
    shape.push_back(this->shape()[p]);
  return emit_->create1<TransposeOp>(type().clone(shape), v_,
                                     {{"permutation", emit_->dims(permutation)}});
}

Value Value::broadcast(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> dimensions) const {
  if (shape == this->shape())
    return *this;
  return emit_->create1<BroadcastInDimOp>(type().clone(shape), v_,
                                          {{"broadcast_dimensions", emit_->dims(dimensions)}});
}

Value Value::slice(llvm::ArrayRef<int64_t> start, llvm::ArrayRef<int64_t> limit,
                   llvm::ArrayRef<int64_t> strides) const {
  Dims shape;
  for (int64_t d = 0; d < rank(); ++d)
    shape.push_back((limit[d] - start[d] + strides[d] - 1) / strides[d]);
  return emit_->create1<SliceOp>(type().clone(shape), v_,
                                 {{"start_indices", emit_->dims(start)},
                                  {"limit_indices", emit_->dims(limit)},
                                  {"strides", emit_->dims(strides)}});
}

Value Value::slice_dim(int64_t dimension, int64_t start, int64_t limit) const {
  if (start == 0 && limit == shape()[dimension])
    return *this;
  Dims starts(rank(), 0), limits(shape()), strides(rank(), 1);
  starts[dimension] = start;
  limits[dimension] = limit;
  return slice(starts, limits, strides);
}

Value Value::pad(Value fill, llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
                 llvm::ArrayRef<int64_t> interior) const {
  Dims shape;
  for (int64_t d = 0; d < rank(); ++d)
    shape.push_back(low[d] + high[d] + this->shape()[d] +
                    std::max<int64_t>(this->shape()[d] - 1, 0) * interior[d]);
  return emit_->create1<PadOp>(type().clone(shape), {v_, fill},
                               {{"edge_padding_low", emit_->dims(low)},
                                {"edge_padding_high", emit_->dims(high)},
                                {"interior_padding", emit_->dims(interior)}});
}

Value Value::reverse(llvm::ArrayRef<int64_t> dimensions) const {
  return emit_->create1<ReverseOp>(type(), v_, {{"dimensions", emit_->dims(dimensions)}});
}

Value Value::reduce_sum(llvm::ArrayRef<int64_t> dimensions) const {
  // Dimensions of size 1 need no addition: JAX broadcasts by way of them.
  Dims added, shape;
  for (int64_t d = 0; d < rank(); ++d) {
    if (!llvm::is_contained(dimensions, d))
      shape.push_back(this->shape()[d]);
    else if (this->shape()[d] != 1)
      added.push_back(d);
  }
  return emit_->reduce(BodyKind::Add, *this, added).reshape(shape);
}

Value Value::move_dim(int64_t from, int64_t to) const {
  Dims permutation;
  for (int64_t d = 0; d < rank(); ++d)
    if (d != from)
      permutation.push_back(d);
  permutation.insert(permutation.begin() + to, from);
  return transpose(permutation);
}

Value Value::insert_dim(int64_t dimension, int64_t size) const {
  Dims shape(this->shape()), dimensions;
  shape.insert(shape.begin() + dimension, size);
  for (int64_t d = 0; d < rank(); ++d)
    dimensions.push_back(d < dimension ? d : d + 1);
  return broadcast(shape, dimensions);
}

template <class Op> static Value binary(Value a, Value b) {
  return a.emit().create1<Op>(a.type(), {a, b});
}
template <class Op> static Value unary(Value a) { return a.emit().create1<Op>(a.type(), a.get()); }

Value operator+(Value a, Value b) { return binary<AddOp>(a, b); }
Value operator-(Value a, Value b) { return binary<SubtractOp>(a, b); }
Value operator*(Value a, Value b) { return binary<MulOp>(a, b); }
Value operator/(Value a, Value b) { return binary<DivOp>(a, b); }
Value operator-(Value a) { return unary<NegOp>(a); }
Value both(Value a, Value b) { return binary<AndOp>(a, b); }
Value either(Value a, Value b) { return binary<OrOp>(a, b); }
Value exp(Value x) { return unary<ExpOp>(x); }
Value log(Value x) { return unary<LogOp>(x); }
Value sin(Value x) { return unary<SineOp>(x); }
Value cos(Value x) { return unary<CosineOp>(x); }
Value sqrt(Value x) { return unary<SqrtOp>(x); }
Value rsqrt(Value x) { return unary<RsqrtOp>(x); }
Value abs(Value x) { return unary<AbsOp>(x); }
Value sign(Value x) { return unary<SignOp>(x); }
Value floor(Value x) { return unary<FloorOp>(x); }
Value pow(Value x, Value y) { return binary<PowOp>(x, y); }

Value compare(Value a, Value b, ComparisonDirection direction) {
  mlir::MLIRContext *context = a.emit().builder.getContext();
  mlir::Type element = a.element();
  ComparisonType kind = llvm::isa<mlir::FloatType>(element) ? ComparisonType::FLOAT
                        : element.isUnsignedInteger() || element.isInteger(1)
                            ? ComparisonType::UNSIGNED
                            : ComparisonType::SIGNED;
  return a.emit().create1<CompareOp>(
      a.type().clone(a.emit().builder.getI1Type()), {a, b},
      {{"comparison_direction", ComparisonDirectionAttr::get(context, direction)},
       {"compare_type", ComparisonTypeAttr::get(context, kind)}});
}

Value select(Value pred, Value on_true, Value on_false) {
  return on_true.emit().create1<SelectOp>(on_true.type(), {pred, on_true, on_false});
}

} // namespace brigade::transforms
