#include <brigade/brigade.h>

#include "support/expect_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

using namespace brigade;

namespace {

/// Values that the user's function reads while it is traced over known arguments.

Array cube_or_negative(const Array &x) {
  if (x.item<float>() > 0)
    return x * x * x;
  return -x;
}

constexpr float cube_of_two[] = {8, 12, 12}; ///< x^3 and its derivatives at 2.

TEST(Values, EachBranchHasItsGradient) {
  auto g = grad(cube_or_negative);
  for (int turn = 0; turn < 2; ++turn) {
    EXPECT_EQ(g(Array(2.0)).item<float>(), cube_of_two[1]);
    EXPECT_EQ(g(Array(-2.0)).item<float>(), -1);
  }
  auto [value, gradient] = value_and_grad(cube_or_negative)(Array(2.0));
  EXPECT_EQ(value.item<float>(), cube_of_two[0]);
  EXPECT_EQ(gradient.item<float>(), cube_of_two[1]);
}

TEST(Values, NestInGradients) {
  auto second = grad(grad(cube_or_negative));
  EXPECT_EQ(second(Array(2.0)).item<float>(), cube_of_two[2]);
  EXPECT_EQ(second(Array(-2.0)).item<float>(), 0);
  // The inner function reads a value of the function around it.
  auto around = [](Array x) {
    const Array y = x - 3.0;
    return grad([&](Array z) { return y.item<float>() < 0 ? z * z * y : z; })(x);
  };
  EXPECT_EQ(grad(around)(Array(2.0)).item<float>(), 4 * 2 - 6); // (2 x (x - 3))'
  EXPECT_EQ(grad(around)(Array(5.0)).item<float>(), 0);
}

TEST(Values, AreThoseOfWhatHasBeenTracedSoFar) {
  auto f = [](Array x, Array captured) {
    Array y = sin(x) * captured;
    for (const float element : y.to_vector<float>())
      if (element > 0.5f)
        y = y * 2.0;
    const Array total = sum(y);
    if (total > 1)
      return total * total;
    return total;
  };
  const Array x = array({0.1f, 0.2f, 1.5f}), one = ones({}), tenth = full({}, 0.1);
  const float s = std::sin(0.1f) + std::sin(0.2f) + std::sin(1.5f);
  const std::vector<float> large = grad(f)(x, one).to_vector<float>(),
                           small = grad(f)(x, tenth).to_vector<float>();
  EXPECT_NEAR(large[0], 2 * 2 * s * 2 * std::cos(0.1f), 1e-5);
  EXPECT_NEAR(small[0], 0.1 * std::cos(0.1f), 1e-6);
}

TEST(Values, InALoopThatRunsUntilAValueIsReached) {
  auto halvings = [](Array x) {
    while (x.item<float>() > 1)
      x = x / 2.0;
    return x;
  };
  EXPECT_EQ(grad(halvings)(Array(7.0)).item<float>(), 0.125f);
  EXPECT_EQ(grad(halvings)(Array(0.5)).item<float>(), 1);
}

TEST(Values, InJvpAndVjp) {
  for (float x : {2.0f, -2.0f}) {
    const float slope = x > 0 ? cube_of_two[1] : -1;
    auto [y, tangent] = jvp(cube_or_negative, std::tuple(Array(x)), std::tuple(Array(10.0)));
    EXPECT_EQ(tangent.item<float>(), 10 * slope);
    auto [z, back] = vjp(cube_or_negative)(Array(x));
    EXPECT_EQ(z.item<float>(), y.item<float>());
    EXPECT_EQ(std::get<0>(back(Array(3.0))).item<float>(), 3 * slope);
  }
}

TEST(Values, OfWhatVmapDoesNotMap) {
  auto scaled = [](Array row, Array by) { return by.item<float>() > 0 ? row * by : row; };
  auto f = vmap(scaled, {0, std::nullopt});
  const Array rows = array({1.f, 2.f});
  EXPECT_EQ(f(rows, Array(3.0)).to_vector<float>(), (std::vector<float>{3, 6}));
  EXPECT_EQ(f(rows, Array(-3.0)).to_vector<float>(), (std::vector<float>{1, 2}));
  EXPECT_USER_ERROR(vmap(scaled)(rows, rows),
                    "item() needs the value of f32[], which is traced by vmap");
}

TEST(Values, ThroughAJittedFunction) {
  auto twice = jit([](Array x) { return x + x; });
  auto f = [&](Array x) { return twice(x).item<float>() > 3 ? x * x : x; };
  EXPECT_EQ(grad(f)(Array(2.0)).item<float>(), 4);
  EXPECT_EQ(grad(f)(Array(1.0)).item<float>(), 1);
}

TEST(Values, OfArraysOnManyDevices) {
  const Array x =
      device_put(array({1.f, 2.f, 3.f, 4.f}), NamedSharding(make_mesh({4}, {"data"}), P("data")));
  auto f = [](Array v) { return sum(v).item<float>() > 5 ? sum(v * v) : sum(v); };
  EXPECT_EQ(grad(f)(x).to_vector<float>(), (std::vector<float>{2, 4, 6, 8}));
  EXPECT_EQ(grad(f)(x / 4.0).to_vector<float>(), (std::vector<float>{1, 1, 1, 1}));
}

TEST(Values, AreNotKnownInsideJitOrALoop) {
  EXPECT_USER_ERROR(jit(grad(cube_or_negative))(Array(2.0)), "traced by jit and has none");
  auto inner = jit(cube_or_negative);
  EXPECT_USER_ERROR(grad([&](Array x) { return inner(x); })(Array(2.0)),
                    "traced by jit and has none");
  auto loop = [](Array x) {
    return lax::fori_loop(0, 3, [](Array, Array y) { return y * y.item<float>(); }, x);
  };
  EXPECT_USER_ERROR(grad(loop)(Array(2.0)), "traced in the body of an operation and has none");
  auto mapped = pmap([](Array x) { return grad(cube_or_negative)(x); }, "i");
  EXPECT_USER_ERROR(mapped(ones({2})), "traced by pmap and has none");
}

TEST(Values, ReadMeansTracedAtEachCall) {
  int traces = 0;
  auto f = [&](Array x, bool read) {
    ++traces;
    return read && x.item<float>() > 0 ? x * x : x;
  };
  auto g = grad([&](Array x) { return f(x, true); });
  auto h = grad([&](Array x) { return f(x, false); });
  for (int i = 0; i < 3; ++i)
    g(Array(1.0));
  EXPECT_EQ(std::exchange(traces, 0), 3);
  for (int i = 0; i < 3; ++i)
    h(Array(1.0));
  EXPECT_EQ(traces, 1);
}

} // namespace
