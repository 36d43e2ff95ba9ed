#include "ir/stablehlo/collectives.h"

#include "ir/stablehlo/assembly.h"

#define GET_OP_CLASSES
#include "ir/stablehlo/collectives.cpp.inc"
