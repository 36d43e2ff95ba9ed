#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"

#include <numeric>

/// Operations that make or rearrange elements without arithmetic.
namespace brigade::ir {

using namespace mlir;

namespace {

/// No operand; each result dimension may be split.
FactorRule source(Operation *op) {
  RuleBuilder b(op);
  return b.pointwise(shape_of(op->getResult(0))).rule;
}

/// Dimensions of size 1 that are repeated belong to the result alone.
FactorRule broadcast_in_dim(Operation *op) {
  auto broadcast = cast<stablehlo::BroadcastInDimOp>(op);
  ArrayRef<int64_t> in = shape_of(broadcast.getOperand()), out = shape_of(broadcast.getResult());
  SmallVector<int64_t> from(out.size(), RuleBuilder::none);
  for (auto [d, to] : llvm::enumerate(broadcast.getBroadcastDimensions()))
    if (in[d] == out[to])
      from[to] = d;
  RuleBuilder b(op);
  for (auto [d, size] : llvm::enumerate(out))
    b.add({from[d]}, {static_cast<int64_t>(d)}, size);
  return b.rule;
}

/// Walks both shapes from major to minor. What both still have to cover is one factor where one
/// divides the other, or else their common divisor. Where that is 1, the rest of the two dimensions
/// has nothing in common: each side gets a factor of its own, which can not be split, until both
/// have covered the same number of elements.
///
///   [8, 4] -> [2, 16]:  2 of 8 and of 2 | 4 of 8 and of 16 | 4 of 4 and of 16
///   [6, 2] -> [4, 3]:   2 of 6 and of 4 | then 3, 2 against 2, 3: whole
FactorRule reshape(Operation *op) {
  ArrayRef<int64_t> in = shape_of(op->getOperand(0)), out = shape_of(op->getResult(0));
  RuleBuilder b(op);
  if (llvm::is_contained(in, 0))
    return b.rule;
  size_t i = 0, o = 0;
  int64_t in_left = 1, out_left = 1;
  auto next = [](ArrayRef<int64_t> shape, size_t &at, int64_t &left) {
    while (left == 1 && at < shape.size())
      left = shape[at++];
  };
  while (true) {
    next(in, i, in_left);
    next(out, o, out_left);
    if (in_left == 1 && out_left == 1)
      return b.rule;
    int64_t shared = std::gcd(in_left, out_left);
    if (shared > 1) {
      b.add({static_cast<int64_t>(i - 1)}, {static_cast<int64_t>(o - 1)}, shared);
      in_left /= shared, out_left /= shared;
      continue;
    }
    b.add({static_cast<int64_t>(i - 1)}, {RuleBuilder::none}, in_left, FactorKind::NeedReplication);
    b.add({RuleBuilder::none}, {static_cast<int64_t>(o - 1)}, out_left,
          FactorKind::NeedReplication);
    // What was covered on either side, until they agree again.
    int64_t in_covered = in_left, out_covered = out_left;
    while (in_covered != out_covered) {
      if (in_covered < out_covered) {
        b.add({static_cast<int64_t>(i)}, {RuleBuilder::none}, in[i], FactorKind::NeedReplication);
        in_covered *= in[i++];
      } else {
        b.add({RuleBuilder::none}, {static_cast<int64_t>(o)}, out[o], FactorKind::NeedReplication);
        out_covered *= out[o++];
      }
    }
    in_left = out_left = 1;
  }
}

FactorRule transpose(Operation *op) {
  auto transpose = cast<stablehlo::TransposeOp>(op);
  RuleBuilder b(op);
  for (auto [d, from] : llvm::enumerate(transpose.getPermutation()))
    b.add({from}, {static_cast<int64_t>(d)}, shape_of(transpose.getResult())[d]);
  return b.rule;
}

/// Operand 0 and the result have the same rank; along the dimensions where elements move the factor
/// is a permutation.
FactorRule moving(Operation *op, llvm::function_ref<bool(int64_t)> moves) {
  ArrayRef<int64_t> in = shape_of(op->getOperand(0)), out = shape_of(op->getResult(0));
  RuleBuilder b(op);
  for (int64_t d = 0; d < static_cast<int64_t>(in.size()); ++d)
    b.add({d}, {d}, std::max(in[d], out[d]),
          moves(d) ? FactorKind::Permutation : FactorKind::PassThrough);
  return b.rule;
}

FactorRule slice(Operation *op) {
  auto slice = cast<stablehlo::SliceOp>(op);
  ArrayRef<int64_t> in = shape_of(slice.getOperand());
  FactorRule rule = moving(op, [&](int64_t d) {
    return slice.getStartIndices()[d] != 0 || slice.getLimitIndices()[d] != in[d] ||
           slice.getStrides()[d] != 1;
  });
  rule.size_attributes = {{"limit_indices"}};
  return rule;
}

FactorRule pad(Operation *op) {
  auto pad = cast<stablehlo::PadOp>(op);
  return moving(op, [&](int64_t d) {
    return pad.getEdgePaddingLow()[d] != 0 || pad.getEdgePaddingHigh()[d] != 0 ||
           pad.getInteriorPadding()[d] != 0;
  });
}

FactorRule reverse(Operation *op) {
  auto reverse = cast<stablehlo::ReverseOp>(op);
  return moving(op, [&](int64_t d) { return llvm::is_contained(reverse.getDimensions(), d); });
}

FactorRule concatenate(Operation *op) {
  auto concatenate = cast<stablehlo::ConcatenateOp>(op);
  int64_t along = concatenate.getDimension();
  RuleBuilder b(op);
  for (auto [d, size] : llvm::enumerate(shape_of(concatenate.getResult()))) {
    SmallVector<int64_t> dims(op->getNumOperands(), d);
    b.add(dims, {static_cast<int64_t>(d)}, size,
          static_cast<int64_t>(d) == along ? FactorKind::Permutation : FactorKind::PassThrough);
  }
  return b.rule;
}

/// A change of width adds or removes a last dimension, which stays whole.
FactorRule bitcast_convert(Operation *op) {
  ArrayRef<int64_t> in = shape_of(op->getOperand(0)), out = shape_of(op->getResult(0));
  RuleBuilder b(op);
  for (int64_t d = 0, shared = std::min(in.size(), out.size()); d < shared; ++d)
    b.add({d}, {d}, in[d]);
  return b.rule;
}

/// Each operand and the result of its number are one tensor.
FactorRule identities(Operation *op) {
  RuleBuilder b(op);
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    for (auto [d, size] : llvm::enumerate(shape_of(op->getOperand(i)))) {
      if (size <= 1)
        continue;
      int factor = b.add_factor(size);
      b.append(i, d, factor);
      b.append(op->getNumOperands() + i, d, factor);
    }
  return b.rule;
}

/// Nothing may be split.
FactorRule whole(Operation *op) { return RuleBuilder(op).rule; }

} // namespace

void add_structure_factors(FactorRules &rules) {
  rules.add<stablehlo::ConstantOp, stablehlo::IotaOp>(source);
  rules.add<stablehlo::BroadcastInDimOp>(broadcast_in_dim);
  rules.add<stablehlo::ReshapeOp>(reshape);
  rules.add<stablehlo::TransposeOp>(transpose);
  rules.add<stablehlo::SliceOp>(slice);
  rules.add<stablehlo::PadOp>(pad);
  rules.add<stablehlo::ReverseOp>(reverse);
  rules.add<stablehlo::ConcatenateOp>(concatenate);
  rules.add<stablehlo::BitcastConvertOp>(bitcast_convert);
  rules.add<stablehlo::OptimizationBarrierOp>(identities);
  rules.add<stablehlo::CustomCallOp>(whole);
}

} // namespace brigade::ir
