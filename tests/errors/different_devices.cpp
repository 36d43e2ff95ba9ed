#include "error_case.h"

ERROR_CASE(different_devices, "argument 0 is on devices [3], but argument 1 on devices [1]; move "
                              "one with device_put; different_devices.cpp:8") {
  bg::set_num_cpu_devices(4);
  const bg::Array x = bg::device_put(bg::ones({4}), bg::devices()[3]);
  const bg::Array y = bg::device_put(bg::ones({4}), bg::devices()[1]);
  bg::jit([](bg::Array a, bg::Array b) { return a + b; })(x, y);
}
