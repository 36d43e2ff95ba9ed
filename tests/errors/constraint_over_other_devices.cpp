#include "error_case.h"

ERROR_CASE(constraint_over_other_devices,
           "argument 0 is on devices [0, 1, 2, 3], but a sharding constraint on devices [0, 1, 2, "
           "3, 4, 5, 6, 7]; move one with device_put; constraint_over_other_devices.cpp:9") {
  bg::set_num_cpu_devices(8);
  const bg::NamedSharding four(bg::make_mesh({4}, {"data"}), bg::P("data"));
  const bg::NamedSharding eight(bg::make_mesh({8}, {"data"}), bg::P("data"));
  bg::jit([&](bg::Array x) { return bg::with_sharding_constraint(x * 2.0, eight); })(
      bg::device_put(bg::ones({8}), four));
}
