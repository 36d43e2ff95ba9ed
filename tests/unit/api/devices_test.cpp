#include "support/expect_error.h"

#include "brigade/brigade.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace brigade;

namespace {

using Floats = std::vector<float>;

Array counting(const Shape &shape) {
  Floats values(static_cast<size_t>(element_count(shape)));
  std::iota(values.begin(), values.end(), 1.f);
  return Array::from(std::span<const float>(values), shape);
}
Floats values(const Array &x) { return x.to_vector<float>(); }

Mesh mesh() { return make_mesh({4, 2}, {"data", "model"}); }

TEST(Devices, CallsFollowCommittedArrays) {
  auto f = jit([](Array x, Array y) { return x + y; });
  Array x = device_put(counting({4}), devices()[3]);
  Array out = f(x, counting({4}));
  EXPECT_EQ(out.devices(), (std::vector<Device *>{devices()[3]}));
  EXPECT_TRUE(out.committed());
  EXPECT_EQ(values(out), (Floats{2, 4, 6, 8}));
  EXPECT_FALSE(f(counting({4}), counting({4})).committed());
  EXPECT_EQ((x + x).devices()[0]->id(), 3);
}

TEST(Devices, DifferentDeviceListsDoNotMix) {
  Array x = device_put(counting({4}), devices()[3]), y = device_put(counting({4}), devices()[1]);
  EXPECT_USER_ERROR(
      jit([](Array a, Array b) { return a + b; })(x, y),
      "argument 0 is on devices [3], but argument 1 on devices [1]; move one with device_put");
  EXPECT_USER_ERROR(x + y, "on devices [3]");
}

TEST(Devices, TheDeviceOptionDecides) {
  auto f = jit([](Array x) { return x + 1.0; }, {.device = devices()[2]});
  EXPECT_EQ(f(device_put(counting({4}), devices()[3])).devices()[0]->id(), 2);
}

TEST(Devices, SplitArgumentsGiveTheSameAnswer) {
  auto f = [](Array x, Array w) { return matmul(x, w); };
  Array x = counting({8, 6}), w = counting({6, 4});
  Floats expected = values(jit(f)(x, w));
  for (auto [a, b] :
       {std::pair(P("data"), P()), std::pair(P("data"), P(nullptr, "model")),
        std::pair(P(nullptr, "model"), P("model")), std::pair(P("data", "model"), P("model"))}) {
    Array out =
        jit(f)(device_put(x, NamedSharding(mesh(), a)), device_put(w, NamedSharding(mesh(), b)));
    EXPECT_EQ(values(out), expected) << a.to_string() << b.to_string();
    EXPECT_EQ(out.devices().size(), 8u);
  }
}

TEST(Devices, ShardingsOfResultsAreAsAsked) {
  NamedSharding rows(mesh(), P("data")), columns(mesh(), P(nullptr, "model"));
  auto f = jit([](Array x) { return std::pair(x + 1.0, x * 2.0); },
               {.in_shardings = {rows}, .out_shardings = {columns, rows}});
  auto [a, b] = f(counting({8, 6}));
  EXPECT_EQ(a.sharding(), columns);
  EXPECT_EQ(b.sharding(), rows);
  EXPECT_EQ(values(a), values(counting({8, 6}) + 1.0));
  EXPECT_USER_ERROR(
      jit([](Array x) { return x + 1.0; }, {.out_shardings = {rows}})(counting({6, 6})), "data");
}

TEST(Devices, ZerosLikeAnArrayAreWhereItIs) {
  Array x = device_put(counting({8, 6}), NamedSharding(mesh(), P("data")));
  EXPECT_EQ(zeros_like(x).sharding(), x.sharding());
  EXPECT_TRUE(zeros_like(x).committed());
  EXPECT_FALSE(zeros_like(counting({2})).committed());
}

TEST(Devices, ConstraintsDecideInside) {
  NamedSharding rows(mesh(), P("data"));
  Array y = jit([&](Array x) { return with_sharding_constraint(x + 1.0, rows); })(counting({8, 6}));
  EXPECT_EQ(y.devices().size(), 8u);
  EXPECT_EQ(y.sharding(), rows);
  EXPECT_EQ(values(y), values(counting({8, 6}) + 1.0));
}

TEST(Devices, ShardingsOfAnInnerJitAreConstraints) {
  NamedSharding rows(mesh(), P("data"));
  auto inner = jit([](Array x) { return x + 1.0; }, {.out_shardings = {rows}});
  Array y = jit([&](Array x) { return inner(x); })(counting({8, 6}));
  EXPECT_EQ(y.sharding(), rows);
}

TEST(Devices, MeshesOverTheSameDevicesMix) {
  Mesh flat = make_mesh({8}, {"i"});
  Array x = device_put(counting({8, 8}), NamedSharding(mesh(), P("data", "model")));
  Array y = device_put(counting({8, 8}), NamedSharding(flat, P("i")));
  EXPECT_EQ(values(jit([](Array a, Array b) { return a + b; })(x, y)),
            values(counting({8, 8}) * 2.0));
}

TEST(Devices, PmapRunsOnEachDevice) {
  Array x = counting({8, 3});
  Array y = pmap([](Array v) { return v * 2.0; }, "i")(x);
  EXPECT_EQ(values(y), values(x * 2.0));
  EXPECT_EQ(y.devices().size(), 8u);
  EXPECT_EQ(y.addressable_shards()[2].data.shape(), (Shape{1, 3}));
  Array four = pmap([](Array v) { return v + 1.0; }, "i")(counting({4}));
  EXPECT_EQ(four.devices().size(), 4u);
  EXPECT_EQ(values(four), (Floats{2, 3, 4, 5}));
}

TEST(Devices, PmapCollectivesCrossDevices) {
  auto f = pmap(
      [](Array v) {
        return std::make_tuple(lax::psum(v, "i"), lax::pmean(v, "i"), lax::pmax(v, "i"),
                               lax::axis_index("i"));
      },
      "i");
  auto [total, mean, largest, index] = f(counting({4}));
  EXPECT_EQ(values(total), Floats(4, 10));
  EXPECT_EQ(values(mean), Floats(4, 2.5));
  EXPECT_EQ(values(largest), Floats(4, 4));
  EXPECT_EQ(index.to_vector<int32_t>(), (std::vector<int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(values(pmap([](Array v) { return lax::all_gather(v, "i"); }, "i")(counting({2}))),
            (Floats{1, 2, 1, 2}));
  EXPECT_EQ(values(pmap([](Array v) { return lax::ppermute(v, "i", {{0, 1}, {1, 2}, {2, 0}}); },
                        "i")(counting({3}))),
            (Floats{3, 1, 2}));
}

TEST(Devices, PmapTakesWholeArgumentsToo) {
  auto f = pmap([](Array v, Array w) { return v * w; }, "i", {.in_axes = {0, std::nullopt}});
  EXPECT_EQ(values(f(counting({2, 2}), counting({2}))), (Floats{1, 4, 3, 8}));
}

TEST(Devices, GradientsInsidePmap) {
  auto loss = [](Array w, Array x) { return sum(w * x); };
  auto step = pmap([&](Array w, Array x) { return lax::pmean(grad(loss)(w, x), "i"); }, "i",
                   {.in_axes = {std::nullopt, 0}});
  EXPECT_EQ(values(step(counting({2}), counting({2, 2}))), (Floats{2, 3, 2, 3}));
}

TEST(Devices, TrafficIsReadFromTheProgram) {
  auto f = jit([](Array x, Array w) { return matmul(x, w); });
  Array x = device_put(counting({8, 8}), NamedSharding(mesh(), P(nullptr, "model")));
  Array w = device_put(counting({8, 4}), NamedSharding(mesh(), P("model")));
  TrafficReport report = f.traffic(x, w);
  ASSERT_FALSE(report.transfers.empty());
  EXPECT_EQ(report.transfers[0].group_size, 2);
  EXPECT_NE(report.to_string().find("devices_test.cpp"), std::string::npos) << report.to_string();
  EXPECT_TRUE(f.traffic(counting({8, 8}), counting({8, 4})).transfers.empty());
  EXPECT_GT(f.memory(x, w).peak(), 0);
}

} // namespace
