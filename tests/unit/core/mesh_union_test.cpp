#include "core/mesh_union.h"
#include "support/expect_error.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace brigade;

namespace {

Mesh mesh(std::vector<int64_t> sizes, std::vector<std::string> names) {
  std::vector<int> devices(static_cast<size_t>(element_count(sizes)));
  std::iota(devices.begin(), devices.end(), 0);
  return Mesh(devices, sizes, names);
}

TEST(MeshUnion, OfOneMeshIsThatMesh) {
  Mesh m = mesh({4, 2}, {"data", "model"});
  core::MeshUnion united(std::vector{m, m}, {});
  EXPECT_EQ(united.mesh(), m);
  EXPECT_EQ(united.axes(m, "model"), std::vector<std::string>{"model"});
}

TEST(MeshUnion, AnAxisOverAllIsTheOthersTogether) {
  Mesh m = mesh({4, 2}, {"data", "model"}), flat = mesh({8}, {"i"});
  core::MeshUnion united(std::vector{flat, m}, {});
  EXPECT_EQ(united.mesh(), m);
  EXPECT_EQ(united.translate(NamedSharding(flat, P("i"))).spec(), P({"data", "model"}));
}

TEST(MeshUnion, AxesThatOverlapAreCut) {
  Mesh a = mesh({4, 2}, {"data", "model"}), b = mesh({2, 4}, {"a", "b"});
  core::MeshUnion united(std::vector{a, b}, {});
  EXPECT_EQ(united.mesh().sizes(), (std::vector<int64_t>{2, 2, 2}));
  EXPECT_EQ(united.mesh().axis_names(), (std::vector<std::string>{"a", "data.2", "model"}));
  EXPECT_EQ(united.axes(a, "data"), (std::vector<std::string>{"a", "data.2"}));
  EXPECT_EQ(united.axes(b, "b"), (std::vector<std::string>{"data.2", "model"}));
  NamedSharding sharding(b, P(nullptr, "b"));
  EXPECT_EQ(united.translate(sharding).shard_offsets({4, 8}), sharding.shard_offsets({4, 8}));
}

TEST(MeshUnion, CutsThatDoNotNestAreRefused) {
  EXPECT_USER_ERROR(core::MeshUnion(std::vector{mesh({2, 3}, {"a", "b"}), mesh({3, 2}, {"c", "d"})},
                                    Loc::current()),
                    "do not nest");
}

} // namespace
