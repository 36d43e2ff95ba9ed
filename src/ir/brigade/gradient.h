#pragma once

#include "ir/brigade/dialect.h"
#include "ir/constraints.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define GET_OP_CLASSES
#include "ir/brigade/gradient.h.inc"
