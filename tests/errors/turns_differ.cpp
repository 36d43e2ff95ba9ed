#include "error_case.h"

// Device 0 goes round the loop once less than device 1, and does not come to the last sum.
ERROR_CASE(turns_differ, "time limit: stablehlo.all_reduce waited 0.1 s for all of its devices; 1 "
                         "came; missing: CpuDevice(id=0) has ended; turns_differ.cpp:8") {
  bg::set_num_cpu_devices(2);
  bg::set_collective_time_limit(0.1);
  auto turn = [](bg::Array, bg::Array y) { return bg::lax::psum(y, "i"); };
  auto f = [&](bg::Array x) { return bg::lax::fori_loop(0, bg::lax::axis_index("i"), turn, x); };
  bg::pmap(f, "i")(bg::ones({2})).block_until_ready();
}
