#include "error_case.h"

ERROR_CASE(
    pmap_unknown_axis,
    "no axis named \"model\" is in scope; there is \"data\" of size 2; pmap_unknown_axis.cpp:7") {
  bg::set_num_cpu_devices(2);
  bg::pmap([](bg::Array x) { return bg::lax::psum(x, "model"); }, "data")(bg::ones({2, 3}));
}
