#include "compiler/emit/elemental.h"

#include "compiler/emit/convert.h"
#include "ir/types.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

namespace brigade::compiler::emit {

namespace LLVM = mlir::LLVM;
namespace arith = mlir::arith;

llvm::ArrayRef<int64_t> shape_of(Value v) {
  return mlir::cast<mlir::RankedTensorType>(v.getType()).getShape();
}

DType dtype_of_value(Value v) { return ir::dtype_of(v.getType()); }

const EmitRules &emit_rules() {
  static const EmitRules rules = [] {
    EmitRules r;
    add_arithmetic_emission(r);
    add_logic_emission(r);
    add_convert_emission(r);
    add_functions_emission(r);
    add_chlo_emission(r);
    add_structure_emission(r);
    add_indexing_emission(r);
    return r;
  }();
  return rules;
}

namespace {

/// What memory holds to what is computed with, and back.
Value from_storage(Lanes &l, Value stored, DType dtype) {
  V x(stored, l);
  switch (dtype) {
  case DType::Bool:
    return compare(arith::CmpIPredicate::ne, x, x.constant(0));
  case DType::BF16: {
    V word = extend(x, l.b.getI32Type(), false);
    return as_float(shift_left(word, word.constant(16)));
  }
  case DType::F16:
    return extend(x, l.b.getF32Type(), true);
  default:
    return stored;
  }
}

Value to_storage(Lanes &l, Value value, DType dtype) {
  V x(value, l);
  switch (dtype) {
  case DType::Bool:
    return extend(x, l.b.getI8Type(), false);
  case DType::BF16: {
    V word = bits(x);
    return truncate(shift_right(word, word.constant(16), false), l.b.getI16Type());
  }
  case DType::F16:
    return truncate(x, l.b.getF16Type());
  default:
    return value;
  }
}

} // namespace

Value Elemental::address(const BufferRef &buffer, const Ix &number) {
  mlir::MLIRContext *context = l.b.getContext();
  Type element = storage_type(context, buffer.dtype);
  Type pointer = LLVM::LLVMPointerType::get(context);
  if (number.lanes || (number.step != 0 && number.step != 1)) {
    Value numbers = l.spread(lane_values(l, number));
    Type pointers = LLVM::getVectorType(pointer, l.width);
    return l.b.create<LLVM::GEPOp>(l.loc, pointers, element, buffer.pointer,
                                   mlir::ValueRange{numbers});
  }
  return l.b.create<LLVM::GEPOp>(l.loc, pointer, element, buffer.pointer,
                                 mlir::ValueRange{number.base});
}

Value Elemental::load(const BufferRef &buffer, const Point &p, bool changes) {
  Ix number = linearize(l, p.at, buffer.shape);
  Value where = address(buffer, number);
  Type element = storage_type(l.b.getContext(), buffer.dtype);
  auto align = static_cast<unsigned>(dtype_size(buffer.dtype));
  Value stored;
  if (number.is_uniform() || l.width == 1) {
    // Results take the memory of an input only where lanes read it, so what is the same in all
    // lanes may be moved out of loops.
    stored = l.b.create<LLVM::LoadOp>(l.loc, element, where, align, false, false,
                                      /*isInvariant=*/l.width > 1 && !changes);
    return from_storage(l, stored, buffer.dtype);
  }
  Type vector = l.vector_of(element);
  if (!number.lanes && number.step == 1 && !p.mask) {
    stored = l.b.create<LLVM::LoadOp>(l.loc, vector, where, align);
  } else {
    // Lanes that are not active hold 1, which is harmless to divide by.
    bool is_float = mlir::isa<mlir::FloatType>(element);
    Value idle = l.spread(is_float ? l.constant(element, 1) : l.constant_int(element, 1));
    Value mask = p.mask ? p.mask : l.spread(l.constant_int(l.b.getI1Type(), 1));
    if (!number.lanes && number.step == 1)
      stored =
          l.b.create<LLVM::MaskedLoadOp>(l.loc, vector, where, mask, mlir::ValueRange{idle}, align);
    else
      stored = l.b.create<LLVM::masked_gather>(l.loc, vector, where, mask, mlir::ValueRange{idle},
                                               align);
  }
  return from_storage(l, stored, buffer.dtype);
}

void Elemental::store(const BufferRef &buffer, const Point &p, Value value) {
  Ix number = linearize(l, p.at, buffer.shape);
  Value where = address(buffer, number);
  auto align = static_cast<unsigned>(dtype_size(buffer.dtype));
  if (number.is_uniform() || l.width == 1) {
    l.b.create<LLVM::StoreOp>(l.loc, to_storage(l, value, buffer.dtype), where, align);
    return;
  }
  Value stored = to_storage(l, l.spread(value), buffer.dtype);
  bool dense = !number.lanes && number.step == 1;
  if (dense && !p.mask) {
    l.b.create<LLVM::StoreOp>(l.loc, stored, where, align);
    return;
  }
  Value mask = p.mask ? p.mask : l.spread(l.constant_int(l.b.getI1Type(), 1));
  if (dense)
    l.b.create<LLVM::MaskedStoreOp>(l.loc, stored, where, mask, align);
  else
    l.b.create<LLVM::masked_scatter>(l.loc, stored, where, mask, align);
}

Value Elemental::value_at(Value v, const Point &p) {
  MemoKey key = key_of(v, p);
  if (Value known = l.remembered(key))
    return known;
  Value result;
  if (auto source = sources_.find(v); source != sources_.end())
    result = source->second(p);
  if (!result) {
    if (auto buffer = buffers_.find(v); buffer != buffers_.end())
      result = load(buffer->second, p);
    else if (auto made = mlir::dyn_cast<mlir::OpResult>(v))
      result = compute(made.getOwner(), made.getResultNumber(), p);
  }
  if (result)
    l.remember(std::move(key), result);
  return result;
}

Value Elemental::apply(mlir::Operation *op, const EmitRule &rule,
                       llvm::MutableArrayRef<Value> operands) {
  l.unify(operands);
  Value result = rule.element(l, op, operands);
  return rule.exact || !result ? result : round_to(l, result, dtype_of_value(op->getResult(0)));
}

Value Elemental::compute(mlir::Operation *op, unsigned result, const Point &p) {
  const EmitRule *rule = emit_rules().find(op);
  if (!rule) {
    op->emitOpError("has no emission in the compiler");
    return {};
  }
  if (rule->point)
    return rule->point(*this, op, result, p);
  llvm::SmallVector<Value, 4> operands;
  for (Value operand : op->getOperands()) {
    // Rank 0 among operands of another shape counts for every element.
    bool scalar = shape_of(operand).empty() && !p.at.empty();
    Value value = value_at(operand, scalar ? Point{{}, p.mask} : p);
    if (!value)
      return {};
    operands.push_back(value);
  }
  return apply(op, *rule, operands);
}

mlir::FailureOr<llvm::SmallVector<Value>> Elemental::region(mlir::Region &region,
                                                            llvm::ArrayRef<Value> arguments) {
  mlir::Block &block = region.front();
  llvm::DenseMap<Value, Value> values;
  for (auto [argument, value] : llvm::zip(block.getArguments(), arguments))
    values[argument] = value;
  auto lookup = [&](Value v) -> Value {
    auto it = values.find(v);
    return it != values.end() ? it->second : value_at(v, {});
  };
  for (mlir::Operation &op : block.without_terminator()) {
    const EmitRule *rule = emit_rules().find(&op);
    if (!rule)
      return op.emitOpError("has no emission in the compiler");
    Value result;
    if (rule->element) {
      llvm::SmallVector<Value, 4> operands;
      for (Value operand : op.getOperands()) {
        operands.push_back(lookup(operand));
        if (!operands.back())
          return mlir::failure();
      }
      result = apply(&op, *rule, operands);
    } else if (op.getNumOperands() == 1) {
      // Shapes of one element among themselves: reshape, broadcast.
      result = lookup(op.getOperand(0));
    } else {
      result = value_at(op.getResult(0), {});
    }
    if (!result)
      return mlir::failure();
    values[op.getResult(0)] = result;
  }
  llvm::SmallVector<Value> results;
  for (Value v : block.getTerminator()->getOperands()) {
    results.push_back(lookup(v));
    if (!results.back())
      return mlir::failure();
  }
  return results;
}

Value Elemental::scalar_index(Value v) {
  Value value = value_at(v, {});
  if (!value)
    return {};
  return extend(V(value, l), l.b.getI64Type(), !is_unsigned_integer(dtype_of_value(v)));
}

} // namespace brigade::compiler::emit
