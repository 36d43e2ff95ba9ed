#include "error_case.h"

ERROR_CASE(different_devices_eager,
           "operand 0 of multiply is on devices [3], but operand 1 of multiply on devices [1]; "
           "move one with device_put; different_devices_eager.cpp:9") {
  bg::set_num_cpu_devices(4);
  const bg::Array x = bg::device_put(bg::ones({4}), bg::devices()[3]);
  const bg::Array y = bg::device_put(bg::ones({4}), bg::devices()[1]);
  x *y;
}
