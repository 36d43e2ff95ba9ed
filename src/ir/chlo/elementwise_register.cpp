#include "ir/chlo/elementwise.h"

void brigade::chlo::ChloDialect::add_elementwise() {
  addOperations<
#define GET_OP_LIST
#include "ir/chlo/elementwise.cpp.inc"
      >();
}
