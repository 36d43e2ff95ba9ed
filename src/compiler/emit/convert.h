#pragma once

#include "compiler/emit/lanes.h"

namespace brigade::compiler::emit {

/// The element's bits, as wide as `dtype` is in memory, and back.
V element_bits(V x, DType dtype);
V element_of_bits(V word, DType dtype);

/// stablehlo.convert of one element; the result is not rounded to 16-bit floats yet.
V convert_element(V x, DType from, DType to);

} // namespace brigade::compiler::emit
