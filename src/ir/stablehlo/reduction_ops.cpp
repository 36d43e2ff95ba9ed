#include "ir/stablehlo/reduction.h"

#include "ir/stablehlo/assembly.h"

#define GET_OP_CLASSES
#include "ir/stablehlo/reduction.cpp.inc"
