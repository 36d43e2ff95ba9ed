#pragma once

#include "brigade/dtype.h"

#include <cstdint>
#include <string>
#include <vector>

namespace brigade {

/// The sizes of an array's dimensions, outermost first. Arrays are row-major at every boundary.
using Shape = std::vector<int64_t>;

/// The product of the sizes; 1 for a scalar.
int64_t element_count(const Shape &shape);

/// Elements between neighbours along each dimension of a dense row-major array.
std::vector<int64_t> row_major_strides(const Shape &shape);

/// "f32[2,3]", as JAX writes a type.
std::string to_string(DType dtype, const Shape &shape);

/// "(2, 3)", "(5,)", "()", as Python writes a shape.
std::string to_string(const Shape &shape);

} // namespace brigade
