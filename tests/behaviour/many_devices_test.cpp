#include <brigade/brigade.h>

#include <gtest/gtest.h>

using namespace brigade;

namespace {

const bool devices_are_set = (set_num_cpu_devices(64), true);

struct Model {
  Array w1, b1, w2, b2;
};

Model initial() {
  auto [a, b] = random::split_into<2>(random::key(0));
  return {random::normal(a, {16, 32}) * 0.2, zeros({32}), random::normal(b, {32, 4}) * 0.2,
          zeros({4})};
}

Array loss(const Model &m, const Array &x, const Array &labels) {
  const Array hidden = tanh(matmul(x, m.w1) + m.b1);
  return mean(nn::softmax_cross_entropy(matmul(hidden, m.w2) + m.b2, labels));
}

Model descend(const Model &m, const Model &g) {
  return tree_map([](const Array &p, const Array &d) { return p - 0.5 * d; }, m, g);
}

struct Batch {
  Array x, labels;
};

/// 256 examples whose label is the largest of their first four features.
Batch examples() {
  const Array x = random::normal(random::key(1), {256, 16});
  return {x, argmax(x(all, slice(0, 4)), 1)};
}

std::vector<float> losses_of_jit(int devices) {
  auto step = jit(
      [](Model m, Batch b) {
        auto [value, g] = value_and_grad(loss)(m, b.x, b.labels);
        return std::pair(descend(m, g), value);
      },
      {.donate_argnums = {0}});
  Batch batch = examples();
  Model m = initial();
  if (devices > 1) {
    const Mesh mesh = make_mesh({devices}, {"data"});
    batch = device_put(batch, NamedSharding(mesh, P("data")));
    m = device_put(m, NamedSharding(mesh, P()));
  }
  std::vector<float> losses;
  for (int i = 0; i < 20; ++i) {
    auto [next, value] = step(m, batch);
    m = next;
    losses.push_back(value.item<float>());
  }
  return losses;
}

void expect_near(const std::vector<float> &a, const std::vector<float> &b) {
  ASSERT_EQ(a.size(), b.size());
  for (size_t i = 0; i < a.size(); ++i)
    EXPECT_NEAR(a[i], b[i], 1e-4f * b[i]) << "in step " << i;
}

TEST(ManyDevices, SixtyFourTrainAsOne) {
  const std::vector<float> one = losses_of_jit(1), many = losses_of_jit(64);
  EXPECT_LT(many.back(), 0.7f * many.front());
  expect_near(many, one);
}

TEST(ManyDevices, PmapTrainsAsJit) {
  auto step = pmap(
      [](Model m, Batch b) {
        auto [value, g] = value_and_grad(loss)(m, b.x, b.labels);
        return std::pair(descend(m, lax::pmean(g, "data")), lax::pmean(value, "data"));
      },
      "data");
  Model m = tree_map([](const Array &a) { return stack(std::vector<Array>(64, a)); }, initial());
  const Batch whole = examples();
  const Batch batch{whole.x.reshape({64, 4, 16}), whole.labels.reshape({64, 4})};
  std::vector<float> losses;
  for (int i = 0; i < 20; ++i) {
    auto [next, value] = step(m, batch);
    m = next;
    losses.push_back(value[0].item<float>());
  }
  expect_near(losses, losses_of_jit(1));
}

TEST(ManyDevices, FourAxesOfAMesh) {
  const Mesh mesh = make_mesh({2, 4, 4, 2}, {"a", "b", "c", "d"});
  const Array x = arange(64 * 32).astype(DType::F32).reshape({64, 32});
  const Array y = device_put(x, NamedSharding(mesh, P({"b", "a"}, {"d", "c"})));
  EXPECT_EQ(y.devices().size(), 64u);
  EXPECT_EQ(y.addressable_shards()[63].data.shape(), (Shape{8, 4}));
  auto f = jit([](Array v) { return sum(sin(v), 0) + v[3]; });
  const std::vector<float> split = f(y).to_vector<float>(), whole = f(x).to_vector<float>();
  for (size_t i = 0; i < whole.size(); ++i)
    EXPECT_NEAR(split[i], whole[i], 1e-3f * std::abs(whole[i]) + 1e-3f);
}

} // namespace
