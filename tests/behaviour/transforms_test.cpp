#include <brigade/brigade.h>

#include <gtest/gtest.h>

#include <cmath>

using namespace brigade;

namespace {

using Floats = std::vector<float>;

const bool devices_are_set = (set_num_cpu_devices(8), true);

Array vector(const Floats &values) { return array(values); }
Floats values(const Array &x) { return x.to_vector<float>(); }

void expect_near(const Array &x, const Floats &expected) {
  const Floats got = values(x);
  ASSERT_EQ(got.size(), expected.size());
  for (size_t i = 0; i < got.size(); ++i)
    EXPECT_NEAR(got[i], expected[i], 1e-5f * (1 + std::abs(expected[i]))) << i;
}

/// sum(x^3): gradient 3 x^2, Hessian diag(6 x).
Array cubes(const Array &x) { return sum(x * x * x); }

TEST(Transforms, GradientOfVmapOfJit) {
  auto f = [](Array x) { return sum(vmap(jit(cubes))(x)); };
  const Array x = vector({1, 2, 3, 4}).reshape({2, 2});
  expect_near(grad(f)(x), {3, 12, 27, 48});
  expect_near(jit(grad(f))(x), {3, 12, 27, 48});
}

TEST(Transforms, VmapOfGradient) {
  const Array x = vector({1, 2, 3, 4}).reshape({2, 2});
  expect_near(vmap(grad(cubes))(x), {3, 12, 27, 48});
  expect_near(jit(vmap(jit(grad(jit(cubes)))))(x), {3, 12, 27, 48});
}

TEST(Transforms, VmapOfVmap) {
  auto f = [](Array a, Array b) { return a * b; };
  auto table = vmap(vmap(f, {std::nullopt, 0}), {0, std::nullopt});
  expect_near(table(vector({1, 2}), vector({3, 4, 5})), {3, 4, 5, 6, 8, 10});
}

TEST(Transforms, HessianByEachNesting) {
  const Array x = vector({1, 2});
  expect_near(hessian(cubes)(x), {6, 0, 0, 12});
  const Array basis = eye(2);
  auto column = [&](Array v) { return jvp(grad(cubes), std::tuple(x), std::tuple(v)).second; };
  expect_near(vmap(column)(basis), {6, 0, 0, 12});
  auto row = [&](Array v) { return grad([&](Array y) { return sum(grad(cubes)(y) * v); })(x); };
  expect_near(vmap(row)(basis), {6, 0, 0, 12});
  expect_near(jit(vmap(row))(basis), {6, 0, 0, 12});
}

TEST(Transforms, ValueAndGradientInsideALoop) {
  auto descend = jit([](Array start) {
    return lax::fori_loop(
        0, 50,
        [](Array, Array x) {
          auto [value, g] = value_and_grad([](Array y) { return sum(square(y - 3.0)); })(x);
          return x - 0.25 * g;
        },
        start);
  });
  expect_near(descend(vector({0, 10})), {3, 3});
}

TEST(Transforms, GradientThroughALoop) {
  auto f = [](Array x) {
    return sum(lax::fori_loop(0, 3, [](Array, Array y) { return y * y; }, x)); // x^8
  };
  expect_near(grad(f)(vector({1, 2})), {8, 1024});
  expect_near(vmap(grad([&](Array x) { return f(x); }))(vector({1, 2})), {8, 1024});
}

TEST(Transforms, JitOfPmap) {
  auto f = jit([](Array x) { return pmap([](Array v) { return v / lax::psum(v, "i"); }, "i")(x); });
  expect_near(f(vector({1, 3, 4, 8})), {1.f / 16, 3.f / 16, 4.f / 16, 8.f / 16});
}

TEST(Transforms, GradientThroughPmap) {
  auto f = [](Array x) {
    return sum(pmap([](Array v) { return v * v * lax::psum(v, "i"); }, "i")(x));
  };
  // (sum x)(sum x^2): 2 x_k (sum x) + sum x^2.
  expect_near(grad(f)(vector({1, 2, 3})), {12 + 14, 24 + 14, 36 + 14});
  expect_near(jit(grad(f))(vector({1, 2, 3})), {12 + 14, 24 + 14, 36 + 14});
}

TEST(Transforms, VmapInsidePmapAndItsCollectives) {
  auto f = pmap(
      [](Array rows) {
        return vmap([](Array v) { return lax::psum(v, "devices") + lax::psum(v, "rows"); }, 0, 0,
                    "rows")(rows);
      },
      "devices");
  // Columns sum over devices, rows over the elements of a device.
  expect_near(f(vector({1, 2, 3, 4}).reshape({2, 2})), {4 + 3, 6 + 3, 4 + 7, 6 + 7});
}

TEST(Transforms, GradientOfACapturedArray) {
  auto f = [](Array w) {
    auto layer = jit([&](Array x) { return w * x; });
    return sum(layer(layer(vector({1, 2}))));
  };
  expect_near(grad(f)(vector({3, 4})), {6, 16}); // 2 w x
}

TEST(Transforms, GradientOfUpdatesIsSharedByTies) {
  // The largest of x[0], u[0] and u[1] is at place 0.
  auto f = [](Array x, Array u) { return sum(x.at(array({0, 0})).max(u)); };
  auto expect = [&](float first, const Floats &u, const Floats &dx, const Floats &du) {
    auto [from_x, from_u] = grad<0, 1>(f)(vector({first, 5}), vector(u));
    expect_near(from_x, dx);
    expect_near(from_u, du);
  };
  expect(1, {1, 1}, {1.f / 3, 1}, {1.f / 3, 1.f / 3});
  expect(1, {2, 2}, {0, 1}, {0.5, 0.5});
  expect(3, {2, 2}, {1, 1}, {0, 0});
  expect(1, {2, 7}, {0, 1}, {0, 1});
}

TEST(Transforms, VjpOfVmap) {
  auto [y, back] =
      vjp(vmap([](Array x) { return sum(x * x); }))(vector({1, 2, 3, 4}).reshape({2, 2}));
  expect_near(y, {5, 25});
  expect_near(std::get<0>(back(vector({1, 10}))), {2, 4, 60, 80});
}

TEST(Transforms, ThirdDerivativeOverAMesh) {
  const Array x = device_put(vector({1, 2, 3, 4, 5, 6, 7, 8}),
                             NamedSharding(make_mesh({8}, {"data"}), P("data")));
  auto third = vmap(grad(grad(grad([](Array s) { return s * s * s * s; }))));
  expect_near(jit(third)(x), {24, 48, 72, 96, 120, 144, 168, 192});
}

} // namespace
