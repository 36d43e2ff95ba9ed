#include "ir/stablehlo/indexing.h"

#include "ir/stablehlo/assembly.h"

#define GET_OP_CLASSES
#include "ir/stablehlo/indexing.cpp.inc"
