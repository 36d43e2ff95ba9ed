#include "ir/stablehlo/indexing.h"

void brigade::stablehlo::StablehloDialect::add_indexing() {
  addOperations<
#define GET_OP_LIST
#include "ir/stablehlo/indexing.cpp.inc"
      >();
}
