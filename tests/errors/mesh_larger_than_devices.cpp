#include "error_case.h"

ERROR_CASE(mesh_larger_than_devices,
           "a mesh of sizes (4, 2) needs 8 devices, but there are 4; call set_num_cpu_devices(8) "
           "before the first array is made; mesh_larger_than_devices.cpp:7") {
  bg::set_num_cpu_devices(4);
  bg::make_mesh({4, 2}, {"data", "model"});
}
