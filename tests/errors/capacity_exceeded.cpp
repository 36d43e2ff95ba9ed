#include "error_case.h"

ERROR_CASE(
    capacity_exceeded,
    "CpuDevice(id=0) is out of memory: result 0 of stablehlo.broadcast_in_dim asks for 4000000 "
    "bytes, 4 are in use of 1048576; largest: 4 bytes of an array from the host; free or donate "
    "arrays, or raise the limit with set_memory_limit; capacity_exceeded.cpp:9") {
  bg::devices()[0]->set_memory_limit(1 << 20);
  const bg::Array x = bg::ones({1000, 1000});
  x.block_until_ready();
}
