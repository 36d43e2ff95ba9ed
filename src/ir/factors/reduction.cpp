#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"

namespace brigade::ir {

using namespace mlir;

/// inputs[i, k]..., init... -> results[i]...: k is a reduction where the body is one that we know
/// how to combine; otherwise it stays whole.
static FactorRule reduce(Operation *op) {
  auto reduce = cast<stablehlo::ReduceOp>(op);
  Combiner combiner = combiner_of(reduce.getBody());
  unsigned inputs = reduce.getInputs().size();
  ArrayRef<int64_t> shape = shape_of(op->getOperand(0));
  RuleBuilder b(op);
  int64_t out = 0;
  for (int64_t d = 0; d < static_cast<int64_t>(shape.size()); ++d) {
    bool reduced = llvm::is_contained(reduce.getDimensions(), d);
    SmallVector<int64_t> in_dims(inputs, d);
    SmallVector<int64_t> out_dims(inputs, reduced ? RuleBuilder::none : out++);
    FactorKind kind = !reduced                     ? FactorKind::PassThrough
                      : combiner == Combiner::None ? FactorKind::NeedReplication
                                                   : FactorKind::Reduction;
    b.add(in_dims, out_dims, shape[d], kind);
  }
  b.rule.combiner = b.rule.filler = combiner;
  for (unsigned i = 0; i < inputs; ++i)
    b.rule.initial.push_back(inputs + i);
  return b.rule;
}

void add_reduction_factors(FactorRules &rules) { rules.add<stablehlo::ReduceOp>(reduce); }

} // namespace brigade::ir
