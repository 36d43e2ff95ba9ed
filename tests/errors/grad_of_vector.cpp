#include "error_case.h"

ERROR_CASE(grad_of_vector, "grad: the function returns f32[3]; a gradient needs one floating-point "
                           "scalar, so reduce it with sum or mean; grad_of_vector.cpp:5") {
  bg::grad([](bg::Array x) { return x * x; })(bg::ones({3}));
}
