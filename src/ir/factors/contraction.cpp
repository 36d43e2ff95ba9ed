#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"

namespace brigade::ir {

using namespace mlir;

/// lhs[b, m, k], rhs[b, k, n] -> result[b, m, n], each letter any number of dimensions in the
/// places that the dimension numbers give them.
static FactorRule dot_general(Operation *op) {
  auto dot = cast<stablehlo::DotGeneralOp>(op);
  auto numbers = dot.getDotDimensionNumbers();
  ArrayRef<int64_t> lhs = shape_of(dot.getLhs()), rhs = shape_of(dot.getRhs());
  constexpr int64_t none = RuleBuilder::none;
  RuleBuilder b(op);
  int64_t out = 0;
  for (auto [l, r] :
       llvm::zip_equal(numbers.getLhsBatchingDimensions(), numbers.getRhsBatchingDimensions()))
    b.add({l, r}, {out++}, lhs[l]);
  auto free = [](int64_t d, ArrayRef<int64_t> batching, ArrayRef<int64_t> contracting) {
    return !llvm::is_contained(batching, d) && !llvm::is_contained(contracting, d);
  };
  for (int64_t d = 0; d < static_cast<int64_t>(lhs.size()); ++d)
    if (free(d, numbers.getLhsBatchingDimensions(), numbers.getLhsContractingDimensions()))
      b.add({d, none}, {out++}, lhs[d]);
  for (int64_t d = 0; d < static_cast<int64_t>(rhs.size()); ++d)
    if (free(d, numbers.getRhsBatchingDimensions(), numbers.getRhsContractingDimensions()))
      b.add({none, d}, {out++}, rhs[d]);
  for (auto [l, r] : llvm::zip_equal(numbers.getLhsContractingDimensions(),
                                     numbers.getRhsContractingDimensions()))
    b.add({l, r}, {none}, lhs[l], FactorKind::Reduction);
  b.rule.combiner = Combiner::Sum;
  b.rule.filler = Combiner::Sum;
  b.rule.reduction_name = "contracting dimension";
  b.rule.widens_by_result_type = true;
  b.rule.dense = true;
  return b.rule;
}

void add_contraction_factors(FactorRules &rules) {
  rules.add<stablehlo::DotGeneralOp>(dot_general);
}

} // namespace brigade::ir
