#pragma once

#include "ir/brigade/fusion.h"
#include "ir/brigade/gradient.h"
#include "ir/brigade/named_collectives.h"
#include "ir/chlo/elementwise.h"
#include "ir/sdy/ops.h"
#include "ir/stablehlo/collectives.h"
#include "ir/stablehlo/contraction.h"
#include "ir/stablehlo/control.h"
#include "ir/stablehlo/elementwise.h"
#include "ir/stablehlo/indexing.h"
#include "ir/stablehlo/reduction.h"
#include "ir/stablehlo/structure.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace brigade::ir {

/// The dialects of programs: stablehlo, chlo, sdy, brigade and func. What the compiler emits it
/// adds itself.
void register_dialects(mlir::DialectRegistry &registry);

/// The same, into a context, loaded: what a tracer or a test starts with.
void load_dialects(mlir::MLIRContext &context);

} // namespace brigade::ir
