#include "error_case.h"

ERROR_CASE(out_shardings_too_long,
           "out_shardings of result 0: P('data', 'model') describes 2 dimensions, but the array of "
           "shape (8,) has 1; out_shardings_too_long.cpp:9") {
  bg::set_num_cpu_devices(8);
  const bg::Mesh mesh = bg::make_mesh({4, 2}, {"data", "model"});
  const bg::NamedSharding both(mesh, bg::P("data", "model"));
  bg::jit([](bg::Array x) { return bg::sum(x, 0); }, {.out_shardings = {both}})(bg::ones({8, 8}));
}
