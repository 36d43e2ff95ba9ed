#include "ir/stablehlo/unary.h"

#include "ir/stablehlo/assembly.h"

#define GET_OP_CLASSES
#include "ir/stablehlo/unary.cpp.inc"
