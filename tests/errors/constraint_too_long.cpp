#include "error_case.h"

ERROR_CASE(constraint_too_long, "with_sharding_constraint: P('data', 'model') has 2 dimensions, "
                                "but the array is f32[8]; constraint_too_long.cpp:8") {
  bg::set_num_cpu_devices(8);
  const bg::Mesh mesh = bg::make_mesh({4, 2}, {"data", "model"});
  const bg::NamedSharding both(mesh, bg::P("data", "model"));
  bg::jit([&](bg::Array x) { return bg::with_sharding_constraint(x * 2.0, both); })(bg::ones({8}));
}
