#include "error_case.h"

ERROR_CASE(carry_changes, "fori_loop: the carry is f32[2] on entry, but the body returns f32[4]; a "
                          "carry keeps its dtype and shape; carry_changes.cpp:5") {
  bg::lax::fori_loop(
      0, 3, [](bg::Array, bg::Array x) { return bg::concatenate({x, x}); }, bg::ones({2}));
}
