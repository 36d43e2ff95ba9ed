#include "error_case.h"

ERROR_CASE(donated_used_again,
           "operand 0 of exponential, f32[3], was donated to the call at donated_used_again.cpp:8; "
           "use what that call returned instead; donated_used_again.cpp:9") {
  auto step = bg::jit([](bg::Array x) { return x + 1.0; }, {.donate_argnums = {0}});
  const bg::Array x = bg::ones({3});
  step(x);
  bg::exp(x);
}
