#include "ir/sdy/ops.h"

void brigade::sdy::SdyDialect::add_ops() {
  addOperations<
#define GET_OP_LIST
#include "ir/sdy/ops.cpp.inc"
      >();
}
