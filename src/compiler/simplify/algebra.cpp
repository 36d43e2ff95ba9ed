#include "compiler/simplify/match.h"
#include "compiler/simplify/patterns.h"
#include "ir/dialects.h"

namespace brigade::compiler {

namespace {
#include "compiler/simplify/algebra.inc"
} // namespace

void add_algebra(mlir::RewritePatternSet &patterns) { populateWithGenerated(patterns); }

} // namespace brigade::compiler
