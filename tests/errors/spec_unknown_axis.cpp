#include "error_case.h"

ERROR_CASE(
    spec_unknown_axis,
    "the mesh has no axis \"batch\"; its axes are \"data\", \"model\"; spec_unknown_axis.cpp:8") {
  bg::set_num_cpu_devices(8);
  const bg::Mesh mesh = bg::make_mesh({4, 2}, {"data", "model"});
  bg::NamedSharding(mesh, bg::P("batch"));
}
