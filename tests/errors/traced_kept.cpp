#include "error_case.h"

ERROR_CASE(traced_kept, "a traced value f32[3], made at traced_kept.cpp:7, is used after its jit "
                        "ended; return it from the function; traced_kept.cpp:10") {
  bg::Array kept;
  bg::jit([&](bg::Array x) {
    kept = x * 2.0;
    return kept + 1.0;
  })(bg::ones({3}));
  kept + 1.0;
}
