#include "error_case.h"

ERROR_CASE(device_put_not_divisible,
           "device_put: dimension 0 has size 6, which mesh axis \"data\" of size 4 does not "
           "divide; 4 and 8 do; device_put_not_divisible.cpp:8") {
  bg::set_num_cpu_devices(8);
  const bg::Mesh mesh = bg::make_mesh({4, 2}, {"data", "model"});
  bg::device_put(bg::ones({6, 2}), bg::NamedSharding(mesh, bg::P("data")));
}
