#include "brigade/brigade.h"

#include <gtest/gtest.h>

using namespace brigade;

namespace {

struct Layer {
  Array w, b;
};
struct Model {
  std::vector<Layer> hidden;
  Layer out;
};

Array logits(const Model &m, Array x) {
  for (const Layer &l : m.hidden)
    x = nn::relu(matmul(x, l.w) + l.b);
  return matmul(x, m.out.w) + m.out.b;
}

Array loss(const Model &m, const Array &x, const Array &label) {
  return mean(nn::softmax_cross_entropy(logits(m, x), label));
}

Layer make_layer(int64_t in, int64_t out, int seed) {
  return {random::normal(random::key(static_cast<uint64_t>(seed)), {in, out}) * 0.3, zeros({out})};
}

Model make_model() { return {{make_layer(8, 16, 1), make_layer(16, 16, 2)}, make_layer(16, 4, 3)}; }

struct Data {
  Array x = random::normal(random::key(7), {32, 8});
  Array label = (lax::iota(DType::S32, 32) % 4);
};

/// The losses of a few steps of Adam, with parameters and data placed by `place`.
template <class Place> std::vector<float> train(Place &&place) {
  Data data;
  auto [model, x, label] = place(make_model(), data.x, data.label);
  auto adam = optim::adam(1e-2);
  auto state = adam.init(model);
  auto step = jit(
      [&](Model m, decltype(state) s, Array images, Array labels) {
        auto [l, g] = value_and_grad(loss)(m, images, labels);
        auto [update, next] = adam.update(g, s, m);
        return std::make_tuple(optim::apply_updates(m, update), next, l);
      },
      {.donate_argnums = {0, 1}, .name = "step"});
  std::vector<float> losses;
  for (int i = 0; i < 5; ++i) {
    Array l;
    std::tie(model, state, l) = step(model, state, x, label);
    losses.push_back(l.item<float>());
  }
  return losses;
}

void expect_near(const std::vector<float> &a, const std::vector<float> &b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], 1e-4f * std::abs(b[i])) << "step " << i;
}

TEST(Training, TheLossFalls) {
  std::vector<float> losses =
      train([](Model m, Array x, Array label) { return std::make_tuple(m, x, label); });
  EXPECT_LT(losses.back(), 0.9f * losses.front());
}

TEST(Training, EveryMeshGivesTheSameLosses) {
  std::vector<float> one =
      train([](Model m, Array x, Array label) { return std::make_tuple(m, x, label); });
  for (auto [data, model] : {std::pair(8, 1), std::pair(4, 2), std::pair(2, 4), std::pair(1, 8)}) {
    Mesh mesh = make_mesh({data, model}, {"data", "model"});
    expect_near(train([&](Model m, Array x, Array label) {
                  m.hidden[0].w =
                      device_put(m.hidden[0].w, NamedSharding(mesh, P(nullptr, "model")));
                  m.hidden[0].b = device_put(m.hidden[0].b, NamedSharding(mesh, P("model")));
                  m.hidden[1].w = device_put(m.hidden[1].w, NamedSharding(mesh, P("model")));
                  NamedSharding rows(mesh, P("data"));
                  return std::make_tuple(m, device_put(x, rows), device_put(label, rows));
                }),
                one);
  }
}

TEST(Training, PmapGivesTheSameLosses) {
  std::vector<float> one =
      train([](Model m, Array x, Array label) { return std::make_tuple(m, x, label); });
  Data data;
  auto adam = optim::adam(1e-2);
  auto step = pmap(
      [&](Model m, decltype(adam.init(make_model())) s, Array images, Array labels) {
        auto [l, g] = value_and_grad(loss)(m, images, labels);
        auto [update, next] = adam.update(lax::pmean(g, "i"), s, m);
        return std::make_tuple(optim::apply_updates(m, update), next, lax::pmean(l, "i"));
      },
      "i", {.donate_argnums = {0, 1}});
  auto copies = [](const auto &tree) {
    return tree_map([](const Array &a) { return stack(std::vector<Array>(8, a)); }, tree);
  };
  Model model = copies(make_model());
  auto state = copies(adam.init(make_model()));
  Array x = data.x.reshape({8, 4, 8}), label = data.label.reshape({8, 4});
  std::vector<float> losses;
  for (int i = 0; i < 5; ++i) {
    Array l;
    std::tie(model, state, l) = step(model, state, x, label);
    losses.push_back(l.to_vector<float>()[3]);
  }
  expect_near(losses, one);
}

} // namespace
