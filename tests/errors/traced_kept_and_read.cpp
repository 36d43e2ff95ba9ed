#include "error_case.h"

ERROR_CASE(traced_kept_and_read,
           "a traced value f32[3], made at traced_kept_and_read.cpp:10, is used after its grad "
           "ended; return it from the function; traced_kept_and_read.cpp:11") {
  bg::Array kept;
  bg::grad([&](bg::Array x) {
    kept = x;
    return bg::sum(x * x);
  })(bg::ones({3}));
  kept.to_vector<float>();
}
