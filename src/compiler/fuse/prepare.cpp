#include "compiler/fuse/prepare.h"

#include "compiler/emit/reducer.h"
#include "compiler/fuse/dot_form.h"
#include "ir/types.h"

#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

#include <numeric>

namespace brigade::compiler {

using namespace mlir;
using namespace stablehlo;

namespace {

using Dims = SmallVector<int64_t>;

/// A reduction of at least this many elements to each of few results is split into parts of about
/// this size, so that threads can share it; one of many rows to few columns into parts of four
/// times the size.
constexpr int64_t long_reduction = 1 << 15;
constexpr int64_t few_results = 16;
constexpr int64_t part_size = 1 << 13;
constexpr int64_t few_columns = 256;
constexpr int64_t many_rows = 512;

RankedTensorType type_of(Value v) { return cast<RankedTensorType>(v.getType()); }

Dims iota_dims(int64_t count, int64_t first = 0) {
  Dims dims(count);
  std::iota(dims.begin(), dims.end(), first);
  return dims;
}

Value reshape(OpBuilder &b, Location loc, Value v, ArrayRef<int64_t> shape) {
  if (type_of(v).getShape() == shape)
    return v;
  return b.create<ReshapeOp>(loc, type_of(v).clone(shape), v);
}

Value broadcast(OpBuilder &b, Location loc, Value v, ArrayRef<int64_t> shape,
                ArrayRef<int64_t> dims) {
  if (type_of(v).getShape() == shape)
    return v;
  return b.create<BroadcastInDimOp>(loc, type_of(v).clone(shape), v, dims);
}

// --- Products

/// Reads through a transpose where the product's numbers can say the same.
template <bool left> bool absorb_transpose(DotGeneralOp dot) {
  Value operand = left ? dot.getLhs() : dot.getRhs();
  auto transpose = operand.getDefiningOp<TransposeOp>();
  if (!transpose)
    return false;
  auto numbers = dot.getDotDimensionNumbers();
  ArrayRef<int64_t> permutation = transpose.getPermutation();
  auto moved = [&](ArrayRef<int64_t> dims) {
    Dims result;
    for (int64_t d : dims)
      result.push_back(permutation[d]);
    return result;
  };
  ArrayRef<int64_t> batching =
      left ? numbers.getLhsBatchingDimensions() : numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> contracting =
      left ? numbers.getLhsContractingDimensions() : numbers.getRhsContractingDimensions();
  Dims free;
  for (int64_t d = 0; d < static_cast<int64_t>(permutation.size()); ++d)
    if (!is_contained(batching, d) && !is_contained(contracting, d))
      free.push_back(d);
  // The result has the free dimensions in ascending order.
  if (!is_sorted(moved(free)))
    return false;
  auto old = dot.getDotDimensionNumbersAttr();
  auto changed = DotDimensionNumbersAttr::get(
      dot.getContext(),
      left ? ArrayRef<int64_t>(moved(batching)) : numbers.getLhsBatchingDimensions(),
      left ? numbers.getRhsBatchingDimensions() : ArrayRef<int64_t>(moved(batching)),
      left ? ArrayRef<int64_t>(moved(contracting)) : numbers.getLhsContractingDimensions(),
      left ? numbers.getRhsContractingDimensions() : ArrayRef<int64_t>(moved(contracting)));
  bool was_expressible = dot_form(dot).has_value();
  unsigned index = left ? 0 : 1;
  dot->setOperand(index, transpose.getOperand());
  dot.setDotDimensionNumbersAttr(changed);
  if (!was_expressible || dot_form(dot))
    return true;
  dot->setOperand(index, operand);
  dot.setDotDimensionNumbersAttr(old);
  return false;
}

/// A product that is used only with its matrices transposed is the product of the operands the
/// other way round.
DotGeneralOp absorb_result_transpose(DotGeneralOp dot) {
  auto transpose = dot->hasOneUse() ? dyn_cast<TransposeOp>(*dot->getUsers().begin()) : nullptr;
  if (!transpose)
    return dot;
  auto numbers = dot.getDotDimensionNumbers();
  auto batch = static_cast<int64_t>(numbers.getLhsBatchingDimensions().size());
  auto contracted = static_cast<int64_t>(numbers.getLhsContractingDimensions().size());
  int64_t m = type_of(dot.getLhs()).getRank() - batch - contracted,
          n = type_of(dot.getRhs()).getRank() - batch - contracted;
  Dims swapped = iota_dims(batch);
  llvm::append_range(swapped, iota_dims(n, batch + m));
  llvm::append_range(swapped, iota_dims(m, batch));
  if (transpose.getPermutation() != ArrayRef<int64_t>(swapped))
    return dot;
  OpBuilder b(dot);
  auto made = b.create<DotGeneralOp>(
      dot.getLoc(), transpose.getType(), dot.getRhs(), dot.getLhs(),
      numbers.getRhsBatchingDimensions(), numbers.getLhsBatchingDimensions(),
      numbers.getRhsContractingDimensions(), numbers.getLhsContractingDimensions());
  transpose.replaceAllUsesWith(made.getResult());
  transpose.erase();
  dot.erase();
  return made;
}

/// Both operands with batching dimensions first, then what the matrices' rows and columns are made
/// of.
struct Canonical {
  Value lhs, rhs;         ///< [batch..., m..., k...] and [batch..., k..., n...]
  int64_t batch, m, n, k; ///< How many dimensions.
};

Canonical canonical(OpBuilder &b, DotGeneralOp dot) {
  auto numbers = dot.getDotDimensionNumbers();
  auto permuted = [&](Value v, ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting,
                      bool contract_last) {
    Dims order(batching), free;
    for (int64_t d = 0; d < type_of(v).getRank(); ++d)
      if (!is_contained(batching, d) && !is_contained(contracting, d))
        free.push_back(d);
    llvm::append_range(order, contract_last ? ArrayRef<int64_t>(free) : contracting);
    llvm::append_range(order, contract_last ? contracting : ArrayRef<int64_t>(free));
    return order == iota_dims(order.size())
               ? v
               : b.create<TransposeOp>(dot.getLoc(), v, order).getResult();
  };
  auto batch = static_cast<int64_t>(numbers.getLhsBatchingDimensions().size());
  auto k = static_cast<int64_t>(numbers.getLhsContractingDimensions().size());
  return {permuted(dot.getLhs(), numbers.getLhsBatchingDimensions(),
                   numbers.getLhsContractingDimensions(), true),
          permuted(dot.getRhs(), numbers.getRhsBatchingDimensions(),
                   numbers.getRhsContractingDimensions(), false),
          batch,
          type_of(dot.getLhs()).getRank() - batch - k,
          type_of(dot.getRhs()).getRank() - batch - k,
          k};
}

/// sum over k of lhs[b,m,k] rhs[b,k,n], by a broadcast of both to [b,m,n,k].
void dot_to_reduction(DotGeneralOp dot) {
  OpBuilder b(dot);
  Location loc = dot.getLoc();
  Canonical c = canonical(b, dot);
  Type element = dot.getType().getElementType();
  auto convert = [&](Value v) -> Value {
    return type_of(v).getElementType() == element
               ? v
               : b.create<ConvertOp>(loc, v, element).getResult();
  };
  Value lhs = convert(c.lhs), rhs = convert(c.rhs);
  Dims shape(dot.getType().getShape());
  llvm::append_range(shape, type_of(lhs).getShape().take_back(c.k));
  Dims lhs_dims = iota_dims(c.batch + c.m), rhs_dims = iota_dims(c.batch);
  llvm::append_range(lhs_dims, iota_dims(c.k, c.batch + c.m + c.n));
  llvm::append_range(rhs_dims, iota_dims(c.k, c.batch + c.m + c.n));
  llvm::append_range(rhs_dims, iota_dims(c.n, c.batch + c.m));
  // broadcast_in_dim takes the dimensions in any order.
  Value product = b.create<MulOp>(loc, broadcast(b, loc, lhs, shape, lhs_dims),
                                  broadcast(b, loc, rhs, shape, rhs_dims));
  auto scalar = RankedTensorType::get({}, element);
  Value zero = b.create<ConstantOp>(loc, ir::splat_attribute(scalar, 0));
  auto reduce =
      b.create<ReduceOp>(loc, TypeRange{dot.getType()}, ValueRange{product}, ValueRange{zero},
                         b.getDenseI64ArrayAttr(iota_dims(c.k, c.batch + c.m + c.n)));
  Block &body = reduce.getBody().emplaceBlock();
  body.addArguments({scalar, scalar}, {loc, loc});
  b.setInsertionPointToStart(&body);
  Value sum = b.create<AddOp>(loc, body.getArgument(0), body.getArgument(1));
  b.create<ReturnOp>(loc, ValueRange{sum});
  dot.replaceAllUsesWith(reduce.getResult(0));
  dot.erase();
}

void prepare_dot(DotGeneralOp dot) {
  dot = absorb_result_transpose(dot);
  OpBuilder b(dot);
  if (type_of(dot.getLhs()).getNumElements() == 0 || type_of(dot.getRhs()).getNumElements() == 0) {
    Value zero = b.create<ConstantOp>(dot.getLoc(), ir::splat_attribute(dot.getType(), 0));
    dot.replaceAllUsesWith(zero);
    dot.erase();
    return;
  }
  while (absorb_transpose<true>(dot)) {
  }
  while (absorb_transpose<false>(dot)) {
  }
  if (!has_library_types(dot)) {
    dot_to_reduction(dot);
    return;
  }
  if (dot_form(dot))
    return;
  Canonical c = canonical(b, dot);
  dot.setOperand(0, c.lhs);
  dot.setOperand(1, c.rhs);
  dot.setDotDimensionNumbersAttr(
      DotDimensionNumbersAttr::get(dot.getContext(), iota_dims(c.batch), iota_dims(c.batch),
                                   iota_dims(c.k, c.batch + c.m), iota_dims(c.k, c.batch)));
}

// --- Reductions

/// The region of a reduction on whole arrays of `shape`.
SmallVector<Value> apply_region(OpBuilder &b, Region &region, ArrayRef<Value> arguments,
                                ArrayRef<int64_t> shape) {
  Block &body = region.front();
  IRMapping map;
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
    map.map(argument, value);
  auto lookup = [&](Value v, Location loc) -> Value {
    if (Value known = map.lookupOrNull(v))
      return known;
    Value spread = broadcast(b, loc, v, shape, {}); // a constant from outside
    map.map(v, spread);
    return spread;
  };
  for (Operation &op : body.without_terminator()) {
    if (isa<ConstantOp>(op)) {
      Operation *constant = b.clone(op);
      map.map(op.getResult(0), broadcast(b, op.getLoc(), constant->getResult(0), shape, {}));
      continue;
    }
    for (Value operand : op.getOperands())
      lookup(operand, op.getLoc());
    Operation *clone = b.clone(op, map);
    clone->getResult(0).setType(type_of(op.getResult(0)).clone(shape));
  }
  SmallVector<Value> results;
  for (Value v : body.getTerminator()->getOperands())
    results.push_back(lookup(v, region.getLoc()));
  return results;
}

/// The region takes each element once, after its initial value; or there is none.
void reduce_to_elementwise(ReduceOp reduce) {
  OpBuilder b(reduce);
  ArrayRef<int64_t> shape = type_of(reduce.getResult(0)).getShape();
  SmallVector<Value> arguments;
  for (Value init : reduce.getInitValues())
    arguments.push_back(broadcast(b, reduce.getLoc(), init, shape, {}));
  if (type_of(reduce.getInputs()[0]).getNumElements() == 0) {
    reduce.replaceAllUsesWith(ValueRange(arguments));
  } else {
    for (Value input : reduce.getInputs())
      arguments.push_back(reshape(b, reduce.getLoc(), input, shape));
    reduce.replaceAllUsesWith(ValueRange(apply_region(b, reduce.getBody(), arguments, shape)));
  }
  reduce.erase();
}

Value neutral(OpBuilder &b, ReduceOp reduce, Operation *monoid, size_t i) {
  Value init = reduce.getInitValues()[i];
  auto type = type_of(init);
  if (!monoid)
    return init;
  DType dtype = ir::dtype_of(type);
  auto splat = [&](double value) -> Value {
    return b.create<ConstantOp>(reduce.getLoc(), ir::splat_attribute(type, value));
  };
  if (isa<MulOp>(monoid))
    return splat(1);
  if (isa<AddOp, OrOp, XorOp>(monoid))
    return splat(0);
  Type element = type.getElementType();
  unsigned width = element.getIntOrFloatBitWidth();
  bool highest = isa<MinOp, AndOp>(monoid);
  if (is_floating(dtype))
    return splat(highest ? INFINITY : -INFINITY);
  APInt value =
      highest
          ? (is_signed_integer(dtype) && !isa<AndOp>(monoid) ? APInt::getSignedMaxValue(width)
                                                             : APInt::getAllOnes(width))
          : (is_signed_integer(dtype) ? APInt::getSignedMinValue(width) : APInt::getZero(width));
  return b.create<ConstantOp>(reduce.getLoc(), DenseElementsAttr::get(type, value));
}

/// A number of parts for `count` things, at least `least`: one that divides them where there is one
/// below twice as many.
int64_t parts_of(int64_t count, int64_t least) {
  for (int64_t parts = least; parts < 2 * least; ++parts)
    if (count % parts == 0)
      return parts;
  return least;
}

/// Splits a reduction in two, of equal parts and of the parts' results: [K, R] -> [K, parts, R /
/// parts], or with the reduced dimensions first [R, K] -> [parts, R / parts, K]. What is missing to
/// equal parts is padded with the neutral element; the initial value counts once, in the second
/// half.
void split_reduction(ReduceOp reduce, int64_t kept, int64_t reduced, bool reduced_first,
                     int64_t least_parts) {
  OpBuilder b(reduce);
  Location loc = reduce.getLoc();
  emit::Reducer reducer = emit::classify(reduce.getBody());
  int64_t parts = parts_of(reduced, least_parts), size = (reduced + parts - 1) / parts;
  auto count = static_cast<int64_t>(reduce.getInputs().size());
  auto order = [&](ArrayRef<int64_t> kept_sizes, ArrayRef<int64_t> reduced_sizes) {
    Dims shape(reduced_first ? reduced_sizes : kept_sizes);
    llvm::append_range(shape, reduced_first ? kept_sizes : reduced_sizes);
    return shape;
  };
  auto make = [&](ValueRange inputs, ValueRange inits, ArrayRef<int64_t> shape, int64_t dimension) {
    SmallVector<Type> types;
    for (Value input : inputs)
      types.push_back(type_of(input).clone(shape));
    auto made = b.create<ReduceOp>(loc, types, inputs, inits, b.getDenseI64ArrayAttr({dimension}));
    IRMapping map;
    reduce.getBody().cloneInto(&made.getBody(), map);
    return made;
  };
  SmallVector<Value> inputs, neutrals;
  for (int64_t i = 0; i < count; ++i) {
    neutrals.push_back(neutral(b, reduce, reducer.op, i));
    Value input = reshape(b, loc, reduce.getInputs()[i], order({kept}, {reduced}));
    if (int64_t missing = parts * size - reduced)
      input = b.create<PadOp>(loc, input, neutrals.back(), Dims{0, 0}, order({0}, {missing}),
                              Dims{0, 0});
    inputs.push_back(reshape(b, loc, input, order({kept}, {parts, size})));
  }
  ReduceOp first = make(inputs, neutrals, order({kept}, {parts}), reduced_first ? 1 : 2);
  ReduceOp second = make(first.getResults(), reduce.getInitValues(), {kept}, reduced_first ? 0 : 1);
  SmallVector<Value> results;
  for (int64_t i = 0; i < count; ++i)
    results.push_back(
        reshape(b, loc, second.getResult(i), type_of(reduce.getResult(i)).getShape()));
  reduce.replaceAllUsesWith(ValueRange(results));
  reduce.erase();
}

void prepare_reduce(ReduceOp reduce) {
  auto input = type_of(reduce.getInputs()[0]);
  int64_t reduced = 1, kept = 1;
  for (auto [d, size] : llvm::enumerate(input.getShape()))
    (is_contained(reduce.getDimensions(), static_cast<int64_t>(d)) ? reduced : kept) *= size;
  if (reduced <= 1 || kept == 0) {
    reduce_to_elementwise(reduce);
    return;
  }
  if (emit::classify(reduce.getBody()).kind == emit::ReducerKind::Ordered)
    return;
  // Where the reduced dimensions are all last, or all first.
  bool last = true, first = true;
  for (int64_t d = 0; d < input.getRank(); ++d)
    if (!is_contained(reduce.getDimensions(), d) && input.getDimSize(d) != 1)
      for (int64_t r : reduce.getDimensions())
        if (input.getDimSize(r) != 1)
          (r > d ? first : last) = false;
  if (last && kept <= few_results && reduced >= long_reduction)
    split_reduction(reduce, kept, reduced, false, (reduced + part_size - 1) / part_size);
  else if (first && kept <= few_columns && reduced >= many_rows &&
           reduced * kept >= 2 * long_reduction)
    split_reduction(reduce, kept, reduced, true,
                    std::max<int64_t>(2, reduced * kept / (4 * part_size)));
}

// --- What only renames memory

/// Whether going through `dims` in order, all of more than one element keep their order: dims[i]
/// has size sizes[i].
bool keeps_order(ArrayRef<int64_t> dims, ArrayRef<int64_t> sizes) {
  int64_t last = -1;
  for (auto [dim, size] : llvm::zip(dims, sizes)) {
    if (size == 1)
      continue;
    if (dim < last)
      return false;
    last = dim;
  }
  return true;
}

/// A broadcast or transpose that only adds or moves dimensions of one element.
bool only_renames(Operation *op) {
  if (auto broadcast = dyn_cast<BroadcastInDimOp>(op)) {
    auto from = type_of(broadcast.getOperand());
    return from.getRank() > 0 && from.getNumElements() == broadcast.getType().getNumElements() &&
           keeps_order(broadcast.getBroadcastDimensions(), from.getShape());
  }
  auto transpose = dyn_cast<TransposeOp>(op);
  return transpose && keeps_order(transpose.getPermutation(), transpose.getType().getShape());
}

void rename(Operation *op) {
  OpBuilder b(op);
  op->getResult(0).replaceAllUsesWith(
      reshape(b, op->getLoc(), op->getOperand(0), type_of(op->getResult(0)).getShape()));
  op->erase();
}

// --- Constants inside loops

/// Constants, and what only numbers or spreads them, used in a loop's regions are made in the
/// regions.
void sink_constants(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    bool cheap = isa<ConstantOp, IotaOp>(op) ||
                 (isa<BroadcastInDimOp>(op) &&
                  isa_and_nonnull<ConstantOp>(op.getOperand(0).getDefiningOp()));
    if (auto constant = dyn_cast<ConstantOp>(op))
      cheap = constant.getValue().isSplat();
    if (!cheap)
      continue;
    llvm::MapVector<Region *, SmallVector<OpOperand *>> inside;
    for (OpOperand &use : op.getUses()) {
      Operation *ancestor = block.findAncestorOpInBlock(*use.getOwner());
      if (!ancestor || ancestor == use.getOwner() || !isa<WhileOp>(ancestor))
        continue;
      for (Region &region : ancestor->getRegions())
        if (region.isAncestor(use.getOwner()->getParentRegion()))
          inside[&region].push_back(&use);
    }
    for (auto &[region, uses] : inside) {
      OpBuilder b(region->getContext());
      b.setInsertionPointToStart(&region->front());
      Operation *clone = b.clone(op);
      for (OpOperand *use : uses)
        use->set(clone->getResult(0));
    }
  }
}

} // namespace

void prepare_block(Block &block) {
  sink_constants(block);
  for (Operation &op : llvm::make_early_inc_range(block))
    if (only_renames(&op))
      rename(&op);
  SmallVector<DotGeneralOp> dots(block.getOps<DotGeneralOp>());
  for (DotGeneralOp dot : dots)
    prepare_dot(dot);
  for (Operation &op : llvm::make_early_inc_range(block))
    if (auto reduce = dyn_cast<ReduceOp>(op))
      prepare_reduce(reduce);
}

} // namespace brigade::compiler
