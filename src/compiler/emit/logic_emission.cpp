#include "compiler/emit/elemental.h"
#include "ir/dialects.h"

#include "mlir/Dialect/Math/IR/Math.h"

/// Bits, comparison, selection. Meanings are those of reference/logic.cpp.
namespace brigade::compiler::emit {

namespace arith = mlir::arith;
using arith::CmpFPredicate;
using arith::CmpIPredicate;
using mlir::Operation;
using Values = llvm::ArrayRef<Value>;

namespace {

template <auto f> Value binary(Lanes &l, Operation *, Values x) {
  return f(V(x[0], l), V(x[1], l));
}

V bit_and(V a, V c) { return a & c; }
V bit_or(V a, V c) { return a | c; }
V bit_xor(V a, V c) { return a ^ c; }

Value bit_not(Lanes &l, Operation *, Values x) { return V(x[0], l) ^ V(x[0], l).constant(-1); }

V width_of(V a) { return a.constant(a.element().getIntOrFloatBitWidth()); }

// A shift by the width or more (a negative amount is a large one) moves every bit out.
template <auto shift> V guarded_shift(V a, V amount) {
  V inside = compare(CmpIPredicate::ult, amount, width_of(a));
  return select(inside, shift(a, select(inside, amount, 0)), 0);
}
V left(V a, V n) { return shift_left(a, n); }
V right(V a, V n) { return shift_right(a, n, false); }
V right_signed(V a, V n) {
  V inside = compare(CmpIPredicate::ult, n, width_of(a));
  return shift_right(a, select(inside, n, width_of(a) - 1.0), true);
}

template <class Op> Value count(Lanes &l, Operation *, Values x) {
  return l.b.create<Op>(l.loc, x[0]);
}

/// A float's bits as a signed number that grows with IEEE's total order.
V total_order(V x) {
  V word = bits(x);
  unsigned width = word.element().getIntOrFloatBitWidth();
  V sign = shift_right(word, word.constant(width - 1), true);
  int64_t magnitude = width == 64 ? INT64_MAX : (int64_t{1} << (width - 1)) - 1;
  return word ^ (sign & V(word.l->constant_int(word.element(), magnitude), *word.l));
}

CmpFPredicate float_predicate(stablehlo::ComparisonDirection direction) {
  using D = stablehlo::ComparisonDirection;
  switch (direction) {
  case D::EQ:
    return CmpFPredicate::OEQ;
  case D::NE:
    return CmpFPredicate::UNE;
  case D::GE:
    return CmpFPredicate::OGE;
  case D::GT:
    return CmpFPredicate::OGT;
  case D::LE:
    return CmpFPredicate::OLE;
  case D::LT:
    return CmpFPredicate::OLT;
  }
  return CmpFPredicate::AlwaysFalse;
}

CmpIPredicate int_predicate(stablehlo::ComparisonDirection direction, bool is_signed) {
  using D = stablehlo::ComparisonDirection;
  switch (direction) {
  case D::EQ:
    return CmpIPredicate::eq;
  case D::NE:
    return CmpIPredicate::ne;
  case D::GE:
    return is_signed ? CmpIPredicate::sge : CmpIPredicate::uge;
  case D::GT:
    return is_signed ? CmpIPredicate::sgt : CmpIPredicate::ugt;
  case D::LE:
    return is_signed ? CmpIPredicate::sle : CmpIPredicate::ule;
  case D::LT:
    return is_signed ? CmpIPredicate::slt : CmpIPredicate::ult;
  }
  return CmpIPredicate::eq;
}

Value compare_op(Lanes &l, Operation *op, Values x) {
  auto compare_op = mlir::cast<stablehlo::CompareOp>(op);
  auto direction = compare_op.getComparisonDirection();
  DType dtype = dtype_of_value(compare_op.getLhs());
  V a(x[0], l), c(x[1], l);
  if (!is_floating(dtype))
    return compare(int_predicate(direction, is_signed_integer(dtype)), a, c);
  if (compare_op.getCompareType() == stablehlo::ComparisonType::TOTALORDER)
    return compare(int_predicate(direction, true), total_order(a), total_order(c));
  return compare(float_predicate(direction), a, c);
}

Value select_op(Lanes &l, Operation *, Values x) {
  return select(V(x[0], l), V(x[1], l), V(x[2], l));
}

Value clamp(Lanes &l, Operation *op, Values x) {
  V low(x[0], l), a(x[1], l), high(x[2], l);
  DType dtype = dtype_of_value(op->getOperand(1));
  if (is_floating(dtype)) {
    V raised = select(a < low, low, a);
    V clamped = select(raised > high, high, raised);
    return select(compare(CmpFPredicate::UNO, low, high), low + high, clamped);
  }
  bool is_signed = is_signed_integer(dtype);
  CmpIPredicate less = is_signed ? CmpIPredicate::slt : CmpIPredicate::ult;
  V raised = select(compare(less, a, low), low, a);
  return select(compare(less, high, raised), high, raised);
}

Value is_finite(Lanes &l, Operation *, Values x) {
  V a(x[0], l);
  return abs(a) < a.constant(std::numeric_limits<double>::infinity());
}

} // namespace

void add_logic_emission(EmitRules &rules) {
  rules.add<stablehlo::AndOp>({.element = binary<bit_and>, .exact = true});
  rules.add<stablehlo::OrOp>({.element = binary<bit_or>, .exact = true});
  rules.add<stablehlo::XorOp>({.element = binary<bit_xor>, .exact = true});
  rules.add<stablehlo::NotOp>({.element = bit_not, .exact = true});
  rules.add<stablehlo::ShiftLeftOp>({.element = binary<guarded_shift<left>>, .exact = true});
  rules.add<stablehlo::ShiftRightLogicalOp>(
      {.element = binary<guarded_shift<right>>, .exact = true});
  rules.add<stablehlo::ShiftRightArithmeticOp>({.element = binary<right_signed>, .exact = true});
  rules.add<stablehlo::PopulationCountOp>({.element = count<mlir::math::CtPopOp>, .exact = true});
  rules.add<stablehlo::ClzOp>({.element = count<mlir::math::CountLeadingZerosOp>, .exact = true});
  rules.add<stablehlo::CompareOp>({.element = compare_op, .exact = true});
  rules.add<stablehlo::SelectOp>({.element = select_op, .exact = true});
  rules.add<stablehlo::ClampOp>({.element = clamp, .exact = true, .cost = 2});
  rules.add<stablehlo::IsFiniteOp>({.element = is_finite, .exact = true});
}

} // namespace brigade::compiler::emit
