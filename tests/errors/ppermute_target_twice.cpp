#include "error_case.h"

ERROR_CASE(ppermute_target_twice, "lax::ppermute: pair (0, 2) repeats a source or a target; each "
                                  "position sends and receives once; ppermute_target_twice.cpp:6") {
  bg::set_num_cpu_devices(4);
  bg::pmap([](bg::Array x) { return bg::lax::ppermute(x, "i", {{0, 1}, {0, 2}}); },
           "i")(bg::ones({4}));
}
