#include "compiler/simplify/match.h"
#include "compiler/simplify/patterns.h"
#include "ir/dialects.h"

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

} // namespace

void add_canonical(RewritePatternSet &patterns) {
  patterns.add<ConstantToTheRight, FewerParts>(patterns.getContext());
}

} // namespace brigade::compiler
