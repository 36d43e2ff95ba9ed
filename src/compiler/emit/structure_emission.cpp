#include "compiler/emit/choice.h"
#include "compiler/emit/convert.h"
#include "compiler/emit/elemental.h"
#include "ir/dialects.h"

/// Operations that move elements: each maps a point of its result to a point of an operand.
namespace brigade::compiler::emit {

namespace arith = mlir::arith;
using arith::CmpIPredicate;
using mlir::Operation;

namespace {

Value constant(Elemental &e, Operation *op, unsigned, const Point &) {
  auto value =
      mlir::dyn_cast<mlir::DenseElementsAttr>(mlir::cast<stablehlo::ConstantOp>(op).getValue());
  if (!value || !value.isSplat()) {
    op->emitOpError("is not the same everywhere, and should have been put into memory");
    return {};
  }
  Type type = compute_type(e.l.b.getContext(), dtype_of_value(op->getResult(0)));
  if (mlir::isa<mlir::FloatType>(type))
    return e.l.constant(type, value.getSplatValue<mlir::APFloat>().convertToDouble());
  mlir::APInt number = value.getSplatValue<mlir::APInt>();
  return e.l.constant_int(type, number.getSExtValue());
}

Value iota(Elemental &e, Operation *op, unsigned, const Point &p) {
  auto iota = mlir::cast<stablehlo::IotaOp>(op);
  const Ix &ix = p.at[iota.getIotaDimension()];
  Lanes &l = e.l;
  DType dtype = dtype_of_value(iota.getOutput());
  // Arithmetic on 32 bits where that is enough.
  bool wide =
      dtype_size(dtype) == 8 || shape_of(iota.getOutput())[iota.getIotaDimension()] > INT32_MAX;
  Value number;
  if (wide || ix.lanes) {
    number = lane_values(l, ix);
  } else {
    V base = truncate(V(ix.base, l), l.b.getI32Type());
    number = base;
    if (ix.step != 0 && l.width > 1)
      number = base + V(l.lane_numbers(l.b.getI32Type()), l) *
                          V(l.constant_int(l.b.getI32Type(), ix.step), l);
  }
  DType from = Lanes::element(number).isInteger(64) ? DType::S64 : DType::S32;
  return round_to(l, convert_element({number, l}, from, dtype), dtype);
}

Value broadcast_in_dim(Elemental &e, Operation *op, unsigned, const Point &p) {
  auto broadcast = mlir::cast<stablehlo::BroadcastInDimOp>(op);
  Point q{{}, p.mask};
  for (auto [size, dimension] :
       llvm::zip(shape_of(broadcast.getOperand()), broadcast.getBroadcastDimensions()))
    q.at.push_back(size == 1 ? uniform(e.l.i64(0)) : p.at[dimension]);
  return e.value_at(broadcast.getOperand(), q);
}

Value reshape(Elemental &e, Operation *op, unsigned, const Point &p) {
  Value operand = op->getOperand(0);
  return e.value_at(operand,
                    {remap(e.l, shape_of(op->getResult(0)), p.at, shape_of(operand)), p.mask});
}

Value transpose(Elemental &e, Operation *op, unsigned, const Point &p) {
  auto transpose = mlir::cast<stablehlo::TransposeOp>(op);
  Point q = p;
  for (auto [i, from] : llvm::enumerate(transpose.getPermutation()))
    q.at[from] = p.at[i];
  return e.value_at(transpose.getOperand(), q);
}

Value reverse(Elemental &e, Operation *op, unsigned, const Point &p) {
  auto reverse = mlir::cast<stablehlo::ReverseOp>(op);
  Point q = p;
  for (int64_t d : reverse.getDimensions()) {
    int64_t size = shape_of(reverse.getOperand())[d];
    bool whole = p.at[d].run == size;
    q.at[d] = shifted(e.l, scaled(e.l, p.at[d], -1), e.l.i64(size - 1));
    q.at[d].run = whole ? size : 0;
  }
  return e.value_at(reverse.getOperand(), q);
}

Value slice(Elemental &e, Operation *op, unsigned, const Point &p) {
  auto slice = mlir::cast<stablehlo::SliceOp>(op);
  Point q = p;
  for (size_t d = 0; d < p.at.size(); ++d)
    q.at[d] = shifted(e.l, scaled(e.l, p.at[d], slice.getStrides()[d]),
                      e.l.i64(slice.getStartIndices()[d]));
  return e.value_at(slice.getOperand(), q);
}

Value concatenate(Elemental &e, Operation *op, unsigned, const Point &p) {
  auto concatenate = mlir::cast<stablehlo::ConcatenateOp>(op);
  auto d = concatenate.getDimension();
  llvm::SmallVector<Value> parts;
  for (Value part : concatenate.getInputs())
    if (shape_of(part)[d] != 0)
      parts.push_back(part);
  // The first part where the index is below its end, else one of the rest.
  std::function<Value(size_t, int64_t, const Point &)> from = [&](size_t i, int64_t start,
                                                                  const Point &q) -> Value {
    auto here = [&](const Point &at) {
      Point r = at;
      r.at[d] = shifted(e.l, at.at[d], e.l.i64(-start));
      r.at[d].run = 0;
      return e.value_at(parts[i], r);
    };
    if (i + 1 == parts.size())
      return here(q);
    int64_t end = start + shape_of(parts[i])[d];
    Choice choice(e.l, dtype_of_value(op->getResult(0)));
    choice.add(
        compare(CmpIPredicate::slt, V(lane_values(e.l, q.at[d]), e.l), V(e.l.i64(end), e.l)));
    return choice.value(q, here, [&](const Point &at) {
      Point rest = at;
      if (!q.at[d].is_uniform() && e.l.width > 1) {
        V beyond =
            compare(CmpIPredicate::sge, V(lane_values(e.l, q.at[d]), e.l), V(e.l.i64(end), e.l));
        rest.mask = at.mask ? (V(at.mask, e.l) & beyond).v : beyond.v;
      }
      return from(i + 1, end, rest);
    });
  };
  return from(0, 0, p);
}

Value pad(Elemental &e, Operation *op, unsigned, const Point &p) {
  auto pad = mlir::cast<stablehlo::PadOp>(op);
  Lanes &l = e.l;
  Value operand = pad.getOperand();
  auto padding = [&](const Point &q) { return e.value_at(pad.getPaddingValue(), {{}, q.mask}); };
  if (llvm::is_contained(shape_of(operand), 0))
    return padding(p);
  Choice choice(l, dtype_of_value(operand));
  Point q = p;
  for (size_t d = 0; d < p.at.size(); ++d) {
    int64_t size = shape_of(operand)[d], low = pad.getEdgePaddingLow()[d],
            high = pad.getEdgePaddingHigh()[d];
    int64_t spacing = pad.getInteriorPadding()[d] + 1;
    Ix from = shifted(l, p.at[d], l.i64(-low));
    int64_t extent = (size - 1) * spacing + 1;
    if (low > 0 || high > 0)
      choice.require_range(from, l.i64(0), l.i64(extent));
    if (spacing > 1) {
      // Where nothing is in the way the quotient is the operand's index; what is between has a
      // remainder.
      if (from.is_uniform()) {
        choice.add(
            compare(CmpIPredicate::eq, V(l.rem(from.base, l.i64(spacing)), l), V(l.i64(0), l)));
        from = uniform(l.div(from.base, l.i64(spacing)));
      } else {
        V number(lane_values(l, from), l), divisor(l.spread(l.i64(spacing)), l);
        V quotient(l.b.create<arith::DivUIOp>(l.loc, number.v, divisor.v), l);
        choice.add(compare(CmpIPredicate::eq, quotient * divisor, number));
        from = {{}, 0, 0, quotient};
      }
    }
    q.at[d] = from;
  }
  return choice.value(
      p, [&](const Point &at) { return e.value_at(operand, {q.at, at.mask}); }, padding);
}

} // namespace

void add_structure_emission(EmitRules &rules) {
  rules.add<stablehlo::ConstantOp>({.point = constant, .cost = 0});
  rules.add<stablehlo::IotaOp>({.point = iota});
  rules.add<stablehlo::BroadcastInDimOp>({.point = broadcast_in_dim, .cost = 0});
  rules.add<stablehlo::ReshapeOp>({.point = reshape, .cost = 0});
  rules.add<stablehlo::TransposeOp>({.point = transpose});
  rules.add<stablehlo::ReverseOp>({.point = reverse});
  rules.add<stablehlo::SliceOp>({.point = slice, .cost = 0});
  rules.add<stablehlo::ConcatenateOp>({.point = concatenate, .cost = 3});
  rules.add<stablehlo::PadOp>({.point = pad, .cost = 3});
}

} // namespace brigade::compiler::emit
