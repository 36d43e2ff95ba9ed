#include "sharding/sharding.h"

#include <gtest/gtest.h>

namespace brigade {
namespace {

template <class F> std::string thrown(F &&f) {
  try {
    f();
  } catch (const UserError &error) {
    return error.what();
  }
  return "";
}

const Loc app{"/home/user/app.cpp", 41};

Mesh mesh42() { return Mesh({0, 1, 2, 3, 4, 5, 6, 7}, {4, 2}, {"data", "model"}); }

TEST(Mesh, Values) {
  Mesh mesh = mesh42();
  EXPECT_EQ(mesh.size(), 8);
  EXPECT_EQ(mesh.axis_size("model"), 2);
  EXPECT_TRUE(mesh.has_axis("data"));
  EXPECT_FALSE(mesh.has_axis("x"));
  EXPECT_EQ(mesh.to_string(), "Mesh('data': 4, 'model': 2)");
  EXPECT_EQ(mesh, mesh42());
  EXPECT_NE(mesh, Mesh());
  EXPECT_TRUE(Mesh().empty());
  EXPECT_EQ(Mesh().size(), 0);
}

TEST(Mesh, Errors) {
  EXPECT_EQ(thrown([] { Mesh({0, 1, 2}, {2, 2}, {"a", "b"}, app); }),
            "a mesh of shape (2, 2) takes 4 devices, but 3 are given; app.cpp:41");
  EXPECT_EQ(thrown([] { Mesh({0, 1}, {2, 1}, {"a", "a"}, app); }),
            "mesh axis name \"a\" appears twice; names must differ; app.cpp:41");
  EXPECT_EQ(thrown([] { Mesh({1, 1}, {2}, {"a"}, app); }),
            "device 1 appears twice in the mesh; app.cpp:41");
  EXPECT_EQ(thrown([] { Mesh({0}, {1}, {"a", "b"}, app); }),
            "a mesh of 1 dimensions needs as many axis names, not 2; app.cpp:41");
  EXPECT_EQ(thrown([] { Mesh({}, {0}, {"a"}, app); }),
            "mesh axis \"a\" has size 0; it must be at least 1; app.cpp:41");
  EXPECT_EQ(thrown([] { mesh42().axis_size("batch", app); }),
            "the mesh has no axis \"batch\"; its axes are \"data\", \"model\"; app.cpp:41");
}

TEST(Mesh, Groups) {
  using Groups = std::vector<std::vector<int>>;
  Mesh mesh = mesh42();
  EXPECT_EQ(groups_along(mesh, {"data"}), (Groups{{0, 2, 4, 6}, {1, 3, 5, 7}}));
  EXPECT_EQ(groups_along(mesh, {"model"}), (Groups{{0, 1}, {2, 3}, {4, 5}, {6, 7}}));
  EXPECT_EQ(groups_along(mesh, {"data", "model"}), (Groups{{0, 1, 2, 3, 4, 5, 6, 7}}));
  EXPECT_EQ(groups_along(mesh, {"model", "data"}), (Groups{{0, 2, 4, 6, 1, 3, 5, 7}}));
  EXPECT_EQ(groups_along(mesh, {}).size(), 8u);
  EXPECT_EQ(mesh_coordinates(mesh, 5), (std::vector<int64_t>{2, 1}));
}

TEST(NamedSharding, ShardsAndOffsets) {
  NamedSharding both(mesh42(), P("data", "model"));
  EXPECT_EQ(both.shard_shape({8, 6}), (Shape{2, 3}));
  EXPECT_EQ(both.shard_offsets({8, 6})[5], (std::vector<int64_t>{4, 3}));
  NamedSharding joined(mesh42(), P(DimSpec{"model", "data"}));
  EXPECT_EQ(joined.shard_shape({16, 3}), (Shape{2, 3}));
  EXPECT_EQ(joined.shard_offsets({16, 3})[5], (std::vector<int64_t>{2 * (1 * 4 + 2), 0}));
  NamedSharding replicated(mesh42(), P(nullptr));
  EXPECT_TRUE(replicated.is_fully_replicated());
  EXPECT_FALSE(both.is_fully_replicated());
  EXPECT_EQ(replicated.shard_shape({5}), (Shape{5}));
  EXPECT_TRUE(NamedSharding(Mesh({3}, {1}, {"x"}), P("x")).is_fully_replicated());
}

TEST(NamedSharding, Prints) {
  EXPECT_EQ(P("data", nullptr, DimSpec{"a", "b"}).to_string(), "P('data', None, ('a', 'b'))");
  EXPECT_EQ(P().to_string(), "P()");
  EXPECT_EQ(NamedSharding(mesh42(), P("data")).to_string(),
            "NamedSharding(mesh=Mesh('data': 4, 'model': 2), spec=P('data'))");
}

TEST(NamedSharding, Errors) {
  EXPECT_EQ(thrown([] { NamedSharding(mesh42(), P("batch"), app); }),
            "the mesh has no axis \"batch\"; its axes are \"data\", \"model\"; app.cpp:41");
  EXPECT_EQ(thrown([] { NamedSharding(mesh42(), P("data", "data"), app); }),
            "P('data', 'data') names mesh axis \"data\" twice; an axis can split one dimension "
            "only; app.cpp:41");
  EXPECT_EQ(thrown([] { NamedSharding(mesh42(), P("data")).shard_shape({30, 2}, app); }),
            "dimension 0 has size 30, which mesh axis \"data\" of size 4 does not divide; 28 and "
            "32 do; app.cpp:41");
  EXPECT_EQ(thrown([] { NamedSharding(mesh42(), P("data")).shard_shape({3}, app); }),
            "dimension 0 has size 3, which mesh axis \"data\" of size 4 does not divide; 4 does; "
            "app.cpp:41");
  EXPECT_EQ(
      thrown([] {
        NamedSharding(mesh42(), P(nullptr, DimSpec{"data", "model"})).shard_shape({2, 30}, app);
      }),
      "dimension 1 has size 30, which mesh axes \"data\" and \"model\", 8 pieces, do not "
      "divide; 24 and 32 do; app.cpp:41");
  EXPECT_EQ(thrown([] { NamedSharding(mesh42(), P("data", "model")).shard_shape({8}, app); }),
            "P('data', 'model') describes 2 dimensions, but the array of shape (8,) has 1; "
            "app.cpp:41");
}

} // namespace
} // namespace brigade
