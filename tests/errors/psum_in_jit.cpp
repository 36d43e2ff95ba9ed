#include "error_case.h"

ERROR_CASE(
    psum_in_jit,
    "no axis named \"data\" is in scope; name one with pmap(f, \"i\") or vmap; psum_in_jit.cpp:6") {
  bg::jit([](bg::Array x) { return bg::lax::pmean(x, "data"); })(bg::ones({3}));
}
