#include "ir/factors/factor_rule.h"

#include "ir/dialects.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace brigade::ir {

using namespace mlir;

bool FactorRule::is_pass_through() const {
  if (llvm::any_of(factors, [](const Factor &f) { return f.kind != FactorKind::PassThrough; }))
    return false;
  for (unsigned t = 0; t < tensors(); ++t) {
    size_t mapped = 0;
    for (const auto &dim : tensor(t))
      mapped += dim.size();
    if (!tensor(t).empty() && mapped != factors.size())
      return false;
  }
  return true;
}

llvm::ArrayRef<int64_t> shape_of(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

RuleBuilder::RuleBuilder(Operation *op) {
  for (Value operand : op->getOperands())
    rule.operands.emplace_back().resize(shape_of(operand).size());
  for (Value result : op->getResults())
    rule.results.emplace_back().resize(shape_of(result).size());
}

int RuleBuilder::add_factor(int64_t size, FactorKind kind) {
  rule.factors.push_back({size, kind});
  return rule.factors.size() - 1;
}

void RuleBuilder::append(unsigned t, int64_t dim, int factor) { tensor(t)[dim].push_back(factor); }

RuleBuilder &RuleBuilder::add(ArrayRef<int64_t> operand_dims, ArrayRef<int64_t> result_dims,
                              int64_t size, FactorKind kind) {
  if (size <= 1)
    return *this;
  int factor = add_factor(size, kind);
  for (auto [i, dim] : llvm::enumerate(operand_dims))
    if (dim != none)
      rule.operands[i][dim].push_back(factor);
  for (auto [i, dim] : llvm::enumerate(result_dims))
    if (dim != none)
      rule.results[i][dim].push_back(factor);
  return *this;
}

RuleBuilder &RuleBuilder::pointwise(ArrayRef<int64_t> shape) {
  for (auto [d, size] : llvm::enumerate(shape)) {
    if (size <= 1)
      continue;
    int factor = add_factor(size);
    for (unsigned t = 0; t < rule.tensors(); ++t)
      if (!tensor(t).empty())
        append(t, d, factor);
  }
  return *this;
}

const FactorRules &factor_rules() {
  static const FactorRules rules = [] {
    FactorRules table;
    add_structure_factors(table);
    add_contraction_factors(table);
    add_reduction_factors(table);
    add_indexing_factors(table);
    add_collective_factors(table);
    add_sharding_factors(table);
    return table;
  }();
  return rules;
}

std::optional<FactorRule> factor_rule(const FactorRules &rules, Operation *op) {
  if (const FactorFn *fn = rules.find(op))
    return (*fn)(op);
  if (op->hasTrait<Elementwise>() && op->getNumResults() > 0) {
    RuleBuilder b(op);
    return b.pointwise(shape_of(op->getResult(0))).rule;
  }
  return std::nullopt;
}

static const RuleTable<Combiner> &combiners() {
  static const RuleTable<Combiner> table = [] {
    RuleTable<Combiner> t;
    t.add<stablehlo::AddOp>(Combiner::Sum);
    t.add<stablehlo::MulOp>(Combiner::Product);
    t.add<stablehlo::MinOp>(Combiner::Min);
    t.add<stablehlo::MaxOp>(Combiner::Max);
    t.add<stablehlo::AndOp>(Combiner::And);
    t.add<stablehlo::OrOp>(Combiner::Or);
    t.add<stablehlo::XorOp>(Combiner::Xor);
    return t;
  }();
  return table;
}

Combiner combiner_of(Region &body) {
  if (!body.hasOneBlock())
    return Combiner::None;
  Block &block = body.front();
  if (block.getNumArguments() != 2 || std::distance(block.begin(), block.end()) != 2)
    return Combiner::None;
  Operation &op = block.front(), &end = block.back();
  const Combiner *combiner = combiners().find(&op);
  if (!combiner || end.getNumOperands() != 1 || end.getOperand(0) != op.getResult(0))
    return Combiner::None;
  Value a = block.getArgument(0), b = block.getArgument(1);
  bool both = (op.getOperand(0) == a && op.getOperand(1) == b) ||
              (op.getOperand(0) == b && op.getOperand(1) == a);
  return both ? *combiner : Combiner::None;
}

static APInt smallest(IntegerType type) {
  unsigned width = type.getWidth();
  bool is_unsigned = type.isUnsigned() || width == 1;
  return is_unsigned ? APInt::getMinValue(width) : APInt::getSignedMinValue(width);
}

static APInt largest(IntegerType type) {
  unsigned width = type.getWidth();
  bool is_unsigned = type.isUnsigned() || width == 1;
  return is_unsigned ? APInt::getMaxValue(width) : APInt::getSignedMaxValue(width);
}

TypedAttr neutral_element(Combiner combiner, Type element) {
  if (auto type = dyn_cast<FloatType>(element)) {
    const llvm::fltSemantics &semantics = type.getFloatSemantics();
    switch (combiner) {
    case Combiner::Product:
      return FloatAttr::get(type, APFloat(semantics, 1));
    case Combiner::Min:
      return FloatAttr::get(type, APFloat::getInf(semantics));
    case Combiner::Max:
      return FloatAttr::get(type, APFloat::getInf(semantics, /*Negative=*/true));
    default:
      return FloatAttr::get(type, APFloat::getZero(semantics));
    }
  }
  auto type = cast<IntegerType>(element);
  switch (combiner) {
  case Combiner::Product:
    return IntegerAttr::get(type, APInt(type.getWidth(), 1));
  case Combiner::Min:
    return IntegerAttr::get(type, largest(type));
  case Combiner::Max:
    return IntegerAttr::get(type, smallest(type));
  case Combiner::And:
    return IntegerAttr::get(type, APInt::getAllOnes(type.getWidth()));
  default:
    return IntegerAttr::get(type, APInt::getZero(type.getWidth()));
  }
}

} // namespace brigade::ir
