#include "compiler/simplify/match.h"
#include "compiler/simplify/patterns.h"
#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

/// c + x to x + c.
struct ConstantToTheRight : RewritePattern {
  explicit ConstantToTheRight(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!op->hasTrait<ir::Commutative>() || !splat_element(op->getOperand(0)) ||
        splat_element(op->getOperand(1)))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op->setOperands({op->getOperand(1), op->getOperand(0)}); });
    return success();
  }
};

/// Empty parts of a concatenation go; one part alone is the result.
struct FewerParts : OpRewritePattern<stablehlo::ConcatenateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(stablehlo::ConcatenateOp op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> parts;
    for (Value input : op.getInputs())
      if (cast<RankedTensorType>(input.getType()).getDimSize(op.getDimension()) != 0)
        parts.push_back(input);
    if (parts.empty())
      parts.push_back(op.getInputs().front());
    if (parts.size() == op.getInputs().size() && parts.size() > 1)
      return failure();
    if (parts.size() == 1) {
      if (parts.front().getType() != op.getType())
        return failure();
      rewriter.replaceOp(op, parts.front());
    } else {
      rewriter.modifyOpInPlace(op, [&] { op->setOperands(parts); });
    }
    return success();
  }
};

/// A reduction over single elements only renames them. StableHLO leaves open how often the initial
/// value counts, and where it changes nothing (but the sign of a sum of one -0), it need not.
struct SingleElements : OpRewritePattern<stablehlo::ReduceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(stablehlo::ReduceOp op, PatternRewriter &rewriter) const override {
    ir::Combiner combiner = ir::combiner_of(op.getBody());
    if (combiner == ir::Combiner::None)
      return failure();
    Value input = op.getInputs().front();
    auto type = cast<RankedTensorType>(op.getResult(0).getType());
    if (splat_element(op.getInitValues().front()) !=
            ir::neutral_element(combiner, type.getElementType()) ||
        llvm::any_of(op.getDimensions(), [&](int64_t d) {
          return cast<RankedTensorType>(input.getType()).getDimSize(d) != 1;
        }))
      return failure();
    rewriter.replaceOpWithNewOp<stablehlo::ReshapeOp>(op, type, input);
    return success();
  }
};

} // namespace

void add_canonical(RewritePatternSet &patterns) {
  patterns.add<ConstantToTheRight, FewerParts, SingleElements>(patterns.getContext());
}

} // namespace brigade::compiler
