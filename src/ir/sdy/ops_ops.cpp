#include "ir/sdy/ops.h"

#include "ir/sdy/assembly.h"

#define GET_OP_CLASSES
#include "ir/sdy/ops.cpp.inc"
