#include "error_case.h"

ERROR_CASE(vmap_sizes_differ, "vmap: mapped sizes differ: argument 0 has 4 along axis 0, but "
                              "argument 1 has 5 along axis 0; vmap_sizes_differ.cpp:5") {
  bg::vmap([](bg::Array x, bg::Array y) { return x * y; })(bg::ones({4, 3}), bg::ones({5, 3}));
}
