#include <brigade/brigade.h>

#include <gtest/gtest.h>

#include <chrono>

using namespace brigade;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double, std::milli>(to - from).count();
}

/// x through `steps` products.
Array repeated_product(const Array &x, int steps) {
  return lax::fori_loop(0, steps, [&](Array, Array y) { return tanh(matmul(x, y)); }, x);
}

TEST(Calls, ReturnBeforeTheWorkIsDone) {
  const Array x = full({256, 256}, 0.001);
  for (int steps = 64;; steps *= 2) {
    auto f = jit([=](Array a) { return repeated_product(a, steps); });
    f(x).block_until_ready();
    const Clock::time_point start = Clock::now();
    const Array y = f(x);
    const Clock::time_point returned = Clock::now();
    y.block_until_ready();
    const Clock::time_point done = Clock::now();
    if (milliseconds(start, done) < 50 && steps < (1 << 20))
      continue;
    EXPECT_GE(milliseconds(start, done), 50);
    EXPECT_LT(milliseconds(start, returned), 10) << "of " << milliseconds(start, done);
    return;
  }
}

TEST(Calls, OfPendingArraysReturnToo) {
  const Array x = full({256, 256}, 0.001);
  auto f = jit([](Array a) { return repeated_product(a, 512); });
  f(x).block_until_ready();
  const Clock::time_point start = Clock::now();
  Array y = x;
  for (int i = 0; i < 4; ++i)
    y = f(y);
  const Clock::time_point returned = Clock::now();
  y.block_until_ready();
  EXPECT_LT(milliseconds(start, returned), milliseconds(start, Clock::now()) / 2);
}

TEST(Calls, ReadWhatAnEarlierOneStillComputes) {
  const Array x = full({128, 128}, 0.001);
  auto f = jit([](Array a) { return repeated_product(a, 200); });
  const Array pending = f(x);
  EXPECT_EQ((pending + 1.0).to_vector<float>(),
            (f(x).block_until_ready() + 1.0).to_vector<float>());
}

} // namespace
