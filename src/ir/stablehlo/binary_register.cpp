#include "ir/stablehlo/binary.h"

void brigade::stablehlo::StablehloDialect::add_binary() {
  addOperations<
#define GET_OP_LIST
#include "ir/stablehlo/binary.cpp.inc"
      >();
}
