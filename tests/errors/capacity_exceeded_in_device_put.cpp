#include "error_case.h"

ERROR_CASE(capacity_exceeded_in_device_put,
           "CpuDevice(id=1) is out of memory: an array from the host asks for 4000000 bytes, 0 are "
           "in use of 1048576; free or donate arrays, or raise the limit with set_memory_limit; "
           "capacity_exceeded_in_device_put.cpp:10") {
  bg::set_num_cpu_devices(2);
  bg::devices()[1]->set_memory_limit(1 << 20);
  const bg::Array x = bg::ones({1000, 1000});
  bg::device_put(x, bg::devices()[1]).block_until_ready();
}
