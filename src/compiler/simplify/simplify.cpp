#include "compiler/simplify/simplify.h"

#include "compiler/simplify/patterns.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace brigade::compiler {

using namespace mlir;

/// Rounds of everything together; each exposes something to the next, and few are needed.
static constexpr int max_rounds = 4;

LogicalResult simplify(ModuleOp module) {
  auto main = module.lookupSymbol<func::FuncOp>("main");
  RewritePatternSet patterns(module.getContext());
  add_algebra(patterns);
  add_canonical(patterns);
  add_loop_patterns(patterns);
  FrozenRewritePatternSet frozen(std::move(patterns));
  GreedyRewriteConfig config;
  config.enableRegionSimplification = GreedySimplifyRegionLevel::Disabled;

  for (int round = 0; round < max_rounds; ++round) {
    bool folded = fold_constants(main);
    bool rewritten = false;
    if (failed(applyPatternsAndFoldGreedily(main, frozen, config, &rewritten)))
      return main.emitError("the rules of simplification do not come to an end");
    IRRewriter rewriter(module.getContext());
    DominanceInfo dominance(main);
    bool merged = false;
    eliminateCommonSubExpressions(rewriter, dominance, main, &merged);
    if (!folded && !rewritten && !merged)
      break;
  }
  hoist_out_of_loops(main);
  return success();
}

} // namespace brigade::compiler
