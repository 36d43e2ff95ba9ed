#include "error_case.h"

ERROR_CASE(device_count_of_zero,
           "set_num_cpu_devices(0): at least 1 is needed; device_count_of_zero.cpp:5") {
  bg::set_num_cpu_devices(0);
}
