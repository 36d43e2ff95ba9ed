#include "error_case.h"

ERROR_CASE(mesh_name_twice,
           "mesh axis name \"data\" appears twice; names must differ; mesh_name_twice.cpp:6") {
  bg::set_num_cpu_devices(4);
  bg::make_mesh({2, 2}, {"data", "data"});
}
