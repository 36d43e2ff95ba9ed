#include "error_case.h"

ERROR_CASE(matmul_in_jit,
           "matmul: the last dimension of lhs f32[2,3] has size 3, but the second to last "
           "dimension of rhs f32[4,5] has size 4; they must be equal; matmul_in_jit.cpp:6") {
  bg::jit([](bg::Array x, bg::Array w) { return bg::tanh(bg::matmul(x, w)); })(bg::ones({2, 3}),
                                                                               bg::ones({4, 5}));
}
