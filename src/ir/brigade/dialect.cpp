#include "ir/brigade/dialect.h"

#include "ir/brigade/dialect.cpp.inc"

void brigade::ir::BrigadeDialect::initialize() {
  add_named_collectives();
  add_fusion();
  add_gradient();
}
