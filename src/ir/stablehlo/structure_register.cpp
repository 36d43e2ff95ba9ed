#include "ir/stablehlo/structure.h"

void brigade::stablehlo::StablehloDialect::add_structure() {
  addOperations<
#define GET_OP_LIST
#include "ir/stablehlo/structure.cpp.inc"
      >();
}
