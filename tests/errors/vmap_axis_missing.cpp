#include "error_case.h"

ERROR_CASE(vmap_axis_missing,
           "vmap: argument 0 is f32[4], which has no axis 1 to map; vmap_axis_missing.cpp:5") {
  bg::vmap([](bg::Array x) { return x; }, 1)(bg::ones({4}));
}
