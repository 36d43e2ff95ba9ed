#include "error_case.h"

ERROR_CASE(capacity_exceeded_in_jit,
           "CpuDevice(id=0) is out of memory: result 0 of f (stablehlo.multiply) asks for 4000000 "
           "bytes, 4000 are in use of 1048576; largest: 4000 bytes of result 0 of "
           "stablehlo.broadcast_in_dim at capacity_exceeded_in_jit.cpp:10; free or donate arrays, "
           "or raise the limit with set_memory_limit; capacity_exceeded_in_jit.cpp:9") {
  bg::devices()[0]->set_memory_limit(1 << 20);
  auto f = bg::jit([](bg::Array x) { return bg::outer(x, x); });
  f(bg::ones({1000})).block_until_ready();
}
