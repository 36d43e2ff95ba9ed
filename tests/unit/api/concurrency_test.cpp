#include "brigade/brigade.h"

#include <gtest/gtest.h>

#include <atomic>
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
