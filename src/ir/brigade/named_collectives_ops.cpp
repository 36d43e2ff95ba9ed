#include "ir/brigade/named_collectives.h"

#define GET_OP_CLASSES
#include "ir/brigade/named_collectives.cpp.inc"
