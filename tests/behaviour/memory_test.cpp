#include <brigade/brigade.h>

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

using namespace brigade;

namespace {

const bool devices_are_set = (set_num_cpu_devices(4), true);

NamedSharding rows() { return {make_mesh({4}, {"data"}), P("data")}; }

TEST(Memory, ADonatedArgumentsResultHasItsAddress) {
  auto step = jit([](Array x, Array g) { return x - 0.1 * g; }, {.donate_argnums = {0}});
  Array x = ones({1000});
  const Array g = ones({1000});
  const void *before = x.unsafe_buffer_pointer();
  for (int i = 0; i < 3; ++i) {
    x = step(x, g);
    EXPECT_EQ(x.unsafe_buffer_pointer(), before);
  }
  EXPECT_FLOAT_EQ(x[0].item<float>(), 0.7f);
}

TEST(Memory, EachPieceOfADonatedArgumentIsReused) {
  auto step = jit([](Array x) { return x * 2.0; }, {.donate_argnums = {0}});
  Array x = device_put(ones({8, 100}), rows());
  std::vector<const void *> before;
  for (const Array::Shard &shard : x.addressable_shards())
    before.push_back(shard.data.unsafe_buffer_pointer());
  x = step(x);
  std::vector<Array::Shard> after = x.addressable_shards();
  ASSERT_EQ(after.size(), before.size());
  for (size_t i = 0; i < after.size(); ++i)
    EXPECT_EQ(after[i].data.unsafe_buffer_pointer(), before[i]) << "on device " << i;
}

TEST(Memory, AResultIsElsewhereWithoutDonation) {
  auto step = jit([](Array x) { return x * 2.0; });
  const Array x = ones({1000});
  EXPECT_NE(step(x).unsafe_buffer_pointer(), x.unsafe_buffer_pointer());
}

TEST(Memory, APointerIsOfOneDevice) {
  EXPECT_THROW(device_put(ones({8}), rows()).unsafe_buffer_pointer(), UserError);
}

/// What device 0 holds once nothing is on its way: memory is given back shortly after a run ends.
int64_t settled_bytes() {
  int64_t before = -1, now = devices()[0]->memory_stats().bytes_in_use;
  while (now != before) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    before = now;
    now = devices()[0]->memory_stats().bytes_in_use;
  }
  return now;
}

/// The bytes of device 0 that a call of f(x...) needs, x included: it works within them and not
/// within one byte less.
template <class F, class... A> int64_t bytes_needed(const F &f, const A &...x) {
  auto run = [&] { tree_map([](const Array &y) { return y.block_until_ready(); }, f(x...)); };
  (x.block_until_ready(), ...);
  const int64_t before = settled_bytes(); // The program and its constants come after.
  run();
  const int64_t others = before - f.memory(x...).arguments;
  int64_t fails = others, works = others + (int64_t(1) << 30);
  while (works - fails > 1) {
    settled_bytes();
    const int64_t limit = fails + (works - fails) / 2;
    devices()[0]->set_memory_limit(limit);
    try {
      run();
      works = limit;
    } catch (const RuntimeError &) {
      fails = limit;
    }
  }
  devices()[0]->set_memory_limit(0);
  return works - others;
}

TEST(Memory, TheReportedPeakIsWhatACallNeeds) {
  const Array x = full({300, 200}, 0.5);
  auto two = jit([](Array a) { return matmul(tanh(matmul(a, a.T())), a); });
  EXPECT_EQ(bytes_needed(two, x), two.memory(x).peak());

  const Array split = device_put(full({64, 1000}, 0.5), rows());
  auto reduced = jit([](Array a) { return matmul(a.T(), a); });
  EXPECT_EQ(bytes_needed(reduced, split), reduced.memory(split).peak());
}

TEST(Memory, WhatIsFreedIsGone) {
  const int64_t before = devices()[1]->memory_stats().bytes_in_use;
  {
    const Array x = device_put(ones({1000, 1000}), devices()[1]);
    x.block_until_ready();
    EXPECT_EQ(devices()[1]->memory_stats().bytes_in_use, before + 4'000'000);
  }
  EXPECT_EQ(devices()[1]->memory_stats().bytes_in_use, before);
  EXPECT_GE(devices()[1]->memory_stats().peak_bytes_in_use, before + 4'000'000);
}

TEST(Memory, ACapacityExceededLeavesTheProcessWorking) {
  Device *device = devices()[2];
  device->set_memory_limit(1 << 20);
  const Array small = device_put(ones({1000}), device);
  auto square = jit([](Array x) { return outer(x, x); });
  EXPECT_THROW(square(small).block_until_ready(), RuntimeError);
  device->set_memory_limit(0);
  EXPECT_EQ(sum(square(small)).item<float>(), 1e6f);
}

} // namespace
