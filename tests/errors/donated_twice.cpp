#include "error_case.h"

ERROR_CASE(donated_twice, "argument 1 is donated, but argument 0 is the same array; give a copy, "
                          "or do not donate it; donated_twice.cpp:7") {
  auto step = bg::jit([](bg::Array x, bg::Array y) { return x + y; }, {.donate_argnums = {0, 1}});
  const bg::Array x = bg::ones({3});
  step(x, x);
}
