#include "core/placement.h"
#include "support/expect_error.h"

#include "brigade/device_put.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace brigade;

namespace {

Array counting(const Shape &shape) {
  std::vector<float> values(static_cast<size_t>(element_count(shape)));
  std::iota(values.begin(), values.end(), 0.f);
  return Array::from(std::span<const float>(values), shape);
}

Mesh mesh() { return make_mesh({4, 2}, {"data", "model"}); }

TEST(Placement, EqualDescriptionsAreOneObject) {
  const core::Placement *a = core::sharded_placement(NamedSharding(mesh(), P("data")));
  EXPECT_EQ(a, core::sharded_placement(NamedSharding(mesh(), P("data", nullptr))));
  EXPECT_NE(a, core::sharded_placement(NamedSharding(mesh(), P("model"))));
  EXPECT_NE(a, core::sharded_placement(NamedSharding(
                   Mesh({7, 6, 5, 4, 3, 2, 1, 0}, {4, 2}, {"data", "model"}), P("data"))));
  const core::Kind *kind = core::intern_kind({DType::F32, {8, 6}}, false, true, a);
  EXPECT_EQ(kind, core::intern_kind({DType::F32, {8, 6}}, false, true, a));
  EXPECT_NE(kind, core::intern_kind({DType::F32, {8, 6}}, true, true, a));
  EXPECT_EQ(kind->local_shape, (Shape{2, 6}));
}

TEST(Placement, ASplitArrayReadsBackWhole) {
  Array x = counting({8, 6});
  std::vector<float> whole = x.to_vector<float>();
  for (PartitionSpec spec : {P("data"), P(nullptr, "model"), P("data", "model"),
                             P({"data", "model"}), P("model", nullptr), P()}) {
    Array y = device_put(x, NamedSharding(mesh(), spec));
    EXPECT_EQ(y.to_vector<float>(), whole) << spec.to_string();
    EXPECT_TRUE(y.committed());
    EXPECT_EQ(y.devices().size(), 8u);
    EXPECT_EQ(y.sharding().mesh(), mesh());
    // From each split to another.
    Array z =
        device_put(y, NamedSharding(mesh(), spec.dims().empty() ? P("data") : P(nullptr, "model")));
    EXPECT_EQ(z.to_vector<float>(), whole) << spec.to_string();
    EXPECT_EQ(device_put(y, devices()[3]).to_vector<float>(), whole);
  }
}

TEST(Placement, ShardsSayWhereTheyBegin) {
  Array x = device_put(counting({8, 6}), NamedSharding(mesh(), P("data", "model")));
  std::vector<Array::Shard> shards = x.addressable_shards();
  ASSERT_EQ(shards.size(), 8u);
  EXPECT_EQ(shards[3].device, devices()[3]);
  EXPECT_EQ(shards[3].offsets, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(shards[3].data.shape(), (Shape{2, 3}));
  EXPECT_EQ(shards[3].data.to_vector<float>(), (std::vector<float>{15, 16, 17, 21, 22, 23}));
  EXPECT_EQ(shards[3].data.devices(), (std::vector<Device *>{devices()[3]}));
}

TEST(Placement, AReplicaIsStoredOnceAndCountsEverywhere) {
  MemoryStats before = devices()[5]->memory_stats();
  Array x = device_put(counting({1024}), NamedSharding(mesh(), P()));
  EXPECT_EQ(devices()[5]->memory_stats().bytes_in_use - before.bytes_in_use, 4096);
  std::vector<Array::Shard> shards = x.addressable_shards();
  EXPECT_EQ(shards[0].data.to_vector<float>(), shards[7].data.to_vector<float>());
}

TEST(Placement, ADimensionMustDivide) {
  EXPECT_USER_ERROR(device_put(counting({30, 6}), NamedSharding(mesh(), P("data"))), "30");
  EXPECT_USER_ERROR(device_put(counting({8}), NamedSharding(mesh(), P("data", "model"))),
                    "P('data', 'model')");
}

TEST(Placement, SpecsAreChecked) {
  EXPECT_USER_ERROR(NamedSharding(mesh(), P("rows")), "rows");
  EXPECT_USER_ERROR(NamedSharding(mesh(), P("data", "data")), "data");
  EXPECT_USER_ERROR(make_mesh({4, 4}, {"data", "model"}), "needs 16 devices, but there are 8");
}

TEST(Placement, TheCountOfDevicesIsFixedAtFirstUse) {
  (void)devices();
  EXPECT_USER_ERROR(set_num_cpu_devices(4),
                    "set_num_cpu_devices(4) after the 8 devices are in use");
  EXPECT_NO_THROW(set_num_cpu_devices(8));
}

TEST(Placement, TheDefaultDeviceIsWhereArraysGo) {
  EXPECT_EQ(counting({2}).devices()[0]->id(), 0);
  EXPECT_FALSE(counting({2}).committed());
  DefaultDevice scope(devices()[2]);
  EXPECT_EQ(counting({2}).devices()[0]->id(), 2);
}

TEST(Placement, ALimitedDeviceRefuses) {
  devices()[6]->set_memory_limit(1000);
  EXPECT_THROW(device_put(counting({1024}), devices()[6]), RuntimeError);
  devices()[6]->set_memory_limit(0);
  EXPECT_NO_THROW(device_put(counting({1024}), devices()[6]));
}

TEST(Array, ValuesPrint) {
  EXPECT_EQ(counting({2, 2}).to_string(), "[[0, 1], [2, 3]] : f32[2,2]");
  EXPECT_EQ(counting({100}).to_string(), "[0, 1, 2, ..., 97, 98, 99] : f32[100]");
}

TEST(Array, HostReadsAreChecked) {
  EXPECT_USER_ERROR(counting({2}).item<float>(), "item() of f32[2]: it needs exactly one element");
  EXPECT_USER_ERROR(counting({2}).to_vector<double>(), "to_vector<f64>() of f32[2]");
  EXPECT_EQ(counting({1}).item<int>(), 0);
  EXPECT_THROW(Array().shape(), UserError);
  std::vector<float> three(3);
  EXPECT_USER_ERROR(Array::from(std::span<const float>(three), {2}),
                    "3 values for shape (2,), which holds 2");
}

TEST(Grid, ShowsWhichDeviceHoldsWhat) {
  EXPECT_EQ(debug::sharding_grid({8, 6}, NamedSharding(make_mesh({2, 2}, {"x", "y"}), P("x", "y"))),
            "┌───────┬───────┐\n│ CPU 0 │ CPU 1 │\n├───────┼───────┤\n│ CPU 2 │ CPU 3 "
            "│\n└───────┴───────┘\n");
  EXPECT_EQ(debug::sharding_grid({8}, NamedSharding(make_mesh({2, 2}, {"x", "y"}), P("y"))),
            "┌─────────┬─────────┐\n│ CPU 0,2 │ CPU 1,3 │\n└─────────┴─────────┘\n");
}

} // namespace
