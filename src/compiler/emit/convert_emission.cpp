#include "compiler/emit/convert.h"
#include "compiler/emit/elemental.h"
#include "ir/dialects.h"

#include <cmath>

/// Changes of element type. Meanings are those of reference/convert.cpp.
namespace brigade::compiler::emit {

namespace arith = mlir::arith;
using arith::CmpFPredicate;
using arith::CmpIPredicate;
using mlir::Operation;
using Values = llvm::ArrayRef<Value>;

V element_bits(V x, DType dtype) {
  OpBuilder &b = x.l->b;
  switch (dtype) {
  case DType::Bool:
    return extend(x, b.getI8Type(), false);
  case DType::BF16: {
    V word = bits(x);
    return truncate(shift_right(word, word.constant(16), false), b.getI16Type());
  }
  case DType::F16:
    return bits(truncate(x, b.getF16Type()));
  case DType::F32:
  case DType::F64:
    return bits(x);
  default:
    return x;
  }
}

V element_of_bits(V word, DType dtype) {
  OpBuilder &b = word.l->b;
  switch (dtype) {
  case DType::Bool:
    return compare(CmpIPredicate::ne, word, word.constant(0));
  case DType::BF16: {
    V wide = extend(word, b.getI32Type(), false);
    return as_float(shift_left(wide, wide.constant(16)));
  }
  case DType::F16: {
    V half(b.create<arith::BitcastOp>(word.l->loc, Lanes::like(b.getF16Type(), word), word.v),
           *word.l);
    return extend(half, b.getF32Type(), true);
  }
  case DType::F32:
  case DType::F64:
    return as_float(word);
  default:
    return word;
  }
}

namespace {

/// Towards zero; what lies outside gives the nearest end of the range and NaN gives 0.
V float_to_int(V x, DType to) {
  OpBuilder &b = x.l->b;
  Type type = compute_type(b.getContext(), to);
  unsigned width = type.getIntOrFloatBitWidth();
  bool is_signed = is_signed_integer(to);
  // The ends of the range: powers of two, or 0, which a float holds.
  double above = std::ldexp(1.0, static_cast<int>(is_signed ? width - 1 : width));
  double lowest = is_signed ? -above : 0.0;
  V too_high = x >= above, low_enough = x > lowest;
  V safe = select(low_enough & (x < above), x, 0);
  V converted;
  if (!is_signed && width == 64) {
    converted = V(b.create<arith::FPToUIOp>(x.l->loc, Lanes::like(type, safe), safe.v), *x.l);
  } else {
    Type wide = b.getIntegerType(std::max(is_signed ? width : 2 * width, 32u));
    converted = truncate(to_signed_int(safe, wide), type);
  }
  int64_t highest = static_cast<int64_t>((~uint64_t{0}) >> (64 - width + (is_signed ? 1 : 0)));
  V max(x.l->constant_int(type, highest), *x.l);
  V min(x.l->constant_int(type, is_signed ? INT64_MIN >> (64 - width) : 0), *x.l);
  return select(too_high, max, select(x <= lowest, min, converted));
}

} // namespace

V convert_element(V x, DType from, DType to) {
  OpBuilder &b = x.l->b;
  if (from == to)
    return x;
  Type type = compute_type(b.getContext(), to);
  bool is_signed = is_signed_integer(from);
  if (to == DType::Bool)
    return is_floating(from) ? compare(CmpFPredicate::UNE, x, x.constant(0))
                             : compare(CmpIPredicate::ne, x, x.constant(0));
  if (is_floating(from)) {
    if (!is_floating(to))
      return float_to_int(x, to);
    return dtype_size(to) > 4 ? extend(x, type, true) : truncate(x, type);
  }
  if (is_floating(to))
    return to_float(x, type, is_signed);
  return x.element().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth()
             ? extend(x, type, is_signed)
             : truncate(x, type);
}

namespace {

Value convert(Lanes &l, Operation *op, Values x) {
  return convert_element({x[0], l}, dtype_of_value(op->getOperand(0)),
                         dtype_of_value(op->getResult(0)));
}

/// Of different widths, the last dimension of the narrow one counts the parts of a wide element,
/// low bits first.
Value bitcast_convert(Elemental &e, Operation *op, unsigned, const Point &p) {
  Lanes &l = e.l;
  Value operand = op->getOperand(0);
  DType from = dtype_of_value(operand), to = dtype_of_value(op->getResult(0));
  int64_t from_bits = static_cast<int64_t>(dtype_size(from)) * 8;
  int64_t to_bits = static_cast<int64_t>(dtype_size(to)) * 8;
  auto bits_at = [&](const Point &q) -> V {
    Value value = e.value_at(operand, q);
    return value ? element_bits({value, l}, from) : V();
  };
  if (from_bits == to_bits) {
    V word = bits_at(p);
    return word.v ? element_of_bits(word, to).v : Value();
  }
  Type wide = l.b.getIntegerType(static_cast<unsigned>(std::max(from_bits, to_bits)));
  Point q = p;
  if (from_bits > to_bits) {
    Ix part = q.at.pop_back_val();
    V word = bits_at(q);
    if (!word.v)
      return {};
    V shift(lane_values(l, scaled(l, part, to_bits)), l);
    V amount = wide.getIntOrFloatBitWidth() == 64 ? shift : truncate(shift, wide);
    return element_of_bits(truncate(shift_right(word, amount, false), l.b.getIntegerType(to_bits)),
                           to);
  }
  V joined;
  for (int64_t part = 0; part < to_bits / from_bits; ++part) {
    q.at.resize(p.at.size());
    q.at.push_back(uniform(l.i64(part)));
    V word = bits_at(q);
    if (!word.v)
      return {};
    V shifted = shift_left(extend(word, wide, false), V(l.constant_int(wide, part * from_bits), l));
    joined = joined.v ? joined | shifted : shifted;
  }
  return element_of_bits(joined, to);
}

Value reduce_precision(Lanes &l, Operation *op, Values x) {
  auto reduce = mlir::cast<stablehlo::ReducePrecisionOp>(op);
  DType dtype = dtype_of_value(op->getOperand(0));
  auto [exponent, mantissa] = [&]() -> std::pair<int, int> {
    switch (dtype) {
    case DType::BF16:
      return {8, 7};
    case DType::F16:
      return {5, 10};
    case DType::F32:
      return {8, 23};
    default:
      return {11, 52};
    }
  }();
  int exponent_bits = static_cast<int>(reduce.getExponentBits());
  int mantissa_bits = static_cast<int>(reduce.getMantissaBits());
  V word = element_bits({x[0], l}, dtype);
  auto c = [&](uint64_t value) {
    return V(l.constant_int(word.element(), static_cast<int64_t>(value)), l);
  };
  uint64_t sign_bit = uint64_t{1} << (exponent + mantissa);
  uint64_t infinity_bits = ((uint64_t{1} << exponent) - 1) << mantissa;
  if (dtype_size(dtype) < 8)
    sign_bit =
        sign_bit | (~uint64_t{0} << (exponent + mantissa)); // as a negative number of this width
  V sign = word & c(sign_bit), magnitude = word ^ sign, infinity = c(infinity_bits);
  V is_nan = compare(CmpIPredicate::ugt, magnitude, infinity);
  V result = magnitude;
  if (mantissa_bits < mantissa) {
    int cut = mantissa - mantissa_bits;
    V last = shift_right(result, c(static_cast<uint64_t>(cut)), false) & c(1);
    result = result + c((uint64_t{1} << (cut - 1)) - 1) + last;
    result = result & c(~((uint64_t{1} << cut) - 1));
  }
  if (exponent_bits < exponent) {
    uint64_t bias = (uint64_t{1} << (exponent - 1)) - 1;
    uint64_t small_bias = (uint64_t{1} << (exponent_bits - 1)) - 1;
    V field = shift_right(result, c(static_cast<uint64_t>(mantissa)), false);
    V high = compare(CmpIPredicate::ugt, field, c(bias + small_bias));
    V low = compare(CmpIPredicate::ule, field, c(bias - small_bias));
    result = select(high, infinity, select(low, 0, result));
  }
  V nan = mantissa_bits > 0 ? word : (sign | infinity);
  return element_of_bits(select(is_nan, nan, sign | result), dtype);
}

} // namespace

void add_convert_emission(EmitRules &rules) {
  rules.add<stablehlo::ConvertOp>({.element = convert});
  rules.add<stablehlo::BitcastConvertOp>({.point = bitcast_convert});
  rules.add<stablehlo::ReducePrecisionOp>({.element = reduce_precision, .exact = true, .cost = 6});
}

} // namespace brigade::compiler::emit
