#include "error_case.h"

ERROR_CASE(
    mesh_of_unknown_device,
    "device_put: there is no device 9; this process has 4, 0 to 3; mesh_of_unknown_device.cpp:8") {
  bg::set_num_cpu_devices(4);
  const bg::Mesh mesh({0, 9}, {2}, {"data"});
  bg::device_put(bg::ones({4}), bg::NamedSharding(mesh, bg::P("data")));
}
