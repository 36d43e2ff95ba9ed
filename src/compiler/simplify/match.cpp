#include "compiler/simplify/match.h"

#include "ir/build.h"
#include "ir/types.h"

namespace brigade::compiler {

using namespace mlir;

static Type element_of(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

bool is_int(Value value) { return ir::is_element_of(element_of(value), ir::Elements::Int); }
bool is_float(Value value) { return isa<FloatType>(element_of(value)); }
bool is_rank_zero(Value value) { return cast<RankedTensorType>(value.getType()).getRank() == 0; }

Attribute splat_element(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
      auto dense = dyn_cast<DenseElementsAttr>(constant.getValue());
      return dense && dense.isSplat() ? dense.getSplatValue<Attribute>() : nullptr;
    }
    if (!isa<stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp, stablehlo::TransposeOp,
             stablehlo::SliceOp, stablehlo::ReverseOp>(op))
      return nullptr;
    value = op->getOperand(0);
  }
  return nullptr;
}

template <class Check> static bool check_float(Value value, Check check) {
  auto element = dyn_cast_or_null<FloatAttr>(splat_element(value));
  return element && check(element.getValue());
}

/// check(bits, is_unsigned); bools count as unsigned.
template <class Check> static bool check_int(Value value, Check check) {
  auto element = dyn_cast_or_null<IntegerAttr>(splat_element(value));
  if (!element)
    return false;
  bool is_unsigned = element.getType().isUnsignedInteger() || element.getType().isInteger(1);
  return check(element.getValue(), is_unsigned);
}

bool is_splat(Value value, double number) {
  if (is_float(value))
    return check_float(value, [&](const APFloat &element) {
      APFloat wanted(number);
      bool loses;
      wanted.convert(element.getSemantics(), APFloat::rmNearestTiesToEven, &loses);
      return element.bitwiseIsEqual(wanted);
    });
  return check_int(value, [&](const APInt &element, bool) {
    return number == 0 ? element.isZero() : element == static_cast<uint64_t>(number);
  });
}

bool is_all_ones(Value value) {
  return check_int(value, [](const APInt &element, bool) { return element.isAllOnes(); });
}

bool is_lowest(Value value) {
  return check_float(
             value,
             [](const APFloat &element) { return element.isInfinity() && element.isNegative(); }) ||
         check_int(value, [](const APInt &element, bool is_unsigned) {
           return is_unsigned ? element.isMinValue() : element.isMinSignedValue();
         });
}

bool is_highest(Value value) {
  return check_float(value,
                     [](const APFloat &element) {
                       return element.isInfinity() && !element.isNegative();
                     }) ||
         check_int(value, [](const APInt &element, bool is_unsigned) {
           return is_unsigned ? element.isMaxValue() : element.isMaxSignedValue();
         });
}

bool has_exact_inverse(Value value) {
  return check_float(value,
                     [](const APFloat &element) { return element.getExactInverse(nullptr); });
}

static Value repeated(OpBuilder &builder, Location location, Value scalar, RankedTensorType type) {
  if (type.getRank() == 0)
    return scalar;
  return builder.create<stablehlo::BroadcastInDimOp>(location, type, scalar, ArrayRef<int64_t>{});
}

Value splat_like(OpBuilder &builder, Location location, Value value, double number) {
  auto type = cast<RankedTensorType>(value.getType());
  return repeated(builder, location, ir::scalar(builder, location, type.getElementType(), number),
                  type);
}

Value inverse_of(OpBuilder &builder, Location location, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  APFloat inverse(0.0);
  cast<FloatAttr>(splat_element(value)).getValue().getExactInverse(&inverse);
  auto scalar = DenseElementsAttr::get(RankedTensorType::get({}, type.getElementType()), inverse);
  return repeated(builder, location, builder.create<stablehlo::ConstantOp>(location, scalar), type);
}

namespace {
/// What a type can hold: sign, how many bits of a number, and of what exponents.
struct Range {
  bool is_float;
  int precision;
  bool has_sign;
  int max_exponent, min_exponent;
};

Range range_of(Type element) {
  if (auto type = dyn_cast<FloatType>(element)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    return {true, static_cast<int>(APFloat::semanticsPrecision(semantics)), true,
            APFloat::semanticsMaxExponent(semantics), APFloat::semanticsMinExponent(semantics)};
  }
  bool has_sign = element.isSignlessInteger() && !element.isInteger(1);
  int bits = static_cast<int>(element.getIntOrFloatBitWidth()) - has_sign;
  return {false, bits, has_sign, bits, 0};
}
} // namespace

bool holds_every_value(Value from, Value to) {
  if (element_of(to).isInteger(1)) // a conversion to bool asks whether it is zero
    return element_of(from).isInteger(1);
  Range a = range_of(element_of(from)), b = range_of(element_of(to));
  if (a.is_float && !b.is_float)
    return false;
  if (a.has_sign && !b.has_sign)
    return false;
  return a.precision <= b.precision && a.max_exponent <= b.max_exponent &&
         a.min_exponent >= b.min_exponent;
}

bool is_identity(DenseI64ArrayAttr list) {
  for (auto [index, value] : llvm::enumerate(list.asArrayRef()))
    if (value != static_cast<int64_t>(index))
      return false;
  return true;
}

bool is_all_zero(DenseI64ArrayAttr list) {
  return llvm::all_of(list.asArrayRef(), [](int64_t value) { return value == 0; });
}

DenseI64ArrayAttr compose(Builder &builder, DenseI64ArrayAttr outer, DenseI64ArrayAttr inner) {
  SmallVector<int64_t> composed;
  for (int64_t value : inner.asArrayRef())
    composed.push_back(outer[value]);
  return builder.getDenseI64ArrayAttr(composed);
}

DenseI64ArrayAttr place_in(Builder &builder, DenseI64ArrayAttr values, DenseI64ArrayAttr list) {
  SmallVector<int64_t> places;
  for (int64_t value : values.asArrayRef())
    places.push_back(llvm::find(list.asArrayRef(), value) - list.asArrayRef().begin());
  return builder.getDenseI64ArrayAttr(places);
}

} // namespace brigade::compiler
