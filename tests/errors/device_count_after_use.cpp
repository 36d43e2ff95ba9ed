#include "error_case.h"

ERROR_CASE(device_count_after_use, "set_num_cpu_devices(8) after the 1 device is in use; call it "
                                   "before the first array is made; device_count_after_use.cpp:6") {
  bg::ones({3});
  bg::set_num_cpu_devices(8);
}
