#include "ir/stablehlo/contraction.h"

void brigade::stablehlo::StablehloDialect::add_contraction() {
  addOperations<
#define GET_OP_LIST
#include "ir/stablehlo/contraction.cpp.inc"
      >();
}
