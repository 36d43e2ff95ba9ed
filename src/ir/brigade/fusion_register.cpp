#include "ir/brigade/fusion.h"

void brigade::ir::BrigadeDialect::add_fusion() {
  addOperations<
#define GET_OP_LIST
#include "ir/brigade/fusion.cpp.inc"
      >();
}
