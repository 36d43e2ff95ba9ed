#include "compiler/memory/memory.h"

#include "compiler/memory/linearize.h"

namespace brigade::compiler {

mlir::FailureOr<Planned> plan_memory(mlir::ModuleOp module) {
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!main || main.isExternal())
    return module.emitError("has no function @main to compile");
  Planned planned;
  planned.program.name = module.getName().value_or("main").str();
  if (failed(Linearizer(main, planned).run()))
    return mlir::failure();
  return planned;
}

} // namespace brigade::compiler
