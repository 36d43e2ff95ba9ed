#include "ir/dialects.h"

namespace brigade::ir {

void register_dialects(mlir::DialectRegistry &registry) {
  registry.insert<stablehlo::StablehloDialect, chlo::ChloDialect, sdy::SdyDialect, BrigadeDialect,
                  mlir::func::FuncDialect>();
}

void load_dialects(mlir::MLIRContext &context) {
  mlir::DialectRegistry registry;
  register_dialects(registry);
  context.appendDialectRegistry(registry);
  context.loadAllAvailableDialects();
}

} // namespace brigade::ir
