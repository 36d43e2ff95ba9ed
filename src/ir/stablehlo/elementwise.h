#pragma once

#include "ir/stablehlo/binary.h"
#include "ir/stablehlo/unary.h"
