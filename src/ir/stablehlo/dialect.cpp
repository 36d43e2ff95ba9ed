#include "ir/stablehlo/dialect.h"

#include "ir/stablehlo/structure.h"

#include "ir/stablehlo/dialect.cpp.inc"

namespace brigade::stablehlo {

using namespace mlir;

void StablehloDialect::initialize() {
  add_attributes();
  add_unary();
  add_binary();
  add_structure();
  add_contraction();
  add_reduction();
  add_indexing();
  add_control();
  add_collectives();
}

Operation *StablehloDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                                 Location location) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return builder.create<ConstantOp>(location, elements);
}

} // namespace brigade::stablehlo
