#include "compiler/emit/lanes.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace brigade::compiler::emit {

namespace arith = mlir::arith;
using mlir::VectorType;

Type compute_type(mlir::MLIRContext *context, DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return mlir::IntegerType::get(context, 1);
  case DType::BF16:
  case DType::F16:
  case DType::F32:
    return mlir::Float32Type::get(context);
  case DType::F64:
    return mlir::Float64Type::get(context);
  default:
    return mlir::IntegerType::get(context, static_cast<unsigned>(dtype_size(dtype)) * 8);
  }
}

Type storage_type(mlir::MLIRContext *context, DType dtype) {
  switch (dtype) {
  case DType::Bool:
    return mlir::IntegerType::get(context, 8);
  case DType::BF16:
    return mlir::IntegerType::get(context, 16);
  case DType::F16:
    return mlir::Float16Type::get(context);
  default:
    return compute_type(context, dtype);
  }
}

Type Lanes::like(Type scalar, Value like) {
  if (auto vector = mlir::dyn_cast<VectorType>(like.getType()))
    return VectorType::get(vector.getShape(), scalar);
  return scalar;
}

Value Lanes::make_constant(Type type, mlir::TypedAttr value) {
  Value &known = constant_values_[value];
  if (!known) {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(constants_);
    known = b.create<arith::ConstantOp>(loc, type, value);
  }
  return known;
}

Value Lanes::constant(Type scalar, double value) {
  return make_constant(scalar, mlir::FloatAttr::get(scalar, value));
}

Value Lanes::constant_int(Type scalar, int64_t value) {
  return make_constant(scalar, b.getIntegerAttr(scalar, value));
}

Value Lanes::lane_numbers(Type scalar) {
  auto type = mlir::cast<VectorType>(vector_of(scalar));
  llvm::SmallVector<mlir::Attribute> numbers;
  for (int i = 0; i < width; ++i)
    numbers.push_back(b.getIntegerAttr(scalar, i));
  return make_constant(type, mlir::DenseElementsAttr::get(type, numbers));
}

Value Lanes::spread(Value scalar) {
  if (is_vector(scalar) || width == 1)
    return scalar;
  auto type = mlir::cast<VectorType>(vector_of(scalar.getType()));
  mlir::Attribute constant;
  if (mlir::matchPattern(scalar, mlir::m_Constant(&constant)))
    return make_constant(type, mlir::DenseElementsAttr::get(type, constant));
  MemoKey key{uintptr_t(-1), reinterpret_cast<uintptr_t>(scalar.getAsOpaquePointer())};
  if (Value known = remembered(key))
    return known;
  Value vector = b.create<mlir::vector::SplatOp>(loc, type, scalar);
  remember(std::move(key), vector);
  return vector;
}

void Lanes::unify(Value &a, Value &c) {
  if (is_vector(a) != is_vector(c)) {
    a = spread(a);
    c = spread(c);
  }
}

void Lanes::unify(llvm::MutableArrayRef<Value> values) {
  if (llvm::any_of(values, is_vector))
    for (Value &value : values)
      value = spread(value);
}

Value Lanes::remembered(MemoKey key) const {
  key.push_back(static_cast<uintptr_t>(width));
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
    if (auto it = scope->find(key); it != scope->end())
      return it->second;
  return {};
}

std::optional<int64_t> constant_of(Value v) {
  llvm::APInt value;
  if (mlir::matchPattern(v, mlir::m_ConstantInt(&value)))
    return value.getSExtValue();
  return std::nullopt;
}

void Lanes::remember(MemoKey key, Value value) {
  key.push_back(static_cast<uintptr_t>(width));
  scopes_.back()[std::move(key)] = value;
}

template <class Op> Value Lanes::index_op(Value a, Value c, int64_t (*fold)(int64_t, int64_t)) {
  auto x = constant_of(a), y = constant_of(c);
  if (x && y)
    return i64(fold(*x, *y));
  MemoKey key{reinterpret_cast<uintptr_t>(mlir::TypeID::get<Op>().getAsOpaquePointer()),
              reinterpret_cast<uintptr_t>(a.getAsOpaquePointer()),
              reinterpret_cast<uintptr_t>(c.getAsOpaquePointer())};
  if (Value known = remembered(key))
    return known;
  Value result = b.create<Op>(loc, a, c);
  remember(std::move(key), result);
  return result;
}

Value Lanes::add(Value a, Value c) {
  if (constant_of(a) == 0)
    return c;
  if (constant_of(c) == 0)
    return a;
  return index_op<arith::AddIOp>(a, c, [](int64_t x, int64_t y) { return x + y; });
}

Value Lanes::sub(Value a, Value c) {
  if (constant_of(c) == 0)
    return a;
  return index_op<arith::SubIOp>(a, c, [](int64_t x, int64_t y) { return x - y; });
}

Value Lanes::mul(Value a, Value c) {
  if (constant_of(a) == 1 || constant_of(c) == 0)
    return c;
  if (constant_of(c) == 1 || constant_of(a) == 0)
    return a;
  return index_op<arith::MulIOp>(a, c, [](int64_t x, int64_t y) { return x * y; });
}

Value Lanes::div(Value a, Value c) {
  if (constant_of(c) == 1)
    return a;
  return index_op<arith::DivUIOp>(a, c, [](int64_t x, int64_t y) { return y ? x / y : 0; });
}

Value Lanes::rem(Value a, Value c) {
  if (constant_of(c) == 1)
    return i64(0);
  return index_op<arith::RemUIOp>(a, c, [](int64_t x, int64_t y) { return y ? x % y : 0; });
}

Value Lanes::min(Value a, Value c) {
  return index_op<arith::MinSIOp>(a, c, [](int64_t x, int64_t y) { return std::min(x, y); });
}

Value Lanes::max(Value a, Value c) {
  return index_op<arith::MaxSIOp>(a, c, [](int64_t x, int64_t y) { return std::max(x, y); });
}

V V::constant(double value) const {
  if (is_float())
    return {l->constant(element(), value), *l};
  return {l->constant_int(element(), static_cast<int64_t>(value)), *l};
}

namespace {

template <class FloatOp, class IntOp> V binary(V a, V c) {
  a.l->unify(a.v, c.v);
  OpBuilder &b = a.l->b;
  if (a.is_float())
    return {b.create<FloatOp>(a.l->loc, a.v, c.v), *a.l};
  return {b.create<IntOp>(a.l->loc, a.v, c.v), *a.l};
}

template <class IntOp> V integers(V a, V c) {
  a.l->unify(a.v, c.v);
  return {a.l->b.create<IntOp>(a.l->loc, a.v, c.v), *a.l};
}

} // namespace

V operator+(V a, V c) { return binary<arith::AddFOp, arith::AddIOp>(a, c); }
V operator-(V a, V c) { return binary<arith::SubFOp, arith::SubIOp>(a, c); }
V operator*(V a, V c) { return binary<arith::MulFOp, arith::MulIOp>(a, c); }
V operator/(V a, V c) { return binary<arith::DivFOp, arith::DivSIOp>(a, c); }
V operator&(V a, V c) { return integers<arith::AndIOp>(a, c); }
V operator|(V a, V c) { return integers<arith::OrIOp>(a, c); }
V operator^(V a, V c) { return integers<arith::XOrIOp>(a, c); }
V shift_left(V a, V c) { return integers<arith::ShLIOp>(a, c); }

V operator-(V a) {
  if (a.is_float())
    return {a.l->b.create<arith::NegFOp>(a.l->loc, a.v), *a.l};
  return a.constant(0) - a;
}

V shift_right(V a, V c, bool is_signed) {
  return is_signed ? integers<arith::ShRSIOp>(a, c) : integers<arith::ShRUIOp>(a, c);
}

V compare(arith::CmpFPredicate predicate, V a, V c) {
  a.l->unify(a.v, c.v);
  return {a.l->b.create<arith::CmpFOp>(a.l->loc, predicate, a.v, c.v), *a.l};
}

V compare(arith::CmpIPredicate predicate, V a, V c) {
  a.l->unify(a.v, c.v);
  return {a.l->b.create<arith::CmpIOp>(a.l->loc, predicate, a.v, c.v), *a.l};
}

V operator<(V a, V c) { return compare(arith::CmpFPredicate::OLT, a, c); }
V operator>(V a, V c) { return compare(arith::CmpFPredicate::OGT, a, c); }
V operator<=(V a, V c) { return compare(arith::CmpFPredicate::OLE, a, c); }
V operator>=(V a, V c) { return compare(arith::CmpFPredicate::OGE, a, c); }
V is_nan(V a) { return compare(arith::CmpFPredicate::UNO, a, a); }

V select(V condition, V a, V c) {
  Value all[] = {condition.v, a.v, c.v};
  a.l->unify(all);
  return {a.l->b.create<arith::SelectOp>(a.l->loc, all[0], all[1], all[2]), *a.l};
}

V bits(V a) {
  Type integer = a.l->b.getIntegerType(a.element().getIntOrFloatBitWidth());
  return {a.l->b.create<arith::BitcastOp>(a.l->loc, Lanes::like(integer, a.v), a.v), *a.l};
}

V as_float(V a) {
  OpBuilder &b = a.l->b;
  Type type =
      a.element().getIntOrFloatBitWidth() == 64 ? Type(b.getF64Type()) : Type(b.getF32Type());
  return {b.create<arith::BitcastOp>(a.l->loc, Lanes::like(type, a.v), a.v), *a.l};
}

V abs(V a) { return {a.l->b.create<mlir::math::AbsFOp>(a.l->loc, a.v), *a.l}; }

V fma(V a, V c, V d) {
  Value all[] = {a.v, c.v, d.v};
  a.l->unify(all);
  return {a.l->b.create<mlir::math::FmaOp>(a.l->loc, all[0], all[1], all[2]), *a.l};
}

V polynomial(V x, llvm::ArrayRef<double> coefficients) {
  V sum = x.constant(coefficients.back());
  for (double c : llvm::reverse(coefficients.drop_back()))
    sum = fma(sum, x, x.constant(c));
  return sum;
}

V truncate(V a, Type scalar) {
  OpBuilder &b = a.l->b;
  Type type = Lanes::like(scalar, a.v);
  if (a.v.getType() == type)
    return a;
  if (a.is_float())
    return {b.create<arith::TruncFOp>(a.l->loc, type, a.v), *a.l};
  return {b.create<arith::TruncIOp>(a.l->loc, type, a.v), *a.l};
}

V extend(V a, Type scalar, bool is_signed) {
  OpBuilder &b = a.l->b;
  Type type = Lanes::like(scalar, a.v);
  if (a.v.getType() == type)
    return a;
  if (a.is_float())
    return {b.create<arith::ExtFOp>(a.l->loc, type, a.v), *a.l};
  if (is_signed)
    return {b.create<arith::ExtSIOp>(a.l->loc, type, a.v), *a.l};
  return {b.create<arith::ExtUIOp>(a.l->loc, type, a.v), *a.l};
}

V to_signed_int(V a, Type scalar) {
  return {a.l->b.create<arith::FPToSIOp>(a.l->loc, Lanes::like(scalar, a.v), a.v), *a.l};
}

V to_float(V a, Type scalar, bool is_signed) {
  Type type = Lanes::like(scalar, a.v);
  if (is_signed)
    return {a.l->b.create<arith::SIToFPOp>(a.l->loc, type, a.v), *a.l};
  return {a.l->b.create<arith::UIToFPOp>(a.l->loc, type, a.v), *a.l};
}

Value round_to(Lanes &l, Value value, DType dtype) {
  V x(value, l);
  if (dtype == DType::F16)
    return extend(truncate(x, l.b.getF16Type()), l.b.getF32Type(), true);
  if (dtype != DType::BF16)
    return value;
  // Adds half of the last kept digit, less one where the kept digit is even. The processor's own
  // instruction for this treats subnormal numbers as zero.
  V word = bits(x);
  V kept = shift_right(word, word.constant(16), false) & word.constant(1);
  V rounded =
      (word + kept + word.constant(0x7fff)) & word.constant(static_cast<int32_t>(0xffff0000));
  V nan = (word | word.constant(0x00400000)) & word.constant(static_cast<int32_t>(0xffff0000));
  return as_float(select(is_nan(x), nan, rounded));
}

} // namespace brigade::compiler::emit
