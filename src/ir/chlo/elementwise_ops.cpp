#include "ir/chlo/elementwise.h"

#define GET_OP_CLASSES
#include "ir/chlo/elementwise.cpp.inc"
