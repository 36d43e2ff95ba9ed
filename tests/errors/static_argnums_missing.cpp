#include "error_case.h"

ERROR_CASE(
    static_argnums_missing,
    "static_argnums names argument 3, but the function has 1; static_argnums_missing.cpp:6") {
  bg::jit([](bg::Array x) { return x + 1.0; }, {.static_argnums = {3}})(bg::ones({4}));
}
