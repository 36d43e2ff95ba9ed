#include "ir/brigade/gradient.h"

#define GET_OP_CLASSES
#include "ir/brigade/gradient.cpp.inc"
