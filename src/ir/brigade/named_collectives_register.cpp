#include "ir/brigade/named_collectives.h"

void brigade::ir::BrigadeDialect::add_named_collectives() {
  addOperations<
#define GET_OP_LIST
#include "ir/brigade/named_collectives.cpp.inc"
      >();
}
