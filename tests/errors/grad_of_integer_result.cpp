#include "error_case.h"

ERROR_CASE(grad_of_integer_result,
           "grad: the function returns s32[]; a gradient needs one floating-point scalar, so "
           "reduce it with sum or mean; grad_of_integer_result.cpp:6") {
  bg::grad([](bg::Array x) { return bg::argmax(x); })(bg::ones({3}));
}
