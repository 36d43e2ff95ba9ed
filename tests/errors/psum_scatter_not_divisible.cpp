#include "error_case.h"

ERROR_CASE(psum_scatter_not_divisible,
           "lax::psum_scatter: scatter dimension 0 of f32[6] has size 6, which axis \"i\" of size "
           "4 does not divide; 4 and 8 do; psum_scatter_not_divisible.cpp:7") {
  bg::set_num_cpu_devices(4);
  bg::pmap([](bg::Array x) { return bg::lax::psum_scatter(x, "i", 0, true); },
           "i")(bg::ones({4, 6}));
}
