#include "error_case.h"

ERROR_CASE(values_for_shape, "5 values for shape (2, 3), which holds 6; values_for_shape.cpp:5") {
  const std::vector<float> values(5);
  bg::Array::from(std::span<const float>(values), {2, 3});
}
