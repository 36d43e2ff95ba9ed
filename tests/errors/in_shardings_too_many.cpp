#include "error_case.h"

ERROR_CASE(
    in_shardings_too_many,
    "in_shardings has 2 entries, but the function has 1 arguments; in_shardings_too_many.cpp:7") {
  bg::jit([](bg::Array x) { return x + 1.0; },
          {.in_shardings = {bg::Shardings(), bg::Shardings()}})(bg::ones({4}));
}
