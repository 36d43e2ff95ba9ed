#include "error_case.h"

namespace {
struct Model {
  bg::Array w;
};
} // namespace

ERROR_CASE(different_meshes,
           "argument 0 (.w) is on devices [0, 1, 2, 3], but argument 1 on devices [0, 1, 2, 3, 4, "
           "5, 6, 7]; move one with device_put; different_meshes.cpp:16") {
  bg::set_num_cpu_devices(8);
  const bg::NamedSharding four(bg::make_mesh({4}, {"data"}), bg::P("data"));
  const bg::NamedSharding eight(bg::make_mesh({8}, {"data"}), bg::P("data"));
  const Model model{bg::device_put(bg::ones({8}), four)};
  bg::jit([](Model m, bg::Array x) { return m.w * x; })(model,
                                                        bg::device_put(bg::ones({8}), eight));
}
