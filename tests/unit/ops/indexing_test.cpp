#include "expected.h"

namespace brigade::test {
namespace {

TEST(Index, Reads) {
  const Array x = input("x"), p = input("p", DType::S32), q = input("q", DType::S32);
  expect_jax("index.integer", x[1], 0);
  expect_jax("index.negative", x(-2, 3), 0);
  expect_jax("index.slice", x(slice(1, 4), slice({}, {}, 2), slice(-3, {})), 0);
  expect_jax("index.backwards", x(slice({}, {}, -2), slice(4, 1, -1), 2), 0);
  expect_jax("index.newaxis", x(all, newaxis, 2, ellipsis, newaxis), 0);
  expect_jax("index.rows", x[p], 0);
  expect_jax("index.columns", x(all, p, slice(1, 3)), 0);
  expect_jax("index.pairs", x(q, p), 0);
  expect_jax("index.apart", x(p, slice(1, 3), p), 0);
  expect_jax("index.mixed", x(slice(1, 4), p, newaxis, 0), 0);
  expect_jax("index.far", x[array({9, 1})], 0);
  expect_jax("index.scalar", x(array(2), all, array(-1)), 0);
  expect_jax("index.take", take(x, array({1, 9}), 1), 0);
  expect_jax("index.take_along", take_along_axis(x[0], array({{3, -1}}), 1), 0);
}

TEST(Index, Updates) {
  const Array x = input("x"), p = input("p", DType::S32), q = input("q", DType::S32),
              u = input("u");
  expect_jax("at.set_static", x.at(slice(1, 4)).set(u), 0);
  expect_jax("at.add_static", x.at(slice(1, 4), 2).add(1.5), 0);
  expect_jax("at.set_strided", x.at(slice({}, {}, 2), 1, slice({}, {}, 3)).set(-1.0), 0);
  expect_jax("at.mul_strided", x.at(slice({}, {}, 2), slice({}, {}, -1)).multiply(2.0), 0);
  expect_jax("at.add_rows", x.at(array({1, 1, 4})).add(u));
  expect_jax("at.set_rows", x.at(p).set(u), 0);
  expect_jax("at.min_pairs", x.at(q, p).min(u(0, 0)), 0);
  expect_jax("at.max_far", x.at(array({0, 9, 2})).max(u * 100), 1e-6);
  expect_jax("at.mixed", x.at(slice(1, 4), p).multiply(u(all, slice(0, 3), all)));
}

} // namespace
} // namespace brigade::test
