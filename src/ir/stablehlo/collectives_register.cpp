#include "ir/stablehlo/collectives.h"

void brigade::stablehlo::StablehloDialect::add_collectives() {
  addOperations<
#define GET_OP_LIST
#include "ir/stablehlo/collectives.cpp.inc"
      >();
}
