#include "ir/stablehlo/structure.h"

#include "ir/stablehlo/assembly.h"

#define GET_OP_CLASSES
#include "ir/stablehlo/structure.cpp.inc"
