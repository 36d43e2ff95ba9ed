#include "ir/stablehlo/reduction.h"

void brigade::stablehlo::StablehloDialect::add_reduction() {
  addOperations<
#define GET_OP_LIST
#include "ir/stablehlo/reduction.cpp.inc"
      >();
}
