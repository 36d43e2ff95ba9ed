#include "error_case.h"

ERROR_CASE(
    concatenate_sizes,
    "concatenate: along axis 0, dimension 1 of array 1 has size 4, but that of array 0 has size 3 "
    "(shapes (2, 4) and (2, 3)); all dimensions but 0 must agree; concatenate_sizes.cpp:7") {
  bg::concatenate({bg::ones({2, 3}), bg::ones({2, 4})}, 0);
}
