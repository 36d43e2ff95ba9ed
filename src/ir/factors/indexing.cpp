#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"

/// gather, scatter and the dynamic slices.
///
/// A dimension of the indexed operand that every slice takes whole is pass-through. One that is
/// indexed an element at a time can be split too, but each part must then look for the indices that
/// fall into it, which compiler/partition does: reading gives partial results, zero where another
/// part has the element; writing leaves each part to itself.
namespace brigade::ir {

using namespace mlir;

namespace {

/// The positions 0 .. rank-1 without those listed, in order.
SmallVector<int64_t> others(int64_t rank, ArrayRef<int64_t> listed) {
  SmallVector<int64_t> rest;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(listed, d))
      rest.push_back(d);
  return rest;
}

/// Where each dimension of the start indices but the index vector stands among the batch dimensions
/// of gather's result (scatter's updates).
SmallVector<int64_t> batch_dims(int64_t rank, int64_t index_vector_dim) {
  return others(rank, {index_vector_dim});
}

/// Parts of an operand that is read are each zero where another has the element.
void set_reading(FactorRule &rule) {
  rule.combiner = rule.filler = Combiner::Sum;
  rule.exact = true;
  rule.reduction_name = "indexed dimension";
}

/// operand[x.., w..], indices[b.., v] -> result[b.., w..], with operand batching dimensions shared
/// by all three.
FactorRule gather(Operation *op) {
  auto gather = cast<stablehlo::GatherOp>(op);
  auto numbers = gather.getDimensionNumbers();
  ArrayRef<int64_t> operand = shape_of(gather.getOperand()),
                    indices = shape_of(gather.getStartIndices()),
                    result = shape_of(gather.getResult());
  constexpr int64_t none = RuleBuilder::none;
  RuleBuilder b(op);
  SmallVector<int64_t> result_batch = others(result.size(), numbers.getOffsetDims());
  for (auto [index_dim, result_dim] :
       llvm::zip_equal(batch_dims(indices.size(), numbers.getIndexVectorDim()), result_batch)) {
    int64_t operand_dim = none;
    for (auto [o, i] :
         llvm::zip_equal(numbers.getOperandBatchingDims(), numbers.getStartIndicesBatchingDims()))
      if (i == index_dim)
        operand_dim = o;
    b.add({operand_dim, index_dim}, {result_dim}, result[result_dim]);
  }
  SmallVector<int64_t> dropped(numbers.getCollapsedSliceDims());
  dropped.append(numbers.getOperandBatchingDims().begin(), numbers.getOperandBatchingDims().end());
  for (auto [operand_dim, result_dim] :
       llvm::zip_equal(others(operand.size(), dropped), numbers.getOffsetDims()))
    if (operand[operand_dim] == result[result_dim])
      b.add({operand_dim, none}, {result_dim}, operand[operand_dim]);
  for (int64_t operand_dim : numbers.getCollapsedSliceDims())
    if (llvm::is_contained(numbers.getStartIndexMap(), operand_dim))
      b.add({operand_dim, none}, {none}, operand[operand_dim], FactorKind::Reduction);
  b.rule.size_attributes = {{"slice_sizes"}};
  set_reading(b.rule);
  return b.rule;
}

/// inputs[x.., w..]..., indices[b.., v], updates[b.., w..]... -> results[x.., w..]...: updates are
/// combined into the inputs, so b is a reduction that starts from the inputs, where the body is one
/// we know.
FactorRule scatter(Operation *op) {
  auto scatter = cast<stablehlo::ScatterOp>(op);
  auto numbers = scatter.getScatterDimensionNumbers();
  unsigned n = scatter.getInputs().size();
  ArrayRef<int64_t> input = shape_of(op->getOperand(0)),
                    indices = shape_of(scatter.getScatterIndices()),
                    update = shape_of(op->getOperand(n + 1));
  constexpr int64_t none = RuleBuilder::none;
  RuleBuilder b(op);
  auto add = [&](int64_t input_dim, int64_t index_dim, int64_t update_dim, int64_t size,
                 FactorKind kind) {
    SmallVector<int64_t> dims(n, input_dim), results(n, input_dim);
    dims.push_back(index_dim);
    dims.append(n, update_dim);
    b.add(dims, results, size, kind);
  };
  Combiner combiner = combiner_of(scatter.getUpdateComputation());
  FactorKind combined =
      combiner == Combiner::None ? FactorKind::NeedReplication : FactorKind::Reduction;
  SmallVector<int64_t> update_batch = others(update.size(), numbers.getUpdateWindowDims());
  for (auto [index_dim, update_dim] :
       llvm::zip_equal(batch_dims(indices.size(), numbers.getIndexVectorDim()), update_batch)) {
    int64_t input_dim = none;
    for (auto [o, i] :
         llvm::zip_equal(numbers.getInputBatchingDims(), numbers.getScatterIndicesBatchingDims()))
      if (i == index_dim)
        input_dim = o;
    add(input_dim, index_dim, update_dim, update[update_dim],
        input_dim == none ? combined : FactorKind::PassThrough);
  }
  SmallVector<int64_t> dropped(numbers.getInsertedWindowDims());
  dropped.append(numbers.getInputBatchingDims().begin(), numbers.getInputBatchingDims().end());
  for (auto [input_dim, update_dim] :
       llvm::zip_equal(others(input.size(), dropped), numbers.getUpdateWindowDims()))
    if (input[input_dim] == update[update_dim])
      add(input_dim, none, update_dim, input[input_dim], FactorKind::PassThrough);
  for (int64_t input_dim : numbers.getInsertedWindowDims())
    if (llvm::is_contained(numbers.getScatterDimsToOperandDims(), input_dim))
      add(input_dim, none, none, input[input_dim], FactorKind::PassThrough);
  b.rule.combiner = b.rule.filler = combiner;
  for (unsigned i = 0; i < n; ++i)
    b.rule.initial.push_back(i);
  b.rule.reduction_name = "scattered dimension";
  return b.rule;
}

FactorRule dynamic_slice(Operation *op) {
  ArrayRef<int64_t> in = shape_of(op->getOperand(0)), out = shape_of(op->getResult(0));
  RuleBuilder b(op);
  for (int64_t d = 0; d < static_cast<int64_t>(in.size()); ++d)
    if (in[d] == out[d])
      b.add({d}, {d}, in[d]);
    else
      b.add({d}, {RuleBuilder::none}, in[d], FactorKind::Reduction);
  b.rule.size_attributes = {{"slice_sizes"}};
  set_reading(b.rule);
  return b.rule;
}

/// Where the update is smaller than the operand, the operand and the result still go together.
FactorRule dynamic_update_slice(Operation *op) {
  ArrayRef<int64_t> in = shape_of(op->getOperand(0)), update = shape_of(op->getOperand(1));
  RuleBuilder b(op);
  for (int64_t d = 0; d < static_cast<int64_t>(in.size()); ++d)
    if (in[d] == update[d])
      b.add({d, d}, {d}, in[d]);
    else
      b.add({d}, {d}, in[d]);
  return b.rule;
}

} // namespace

void add_indexing_factors(FactorRules &rules) {
  rules.add<stablehlo::GatherOp>(gather);
  rules.add<stablehlo::ScatterOp>(scatter);
  rules.add<stablehlo::DynamicSliceOp>(dynamic_slice);
  rules.add<stablehlo::DynamicUpdateSliceOp>(dynamic_update_slice);
}

} // namespace brigade::ir
