#include "compiler/emit/lower.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "mlir/Transforms/DialectConversion.h"

namespace brigade::compiler::emit {

using namespace mlir;

namespace {

/// Replaces the functions that have one by MLIR's polynomial. One visit each: the results hold none
/// of them.
void expand_functions(ModuleOp module) {
  SmallVector<Operation *> functions;
  module.walk([&](Operation *op) {
    if (isa<math::ExpOp, math::LogOp, math::TanhOp, math::ErfOp, math::Log1pOp, math::ExpM1Op>(op))
      functions.push_back(op);
  });
  if (functions.empty())
    return;
  RewritePatternSet patterns(module.getContext());
  populateMathPolynomialApproximationPatterns(patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  PatternApplicator applicator(frozen);
  applicator.applyDefaultCostModel();
  struct Rewriter : PatternRewriter {
    using PatternRewriter::PatternRewriter;
  } rewriter(module.getContext());
  for (Operation *op : functions) {
    rewriter.setInsertionPoint(op);
    (void)applicator.matchAndRewrite(op, rewriter);
  }
}

} // namespace

LogicalResult lower_to_llvm(ModuleOp module) {
  MLIRContext *context = module.getContext();
  expand_functions(module);

  RewritePatternSet control(context);
  populateSCFToControlFlowConversionPatterns(control);
  ConversionTarget without_loops(*context);
  without_loops.addIllegalOp<scf::ForOp, scf::IfOp>();
  without_loops.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  if (failed(applyPartialConversion(module, without_loops, std::move(control))))
    return failure();

  LLVMTypeConverter types(context);
  RewritePatternSet patterns(context);
  arith::populateArithToLLVMConversionPatterns(types, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(types, patterns);
  populateMathToLLVMConversionPatterns(types, patterns);
  populateVectorToLLVMConversionPatterns(types, patterns);
  vector::populateVectorBroadcastLoweringPatterns(patterns);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp>();
  return applyFullConversion(module, target, std::move(patterns));
}

} // namespace brigade::compiler::emit
