#include "error_case.h"

ERROR_CASE(broadcast_in_jit,
           "multiply: shapes (3,) and (4,) do not broadcast: dimension 1 from the end has sizes 3 "
           "and 4, which must be equal or 1; broadcast_in_jit.cpp:7") {
  bg::jit([](bg::Array x, bg::Array y) {
    x *= y;
    return x;
  })(bg::ones({3}), bg::ones({4}));
}
