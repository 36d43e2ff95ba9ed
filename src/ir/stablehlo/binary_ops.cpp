#include "ir/stablehlo/binary.h"

#include "ir/stablehlo/assembly.h"

#define GET_OP_CLASSES
#include "ir/stablehlo/binary.cpp.inc"
