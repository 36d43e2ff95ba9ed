#include "error_case.h"

namespace {
struct Layer {
  bg::Array w, b;
};
} // namespace

ERROR_CASE(device_put_tree_not_divisible,
           "device_put (.b): dimension 0 has size 3, which mesh axis \"data\" of size 4 does not "
           "divide; 4 does; device_put_tree_not_divisible.cpp:14") {
  bg::set_num_cpu_devices(4);
  const bg::Mesh mesh = bg::make_mesh({4}, {"data"});
  bg::device_put(Layer{bg::ones({8, 3}), bg::ones({3})}, bg::NamedSharding(mesh, bg::P("data")));
}
