#include "error_case.h"

ERROR_CASE(traced_kept_for_another,
           "a traced value f32[3], made at traced_kept_for_another.cpp:7, is used after its jit "
           "ended; return it from the function; traced_kept_for_another.cpp:8") {
  bg::Array kept;
  bg::jit([&](bg::Array x) { return kept = x * 2.0; })(bg::ones({3}));
  bg::jit([&](bg::Array x) { return x + kept; })(bg::ones({3}));
}
