#include "error_case.h"

ERROR_CASE(matmul_sizes,
           "matmul: the last dimension of lhs f32[2,3] has size 3, but the second to last "
           "dimension of rhs f32[4,5] has size 4; they must be equal; matmul_sizes.cpp:6") {
  bg::matmul(bg::ones({2, 3}), bg::ones({4, 5}));
}
