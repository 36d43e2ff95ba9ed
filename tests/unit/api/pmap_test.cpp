#include "support/expect_error.h"

#include "brigade/brigade.h"

#include <gtest/gtest.h>

using namespace brigade;

namespace {

using Floats = std::vector<float>;

/// 1, 2, 3, ...
Array counting(const Shape &shape) {
  return (arange(element_count(shape)) + 1).astype(DType::F32).reshape(shape);
}
Floats values(const Array &x) { return x.to_vector<float>(); }

TEST(Pmap, MapsAndStacksAnyAxis) {
  const Array x = counting({2, 3, 4});
  auto scaled = [](Array v) { return v * (1.0 + lax::axis_index("i").astype(DType::F32)); };
  const Array factors[] = {counting({2, 1, 1}), counting({3, 1}), counting({4})};
  for (int axis = 0; axis < 3; ++axis)
    for (int sign : {0, 3}) {
      const int given = axis - sign;
      const Array y = pmap(scaled, "i", {.in_axes = given, .out_axes = given})(x);
      EXPECT_EQ(y.shape(), x.shape());
      EXPECT_EQ(values(y), values(x * factors[axis])) << given;
      Shape piece = x.shape();
      piece[static_cast<size_t>(axis)] = 1;
      EXPECT_EQ(y.addressable_shards()[1].data.shape(), piece);
    }
  const Array moved = pmap([](Array v) { return v; }, "i", {.in_axes = 2, .out_axes = 0})(x);
  EXPECT_EQ(values(moved), values(moveaxis(x, 2, 0)));
}

TEST(Pmap, AxesOfEachArgumentAndResult) {
  auto f = pmap(
      [](Array rows, Array columns, Array whole) {
        return std::tuple(rows + columns, lax::psum(rows, "i"), whole * 2.0);
      },
      "i", {.in_axes = {0, 1, std::nullopt}, .out_axes = {1, std::nullopt, std::nullopt}});
  const Array rows = counting({2, 3}), columns = counting({3, 2});
  auto [sums, total, doubled] = f(rows, columns, counting({2}));
  EXPECT_EQ(sums.shape(), (Shape{3, 2}));
  EXPECT_EQ(values(sums), values(rows.T() + columns));
  EXPECT_EQ(values(total), values(sum(rows, 0)));
  EXPECT_TRUE(total.sharding().is_fully_replicated());
  EXPECT_EQ(values(doubled), (Floats{2, 4}));
}

TEST(Pmap, OtherAxesInsideJitGradAndVmap) {
  const PmapOptions columns{.in_axes = 1, .out_axes = -1};
  auto square = [](Array v) { return v * v; };
  const Array x = counting({3, 2});
  EXPECT_EQ(values(jit([&](Array a) { return pmap(square, "i", columns)(a); })(x)), values(x * x));
  auto loss = [&](Array a) { return sum(pmap(square, "i", columns)(a)); };
  EXPECT_EQ(values(grad(loss)(x)), values(2 * x));
  const Array batch = counting({4, 3, 2});
  EXPECT_EQ(values(vmap([&](Array a) { return pmap(square, "i", columns)(a); })(batch)),
            values(batch * batch));
}

TEST(Pmap, GradientThroughAResultThatIsNotStacked) {
  auto total = pmap([](Array v) { return lax::psum(v * v, "i"); }, "i", {.out_axes = std::nullopt});
  EXPECT_EQ(values(grad([&](Array x) { return total(x); })(counting({3}))), (Floats{2, 4, 6}));
}

TEST(Pmap, AxesThatDoNotFitAreRefused) {
  auto identity = [](Array v) { return v; };
  EXPECT_USER_ERROR(pmap(identity, "i", {.in_axes = 2})(counting({2, 2})),
                    "pmap: argument 0 is f32[2,2], which has no axis 2 to map");
  EXPECT_USER_ERROR(pmap(identity, "i", {.out_axes = 2})(counting({2, 2})),
                    "pmap: out_axes 2 for a result f32[2], which has 1 dimensions");
  EXPECT_USER_ERROR(pmap(identity, "i", {.in_axes = {0, 0}})(counting({2, 2})),
                    "pmap: in_axes has 2 entries, but the function has 1 arguments");
}

} // namespace
