#include "ir/stablehlo/control.h"

void brigade::stablehlo::StablehloDialect::add_control() {
  addOperations<
#define GET_OP_LIST
#include "ir/stablehlo/control.cpp.inc"
      >();
}
