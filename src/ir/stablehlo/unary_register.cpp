#include "ir/stablehlo/unary.h"

void brigade::stablehlo::StablehloDialect::add_unary() {
  addOperations<
#define GET_OP_LIST
#include "ir/stablehlo/unary.cpp.inc"
      >();
}
