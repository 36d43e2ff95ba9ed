#include "ir/stablehlo/control.h"

#include "ir/stablehlo/assembly.h"

#define GET_OP_CLASSES
#include "ir/stablehlo/control.cpp.inc"
