#include "workload.h"

namespace bench {
namespace {

Row mlp_train(const Settings &settings, const std::string &name) {
  std::vector<Array> w = randoms({{784, 512}, {512, 512}, {512, 10}}, 0.05f);
  Array x = randoms({{128, 784}})[0];
  Array y = bg::arange(128) % 10;
  auto loss = [x, y](const std::vector<Array> &w) {
    Array h = x;
    for (size_t i = 0; i + 1 < w.size(); ++i)
      h = bg::nn::relu(bg::matmul(h, w[i]));
    return cross_entropy(bg::matmul(h, w.back()), y);
  };
  auto step = [loss](const std::vector<Array> &w) {
    auto [l, g] = bg::value_and_grad(loss)(w);
    return std::pair(bg::tree_map([](const Array &a, const Array &b) { return a - 0.1 * b; }, w, g),
                     l);
  };
  return measure(settings, name, step, w);
}

Row elementwise(const Settings &settings, const std::string &name) {
  auto f = [](Array x) {
    for (int i = 0; i < 3; ++i)
      x = bg::tanh(x) * bg::exp(-x * x) + bg::sqrt(bg::abs(x) + 1);
    return x;
  };
  return measure(settings, name, f, randoms({{4096, 4096}})[0]);
}

Row softmax(const Settings &settings, const std::string &name) {
  return measure(
      settings, name, [](Array x) { return bg::nn::softmax(x, -1); }, randoms({{4096, 2048}})[0]);
}

Row layernorm(const Settings &settings, const std::string &name) {
  auto f = [](Array x, Array g, Array b) {
    Array m = bg::mean(x, -1, true);
    Array v = bg::mean((x - m) * (x - m), -1, true);
    return (x - m) * bg::lax::rsqrt(v + 1e-5) * g + b;
  };
  std::vector<Array> in = randoms({{8192, 1024}, {1024}, {1024}});
  return measure(settings, name, f, in[0], in[1], in[2]);
}

Row matmul(const Settings &settings, const std::string &name) {
  std::vector<Array> in = randoms({{2048, 2048}, {2048, 2048}});
  return measure(settings, name, [](Array a, Array b) { return bg::matmul(a, b); }, in[0], in[1]);
}

Row dispatch(const Settings &settings, const std::string &name) {
  return measure(settings, name, [](Array x) { return x + 1; }, bg::ones({}));
}

Row dispatch_tree(const Settings &settings, const std::string &name) {
  std::vector<Array> leaves(100);
  for (Array &leaf : leaves)
    leaf = bg::ones({8});
  auto f = [](const std::vector<Array> &t) {
    return bg::tree_map([](const Array &a) { return a + 1; }, t);
  };
  return measure(settings, name, f, leaves);
}

} // namespace

std::vector<Workload> single_device_workloads() {
  return {{"mlp_train", mlp_train},        {"elementwise", elementwise}, {"softmax", softmax},
          {"layernorm", layernorm},        {"matmul", matmul},           {"dispatch", dispatch},
          {"dispatch_tree", dispatch_tree}};
}

} // namespace bench
