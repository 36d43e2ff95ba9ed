#include "error_case.h"

ERROR_CASE(psum_outside, "no axis named \"data\" is in scope; name one with pmap(f, \"i\") or "
                         "vmap; psum_outside.cpp:5") {
  bg::lax::psum(bg::ones({3}), "data");
}
