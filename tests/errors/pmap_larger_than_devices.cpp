#include "error_case.h"

ERROR_CASE(pmap_larger_than_devices,
           "pmap: the mapped axis has size 8, but there are 4 devices; map at most that many, or "
           "call set_num_cpu_devices(8) first; pmap_larger_than_devices.cpp:7") {
  bg::set_num_cpu_devices(4);
  bg::pmap([](bg::Array x) { return x + 1.0; }, "i")(bg::ones({8, 3}));
}
