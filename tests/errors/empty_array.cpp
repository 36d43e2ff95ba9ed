#include "error_case.h"

ERROR_CASE(empty_array, "an Array without a value is used; assign one first; empty_array.cpp:5") {
  bg::Array x;
  x + 1.0;
}
