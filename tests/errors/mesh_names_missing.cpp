#include "error_case.h"

ERROR_CASE(mesh_names_missing,
           "a mesh of 2 dimensions needs as many axis names, not 1; mesh_names_missing.cpp:6") {
  bg::set_num_cpu_devices(4);
  bg::make_mesh({2, 2}, {"data"});
}
