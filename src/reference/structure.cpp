#include "reference/index.h"
#include "reference/rules.h"
#include "reference/values.h"

#include "ir/dialects.h"
#include "ir/types.h"

/// Operations that move elements by a fixed plan.
namespace brigade::reference {

using llvm::ArrayRef;
using mlir::FailureOr;
using mlir::Operation;
using Results = FailureOr<std::vector<Literal>>;
using Operands = ArrayRef<const Literal *>;

namespace {

/// The result whose element at index i is the operand's element at index source(i).
template <class Source> Results rearranged(Operation *op, const Literal &operand, Source source) {
  FailureOr<Literal> out = zeros_of_result(op);
  if (failed(out))
    return mlir::failure();
  for (IndexWalk i(out->shape); i; ++i)
    copy_element(*out, i.position(), operand, position_in(operand.shape, source(*i)));
  return one(std::move(*out));
}

Results constant(Operation *op, Operands, RegionRunner &) {
  auto value =
      mlir::dyn_cast<mlir::DenseElementsAttr>(mlir::cast<stablehlo::ConstantOp>(op).getValue());
  if (!value)
    return op->emitOpError("holds a value that is not dense");
  FailureOr<Literal> zeros = zeros_of_result(op); // checks that there is room
  if (failed(zeros))
    return mlir::failure();
  return one(ir::literal_of(value));
}

Results iota(Operation *op, Operands, RegionRunner &) {
  FailureOr<Literal> out = zeros_of_result(op);
  if (failed(out))
    return mlir::failure();
  int64_t dimension = mlir::cast<stablehlo::IotaOp>(op).getIotaDimension();
  Literal counter(DType::S64, {out->shape[dimension]});
  for (int64_t i = 0; i < counter.size(); ++i)
    counter.data<int64_t>()[i] = i;
  counter = converted(counter, out->dtype);
  for (IndexWalk i(out->shape); i; ++i)
    copy_element(*out, i.position(), counter, i[dimension]);
  return one(std::move(*out));
}

Results broadcast_in_dim(Operation *op, Operands operands, RegionRunner &) {
  auto dimensions = mlir::cast<stablehlo::BroadcastInDimOp>(op).getBroadcastDimensions();
  const Shape &shape = operands[0]->shape;
  return rearranged(op, *operands[0], [&](const Shape &index) {
    Shape source = pick(index, dimensions);
    for (size_t d = 0; d < shape.size(); ++d)
      if (shape[d] == 1)
        source[d] = 0;
    return source;
  });
}

Results reshape(Operation *op, Operands operands, RegionRunner &) {
  FailureOr<Literal> out = zeros_of_result(op);
  if (failed(out))
    return mlir::failure();
  out->bytes = operands[0]->bytes;
  return one(std::move(*out));
}

Results transpose(Operation *op, Operands operands, RegionRunner &) {
  auto permutation = mlir::cast<stablehlo::TransposeOp>(op).getPermutation();
  Shape source(permutation.size());
  return rearranged(op, *operands[0], [&](const Shape &index) {
    for (size_t d = 0; d < index.size(); ++d)
      source[permutation[d]] = index[d];
    return source;
  });
}

Results reverse(Operation *op, Operands operands, RegionRunner &) {
  auto dimensions = mlir::cast<stablehlo::ReverseOp>(op).getDimensions();
  return rearranged(op, *operands[0], [&](Shape index) {
    for (int64_t d : dimensions)
      index[d] = operands[0]->shape[d] - 1 - index[d];
    return index;
  });
}

Results slice(Operation *op, Operands operands, RegionRunner &) {
  auto slice_op = mlir::cast<stablehlo::SliceOp>(op);
  return rearranged(op, *operands[0], [&](Shape index) {
    for (size_t d = 0; d < index.size(); ++d)
      index[d] = slice_op.getStartIndices()[d] + index[d] * slice_op.getStrides()[d];
    return index;
  });
}

Results concatenate(Operation *op, Operands operands, RegionRunner &) {
  FailureOr<Literal> out = zeros_of_result(op);
  if (failed(out))
    return mlir::failure();
  int64_t dimension = mlir::cast<stablehlo::ConcatenateOp>(op).getDimension(), start = 0;
  for (const Literal *operand : operands) {
    for (IndexWalk i(operand->shape); i; ++i) {
      Shape index = *i;
      index[dimension] += start;
      copy_element(*out, position_in(out->shape, index), *operand, i.position());
    }
    start += operand->shape[dimension];
  }
  return one(std::move(*out));
}

/// Element i of the operand goes to low + i * (interior + 1), where that lies inside the result.
Results pad(Operation *op, Operands operands, RegionRunner &) {
  auto pad_op = mlir::cast<stablehlo::PadOp>(op);
  FailureOr<Literal> out = zeros_of_result(op);
  if (failed(out))
    return mlir::failure();
  for (int64_t i = 0; i < out->size(); ++i)
    copy_element(*out, i, *operands[1], 0);
  for (IndexWalk i(operands[0]->shape); i; ++i) {
    Shape index = *i;
    bool inside = true;
    for (size_t d = 0; d < index.size(); ++d) {
      index[d] = pad_op.getEdgePaddingLow()[d] + index[d] * (pad_op.getInteriorPadding()[d] + 1);
      inside &= index[d] >= 0 && index[d] < out->shape[d];
    }
    if (inside)
      copy_element(*out, position_in(out->shape, index), *operands[0], i.position());
  }
  return one(std::move(*out));
}

} // namespace

void add_structure_evaluations(EvaluateRules &rules) {
  rules.add<stablehlo::ConstantOp>(constant);
  rules.add<stablehlo::IotaOp>(iota);
  rules.add<stablehlo::BroadcastInDimOp>(broadcast_in_dim);
  rules.add<stablehlo::ReshapeOp>(reshape);
  rules.add<stablehlo::TransposeOp>(transpose);
  rules.add<stablehlo::ReverseOp>(reverse);
  rules.add<stablehlo::SliceOp>(slice);
  rules.add<stablehlo::ConcatenateOp>(concatenate);
  rules.add<stablehlo::PadOp>(pad);
}

} // namespace brigade::reference
