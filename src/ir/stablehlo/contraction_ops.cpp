#include "ir/stablehlo/contraction.h"

#include "ir/stablehlo/assembly.h"

#define GET_OP_CLASSES
#include "ir/stablehlo/contraction.cpp.inc"
