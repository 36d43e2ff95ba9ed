#include "error_case.h"

ERROR_CASE(donated_missing,
           "donate_argnums names argument 1, but the function has 1; donated_missing.cpp:5") {
  bg::jit([](bg::Array x) { return x + 1.0; }, {.donate_argnums = {1}})(bg::ones({3}));
}
