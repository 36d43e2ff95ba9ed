#pragma once

#include "ir/constraints.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"

#include "ir/stablehlo/dialect.h.inc"

#include "ir/stablehlo/enums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "ir/stablehlo/attributes.h.inc"
