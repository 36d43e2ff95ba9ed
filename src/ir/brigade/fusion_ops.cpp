#include "ir/brigade/fusion.h"

#define GET_OP_CLASSES
#include "ir/brigade/fusion.cpp.inc"
