#include "error_case.h"

ERROR_CASE(spec_too_long, "device_put: P('data', 'model') describes 2 dimensions, but the array of "
                          "shape (8,) has 1; spec_too_long.cpp:7") {
  bg::set_num_cpu_devices(8);
  const bg::Mesh mesh = bg::make_mesh({4, 2}, {"data", "model"});
  bg::device_put(bg::ones({8}), bg::NamedSharding(mesh, bg::P("data", "model")));
}
