#include "expected.h"

#include "brigade/random.h"

#include <bit>

namespace brigade::test {
namespace {

random::Key key() { return random::key(42); }

TEST(Random, KeysEqualJax) {
  expect_jax("random.key", key().data, 0);
  expect_jax("random.negative_key", random::key(-5).data, 0);
  expect_jax("random.split", random::split(key(), 3).data, 0);
  expect_jax("random.fold_in", random::fold_in(key(), 7).data, 0);
  auto [a, b] = random::split_into<2>(key());
  EXPECT_EQ(values_of(b.data), values_of(random::split(key())[1].data));
  EXPECT_NE(values_of(a.data), values_of(b.data));
}

TEST(Random, BitsEqualJax) {
  expect_jax("random.bits", random::bits(key(), {3, 5}), 0);
  expect_jax("random.bits_u8", random::bits(key(), {9}, DType::U8), 0);
  expect_jax("random.bits_u16", random::bits(key(), {9}, DType::U16), 0);
}

TEST(Random, UniformEqualsJax) {
  expect_jax("random.uniform", random::uniform(key(), {2, 9}), 0);
  expect_jax("random.uniform_bf16", random::uniform(key(), {9}, DType::BF16), 0);
  expect_jax("random.uniform_f16", random::uniform(key(), {9}, DType::F16), 0);
  expect_jax("random.uniform_range", random::uniform(key(), {9}, DType::F32, -2.0, 6.0), 0);
}

TEST(Random, IntegersEqualJax) {
  expect_jax("random.randint", random::randint(key(), {20}, -5, 1000), 0);
  expect_jax("random.randint_u8", random::randint(key(), {20}, 0, 256, DType::U8), 0);
  expect_jax("random.randint_large",
             random::randint(key(), {20}, std::numeric_limits<int>::min(),
                             std::numeric_limits<int>::max()),
             0);
  expect_jax("random.bernoulli", random::bernoulli(key(), 0.3, Shape{20}), 0);
}

TEST(Random, PermutationsEqualJax) {
  expect_jax("random.permutation", random::permutation(key(), 50), 0);
  expect_jax("random.permutation_one_round", random::permutation(key(), 5), 0);
  expect_jax("random.permutation_rows", random::permutation(key(), input("a")), 0);
  expect_jax("random.permutation_long", random::permutation(key(), 70000)(slice({}, {}, 5000)), 0);
}

TEST(Random, NormalIsWithinFourUnitsOfJax) {
  const std::vector<float> got = random::normal(key(), {4, 50}).to_vector<float>();
  const Expected &e = expected("random.normal");
  for (size_t i = 0; i < got.size(); ++i) {
    const float want = static_cast<float>(e.values[i]);
    EXPECT_LE(std::abs(std::bit_cast<int32_t>(got[i]) - std::bit_cast<int32_t>(want)), 4)
        << got[i] << " for " << want;
  }
}

TEST(Random, AStackOfKeysIsRefused) {
  EXPECT_EQ(error_of([] { random::bits(random::split(key(), 3)); }),
            "random::bits: a stack of keys, u32[3,2], where one is needed; take one by index, or "
            "use vmap; random_test.cpp");
}

} // namespace
} // namespace brigade::test
