#include "expect_error.h"

#include "brigade/brigade.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

using namespace brigade;

namespace {

Array filled(float value, int64_t n) {
  std::vector<float> values(static_cast<size_t>(n), value);
  return Array::from(std::span<const float>(values), {n});
}

TEST(Concurrency, OneFunctionServesManyThreads) {
  auto f = jit([](Array x, int n) { return x * n; });
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i)
        if (f(filled(static_cast<float>(t), 4 + i % 3), t).to_vector<float>()[3] !=
            static_cast<float>(t * t))
          ++wrong;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(f.program_count(), 12u);
}

TEST(Concurrency, ACallReturnsBeforeTheWorkIsDone) {
  auto f = jit([](Array x) {
    for (int i = 0; i < 40; ++i)
      x = matmul(x, x) * 1e-3;
    return x;
  });
  Array x = filled(1e-3f, 512 * 512).reshape({512, 512});
  f(x).block_until_ready();
  auto begin = std::chrono::steady_clock::now();
  Array y = f(x);
  auto returned = std::chrono::steady_clock::now();
  y.block_until_ready();
  auto done = std::chrono::steady_clock::now();
  EXPECT_LT(returned - begin, (done - begin) / 4);
}

TEST(Concurrency, TracesOfThreadsAreTheirOwn) {
  std::string texts[2];
  std::vector<std::thread> threads;
  for (int t = 0; t < 2; ++t)
    threads.emplace_back([&, t] {
      texts[t] = make_program([&](Array x) {
                   for (int i = 0; i < 50; ++i)
                     x = t ? x + x : x * x;
                   return x;
                 })(filled(1, 2))
                     .to_string();
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(texts[0].find("stablehlo.add"), std::string::npos);
  EXPECT_EQ(texts[1].find("stablehlo.multiply"), std::string::npos);
}

} // namespace
