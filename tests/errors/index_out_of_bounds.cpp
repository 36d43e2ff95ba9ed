#include "error_case.h"

ERROR_CASE(index_out_of_bounds, "index: 2 is out of bounds for dimension 0 of f32[2,3], which has "
                                "size 2; index_out_of_bounds.cpp:5") {
  bg::ones({2, 3})[2];
}
