#include "ir/chlo/dialect.h"

#include "ir/chlo/dialect.cpp.inc"

void brigade::chlo::ChloDialect::initialize() { add_elementwise(); }
