#include "compiler/simplify/simplify.h"

#include "compiler/simplify/patterns.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace brigade::compiler {

using namespace mlir;

/// Rounds of everything together; each exposes something to the next, and few are needed.
static constexpr int max_rounds = 4;

LogicalResult simplify_in_place(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  RewritePatternSet patterns(context);
  add_algebra(patterns);
  add_canonical(patterns);
  add_loop_patterns(patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  GreedyRewriteConfig config;
  config.enableRegionSimplification = GreedySimplifyRegionLevel::Disabled;

  for (int round = 0; round < max_rounds; ++round) {
    bool folded = fold_constants(function);
    bool rewritten = false;
    if (failed(applyPatternsAndFoldGreedily(function, frozen, config, &rewritten)))
      return function.emitError("the rules of simplification do not come to an end");
    IRRewriter rewriter(context);
    DominanceInfo dominance(function);
    bool merged = false;
    eliminateCommonSubExpressions(rewriter, dominance, function, &merged);
    if (!folded && !rewritten && !merged)
      break;
  }
  return success();
}

LogicalResult simplify(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (failed(simplify_in_place(main)))
    return failure();
  hoist_out_of_loops(main);
  return success();
}

} // namespace brigade::compiler
