#include <brigade/brigade.h>

#include <gtest/gtest.h>

using namespace brigade;

namespace {

const bool devices_are_set = (set_num_cpu_devices(8), true);

Mesh mesh() { return make_mesh({4, 2}, {"data", "model"}); }

/// Calls f three times; what the runtime counted must be what the report says of one call.
template <class F, class... A> TrafficReport expect_counted(const F &f, const A &...x) {
  for (int i = 0; i < 3; ++i)
    tree_map([](const Array &y) { return y.block_until_ready(); }, f(x...));
  TrafficReport report = f.traffic(x...);
  EXPECT_FALSE(report.transfers.empty());
  for (const Transfer &t : report.transfers)
    EXPECT_EQ(t.moved, 3 * t.count * t.bytes) << report.to_string();
  return report;
}

TEST(Traffic, NothingMovesBeforeTheFirstCall) {
  auto f = jit([](Array x) { return sum(x); });
  const Array x = device_put(ones({8, 8}), NamedSharding(mesh(), P("data")));
  for (const Transfer &t : f.traffic(x).transfers)
    EXPECT_EQ(t.moved, 0);
}

TEST(Traffic, OfASplitProductIsOneSum) {
  auto f = jit([](Array x, Array w) { return matmul(x, w); });
  const Array x = device_put(ones({16, 8}), NamedSharding(mesh(), P("data", "model")));
  const Array w = device_put(ones({8, 4}), NamedSharding(mesh(), P("model")));
  TrafficReport report = expect_counted(f, x, w);
  ASSERT_EQ(report.transfers.size(), 1u) << report.to_string();
  EXPECT_EQ(report.transfers[0].operation, "all_reduce");
  EXPECT_EQ(report.transfers[0].bytes, 4 * 4 * 4); // Four of sixteen rows of four floats.
  EXPECT_EQ(report.transfers[0].group_size, 2);
  EXPECT_NE(report.transfers[0].where.find("traffic_test.cpp:"), std::string::npos);
}

TEST(Traffic, OfPmapIsCounted) {
  auto f = pmap([](Array x) { return std::pair(lax::psum(x, "i"), lax::all_gather(x, "i")); }, "i");
  EXPECT_EQ(expect_counted(f, ones({8, 100})).transfers.size(), 2u);
}

TEST(Traffic, InsideALoopIsCountedEachTime) {
  auto f = pmap(
      [](Array x) {
        return lax::fori_loop(0, 5, [](Array, Array y) { return lax::psum(y, "i") / 8.0; }, x);
      },
      "i");
  TrafficReport report = expect_counted(f, ones({8, 10}));
  EXPECT_EQ(report.transfers[0].count, 5) << report.to_string();
}

TEST(Traffic, OfATrainingStepIsCounted) {
  auto loss = [](Array w, Array x) { return mean(tanh(matmul(x, w))); };
  auto step = jit([=](Array w, Array x) { return w - 0.1 * grad(loss)(w, x); });
  const Array x = device_put(ones({32, 8}), NamedSharding(mesh(), P("data")));
  const Array w = device_put(ones({8, 16}), NamedSharding(mesh(), P(nullptr, "model")));
  expect_counted(step, w, x);
}

TEST(Traffic, OneDeviceMovesNothing) {
  auto f = jit([](Array x) { return sum(x); });
  EXPECT_TRUE(f.traffic(ones({8})).transfers.empty());
}

} // namespace
