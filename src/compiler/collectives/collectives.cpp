#include "compiler/collectives/collectives.h"

#include "compiler/collectives/passes.h"
#include "compiler/propagate/grid.h"
#include "compiler/simplify/simplify.h"

#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/CSE.h"

namespace brigade::compiler {

using namespace mlir;

bool merge_equal(func::FuncOp function) {
  DominanceInfo dominance(function);
  IRRewriter rewriter(function.getContext());
  bool changed = false;
  eliminateCommonSubExpressions(rewriter, dominance, function, &changed);
  return changed;
}

LogicalResult optimise_collectives(ModuleOp module) {
  return over_mesh(module, [](const Grid &, func::FuncOp main) -> LogicalResult {
    if (failed(simplify_in_place(main)))
      return failure();
    while (sink_all_reduces(main))
      merge_equal(main);
    form_reduce_scatters(main);
    combine_all_reduces(main);
    merge_equal(main);
    return success();
  });
}

} // namespace brigade::compiler
