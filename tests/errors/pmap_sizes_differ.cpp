#include "error_case.h"

ERROR_CASE(pmap_sizes_differ, "pmap: mapped sizes differ: argument 0 has 4 along axis 0, but "
                              "argument 1 has 8 along axis 0; pmap_sizes_differ.cpp:6") {
  bg::set_num_cpu_devices(8);
  bg::pmap([](bg::Array x, bg::Array y) { return x * y; }, "i")(bg::ones({4, 3}), bg::ones({8, 3}));
}
