#include "ir/brigade/gradient.h"

void brigade::ir::BrigadeDialect::add_gradient() {
  addOperations<
#define GET_OP_LIST
#include "ir/brigade/gradient.cpp.inc"
      >();
}
