#include "compiler/emit/elemental.h"
#include "compiler/emit/functions.h"
#include "ir/dialects.h"

#include "mlir/Dialect/Math/IR/Math.h"

/// Arithmetic. Meanings are those of reference/arithmetic.cpp.
namespace brigade::compiler::emit {

namespace arith = mlir::arith;
using arith::CmpIPredicate;
using mlir::Operation;
using Values = llvm::ArrayRef<Value>;

namespace {

DType dtype_of_operand(Operation *op) { return dtype_of_value(op->getOperand(0)); }

template <auto f> Value binary(Lanes &l, Operation *op, Values x) {
  return f(V(x[0], l), V(x[1], l), dtype_of_operand(op));
}

template <auto f> Value unary(Lanes &l, Operation *op, Values x) {
  return f(V(x[0], l), dtype_of_operand(op));
}

template <class Op> V make(V a, V c) { return {a.l->b.create<Op>(a.l->loc, a.v, c.v), *a.l}; }

V add(V a, V c, DType t) { return t == DType::Bool ? (a | c) : a + c; }
V subtract(V a, V c, DType) { return a - c; }
V multiply(V a, V c, DType t) { return t == DType::Bool ? (a & c) : a * c; }
V negate(V a, DType) { return -a; }

/// Divisors that trap become 1; what the quotient is then is chosen by the caller.
template <class Signed, class Unsigned>
V divide_integers(V a, V c, DType t, V by_zero, V by_minus_one) {
  V zero = compare(CmpIPredicate::eq, c, c.constant(0));
  if (!is_signed_integer(t))
    return select(zero, by_zero, make<Unsigned>(a, select(zero, 1, c)));
  V minus_one = compare(CmpIPredicate::eq, c, c.constant(-1));
  V quotient = make<Signed>(a, select(zero | minus_one, 1, c));
  return select(zero, by_zero, select(minus_one, by_minus_one, quotient));
}

V divide(V a, V c, DType t) {
  if (is_floating(t))
    return a / c;
  return divide_integers<arith::DivSIOp, arith::DivUIOp>(a, c, t, c.constant(-1), -a);
}

V remainder(V a, V c, DType t) {
  if (is_floating(t))
    return make<arith::RemFOp>(a, c);
  return divide_integers<arith::RemSIOp, arith::RemUIOp>(a, c, t, a, a.constant(0));
}

V maximum(V a, V c, DType t) {
  if (is_floating(t))
    return make<arith::MaximumFOp>(a, c);
  return is_signed_integer(t) ? make<arith::MaxSIOp>(a, c) : make<arith::MaxUIOp>(a, c);
}
V minimum(V a, V c, DType t) {
  if (is_floating(t))
    return make<arith::MinimumFOp>(a, c);
  return is_signed_integer(t) ? make<arith::MinSIOp>(a, c) : make<arith::MinUIOp>(a, c);
}

V absolute(V a, DType t) {
  if (is_floating(t))
    return abs(a);
  if (!is_signed_integer(t))
    return a;
  return select(compare(CmpIPredicate::slt, a, a.constant(0)), -a, a);
}

V sign(V a, DType t) {
  if (is_floating(t)) {
    V one = a.constant(1);
    V with_sign = V(a.l->b.create<mlir::math::CopySignOp>(
                        a.l->loc, Lanes::is_vector(a) ? a.l->spread(one) : one.v, a.v),
                    *a.l);
    return select((a < 0.0) | (a > 0.0), with_sign, a);
  }
  V positive = select(compare(CmpIPredicate::ne, a, a.constant(0)), 1, a);
  if (!is_signed_integer(t))
    return positive;
  return select(compare(CmpIPredicate::slt, a, a.constant(0)), -1, positive);
}

/// By repeated squaring. A negative power of a number other than 1 and -1 is 0.
V integer_power(V base, V exponent, DType t) {
  V zero = exponent.constant(0), one = base.constant(1);
  V result = one, square = base;
  for (unsigned bit = 0; bit < base.element().getIntOrFloatBitWidth(); ++bit) {
    V set = compare(CmpIPredicate::ne,
                    exponent &
                        V(exponent.l->constant_int(exponent.element(), int64_t(uint64_t{1} << bit)),
                          *exponent.l),
                    zero);
    result = select(set, result * square, result);
    square = square * square;
  }
  if (!is_signed_integer(t))
    return result;
  V unit = compare(CmpIPredicate::eq, base, one);
  V minus_unit = compare(CmpIPredicate::eq, base, base.constant(-1));
  V odd = compare(CmpIPredicate::ne, exponent & one, zero);
  V inverse = select(unit, 1, select(minus_unit, select(odd, -1, one), 0));
  return select(compare(CmpIPredicate::slt, exponent, zero), inverse, result);
}

Value power(Lanes &l, Operation *op, Values x) {
  DType t = dtype_of_operand(op);
  return is_floating(t) ? Value(float_power({x[0], l}, {x[1], l}))
                        : Value(integer_power({x[0], l}, {x[1], l}, t));
}

} // namespace

void add_arithmetic_emission(EmitRules &rules) {
  rules.add<stablehlo::AddOp>({.element = binary<add>});
  rules.add<stablehlo::SubtractOp>({.element = binary<subtract>});
  rules.add<stablehlo::MulOp>({.element = binary<multiply>});
  rules.add<stablehlo::NegOp>({.element = unary<negate>, .exact = true});
  rules.add<stablehlo::DivOp>({.element = binary<divide>, .cost = 5});
  rules.add<stablehlo::RemOp>({.element = binary<remainder>, .cost = 40});
  rules.add<stablehlo::MaxOp>({.element = binary<maximum>, .exact = true});
  rules.add<stablehlo::MinOp>({.element = binary<minimum>, .exact = true});
  rules.add<stablehlo::AbsOp>({.element = unary<absolute>, .exact = true});
  rules.add<stablehlo::SignOp>({.element = unary<sign>, .exact = true, .cost = 2});
  rules.add<stablehlo::PowOp>({.element = power, .cost = 40});
}

} // namespace brigade::compiler::emit
