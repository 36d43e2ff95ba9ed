#include "error_case.h"

ERROR_CASE(
    condition_on_traced,
    "a C++ condition needs the value of bool[], which is traced by jit and has none; use where to "
    "choose by it, return it, or mark the argument static; condition_on_traced.cpp:8") {
  bg::jit([](bg::Array x) {
    if (x > 0)
      return x;
    return -x;
  })(bg::ones({}));
}
