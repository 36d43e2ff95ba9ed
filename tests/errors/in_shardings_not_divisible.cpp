#include "error_case.h"

ERROR_CASE(in_shardings_not_divisible,
           "in_shardings of argument 0: dimension 0 has size 6, which mesh axis \"data\" of size 4 "
           "does not divide; 4 and 8 do; in_shardings_not_divisible.cpp:8") {
  bg::set_num_cpu_devices(8);
  const bg::NamedSharding rows(bg::make_mesh({4, 2}, {"data", "model"}), bg::P("data"));
  bg::jit([](bg::Array x) { return x + 1.0; }, {.in_shardings = {rows}})(bg::ones({6, 2}));
}
