#include "error_case.h"

ERROR_CASE(device_put_in_jit, "device_put of a traced value on one device: use jit's option "
                              "`device` for the whole program; device_put_in_jit.cpp:6") {
  bg::set_num_cpu_devices(2);
  bg::jit([](bg::Array x) { return bg::device_put(x, bg::devices()[1]); })(bg::ones({4}));
}
