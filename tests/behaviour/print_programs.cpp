#include <brigade/brigade.h>

#include <cstdio>
#include <fstream>
#include <map>

/// print_programs FOLDER: writes a few programs as StableHLO text, one file each.

using namespace brigade;

namespace {

struct Layer {
  Array w, b;
};
struct Model {
  std::vector<Layer> hidden;
  std::map<std::string, Array> scales;
};

Array loss(const Model &m, Array x, const Array &y) {
  for (const Layer &layer : m.hidden)
    x = tanh(matmul(x, layer.w) + layer.b);
  return mean(square(x * m.scales.at("out") - y));
}

Model model() {
  return {{{ones({8, 16}), ones({16})}, {ones({16, 8}), ones({8})}},
          {{"in", ones({8})}, {"out", ones({8})}}};
}

void write(const std::string &folder, const char *name, const ProgramText &program) {
  std::ofstream(folder + "/" + name + ".mlir") << program;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  const std::string folder = argv[1];
  set_num_cpu_devices(8);
  const Mesh mesh = make_mesh({4, 2}, {"data", "model"});
  const Array x = ones({16, 8});
  const Array split = device_put(x, NamedSharding(mesh, P("data")));

  auto step = [](const Model &m, const Array &in) { return grad(loss)(m, in, in); };
  write(folder, "step", make_program(step)(model(), x));
  auto sharded = [=](Model m, const Array &in) {
    m.hidden[0].w = with_sharding_constraint(m.hidden[0].w, {mesh, P(nullptr, "model")});
    return grad(loss)(m, in, in);
  };
  write(folder, "sharded_step", make_program(sharded)(model(), split));
  write(folder, "second_derivative", make_program([](Array v) {
          return vmap(grad(grad([](Array s) { return sin(s) * exp(s); })))(v);
        })(ones({8})));
  write(folder, "draw",
        make_program([](random::Key key) { return random::normal(key, {16, 8}); })(random::key(0)));
  write(folder, "softmax", make_program([](Array v) { return nn::softmax(v); })(ones({64, 256})));
  write(folder, "layer_norm", make_program([](Array v, Array scale, Array shift) {
          return nn::layer_norm(v, scale, shift);
        })(ones({64, 256}), ones({256}), ones({256})));
  write(folder, "loop", make_program([](Array v) {
          return grad([](Array u) {
            return sum(lax::fori_loop(0, 4, [](Array, Array w) { return sin(w); }, u));
          })(v);
        })(x));
  return 0;
}
