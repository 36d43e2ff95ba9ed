#include "error_case.h"

ERROR_CASE(reshape_sizes,
           "reshape: f32[2,3] has 6 elements, but (4, 2) has 8; reshape_sizes.cpp:5") {
  bg::ones({2, 3}).reshape({4, 2});
}
