#include "error_case.h"

ERROR_CASE(spec_axis_twice, "P('data', 'data') names mesh axis \"data\" twice; an axis can split "
                            "one dimension only; spec_axis_twice.cpp:7") {
  bg::set_num_cpu_devices(8);
  const bg::Mesh mesh = bg::make_mesh({4, 2}, {"data", "model"});
  bg::NamedSharding(mesh, bg::P("data", "data"));
}
