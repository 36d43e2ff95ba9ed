#include "error_case.h"

ERROR_CASE(grad_of_integer_argument,
           "grad: argument 0 is s32[3]; a derivative needs a floating-point type, so convert it or "
           "differentiate another argument; grad_of_integer_argument.cpp:6") {
  bg::grad([](bg::Array x) { return bg::sum(x * 2.0); })(bg::array({1, 2, 3}));
}
