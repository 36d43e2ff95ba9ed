#include "workload.h"

#include <fmt/format.h>

namespace bench {
namespace {

bg::Mesh mesh_of(const Settings &settings) { return bg::make_mesh({settings.devices}, {"x"}); }

/// The sum over devices of 4 * `floats` bytes each, by pmap; every device gets it.
template <int64_t floats> Row psum(const Settings &settings, const std::string &name) {
  bg::Mesh mesh = mesh_of(settings);
  Array x =
      bg::device_put(bg::ones({settings.devices, floats}), bg::NamedSharding(mesh, bg::P("x")));
  const bg::NamedSharding whole(mesh, bg::P());
  // The sum over the split dimension is one all-reduce of a row a device, and its result is
  // replicated.
  auto f = [whole](Array a) { return bg::with_sharding_constraint(bg::sum(a, 0, true), whole); };
  return measure(settings, name, f, x);
}

Row sharded_dispatch(const Settings &settings, const std::string &name) {
  Array x = bg::device_put(bg::ones({settings.devices, 8}),
                           bg::NamedSharding(mesh_of(settings), bg::P("x")));
  return measure(settings, name, [](Array x) { return x + 1; }, x);
}

Row mlp_data_parallel(const Settings &settings, const std::string &name) {
  bg::Mesh mesh = mesh_of(settings);
  const bg::NamedSharding split(mesh, bg::P("x")), whole(mesh, bg::P());
  std::vector<Array> w = bg::device_put(randoms({{784, 512}, {512, 512}, {512, 10}}, 0.05f), whole);
  Array x = bg::device_put(randoms({{128, 784}})[0], split);
  Array y = bg::device_put(bg::arange(128) % 10, split);
  auto loss = [](const std::vector<Array> &w, const Array &x, const Array &y) {
    Array h = bg::nn::relu(bg::matmul(x, w[0]));
    h = bg::nn::relu(bg::matmul(h, w[1]));
    return cross_entropy(bg::matmul(h, w[2]), y);
  };
  auto step = [loss](const std::vector<Array> &w, Array x, Array y) {
    auto [l, g] = bg::value_and_grad(loss)(w, x, y);
    return std::pair(bg::tree_map([](const Array &a, const Array &b) { return a - 0.1 * b; }, w, g),
                     l);
  };
  return measure(settings, name, step, w, x, y);
}

} // namespace

std::vector<Workload> sharded_workloads(int devices) {
  auto name = [&](const std::string &kind) { return fmt::format("{}_{}dev", kind, devices); };
  return {{name("psum_1024B"), psum<1 << 8>},     {name("psum_262144B"), psum<1 << 16>},
          {name("psum_4194304B"), psum<1 << 20>}, {name("psum_67108864B"), psum<1 << 24>},
          {name("dispatch"), sharded_dispatch},   {name("mlp_train"), mlp_data_parallel}};
}

} // namespace bench
