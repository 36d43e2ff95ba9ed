#include "brigade/tree.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>

namespace brigade {
namespace {

Array number(float value) { return Array::from<float>(std::span<const float>(&value, 1), {}); }

std::vector<float> numbers(const std::vector<Array> &leaves) {
  std::vector<float> out;
  for (const Array &leaf : leaves)
    out.push_back(leaf.item<float>());
  return out;
}

struct Layer {
  Array w, b;
};

struct Model {
  std::vector<Layer> hidden;
  const Layer out;
  float dropout = 0.5f;
};

Model model() { return {{{number(1), number(2)}, {number(3), number(4)}}, {number(5), number(6)}}; }

TEST(Tree, LeavesComeInTheOrderOfMembers) {
  EXPECT_EQ(numbers(tree_leaves(model())), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(tree_paths(model()),
            (std::vector<std::string>{".hidden[0].w", ".hidden[0].b", ".hidden[1].w",
                                      ".hidden[1].b", ".out.w", ".out.b"}));
}

TEST(Tree, UnflattenKeepsStaticMembersAndStructure) {
  Model like{{{number(0), number(0)}}, {number(0), number(0)}, 0.25f};
  Model built = tree_unflatten(like, {number(1), number(2), number(3), number(4)});
  EXPECT_EQ(built.hidden.size(), 1u);
  EXPECT_EQ(built.dropout, 0.25f);
  EXPECT_EQ(numbers(tree_leaves(built)), (std::vector<float>{1, 2, 3, 4}));
}

struct Containers {
  std::array<Array, 2> pair;
  std::optional<Array> some, none;
  std::map<std::string, Array> named;
  std::tuple<Array, std::pair<int, Array>> mixed;
};

TEST(Tree, Containers) {
  Containers c{{number(1), number(2)},
               number(3),
               std::nullopt,
               {{"a", number(4)}, {"b", number(5)}},
               {number(6), {7, number(8)}}};
  EXPECT_EQ(tree_paths(c), (std::vector<std::string>{".pair[0]", ".pair[1]", ".some", ".named['a']",
                                                     ".named['b']", ".mixed[0]", ".mixed[1][1]"}));
  Containers twice = tree_map([](const Array &x) { return number(2 * x.item<float>()); }, c);
  EXPECT_EQ(numbers(tree_leaves(twice)), (std::vector<float>{2, 4, 6, 8, 10, 12, 16}));
  EXPECT_EQ(std::get<1>(twice.mixed).first, 7);
  EXPECT_FALSE(twice.none.has_value());
}

TEST(Tree, AnArrayIsATree) {
  EXPECT_EQ(tree_paths(number(1)), std::vector<std::string>{""});
  EXPECT_EQ(tree_map([](const Array &) { return number(3); }, number(1)).item<float>(), 3);
}

class Counter {
public:
  explicit Counter(Array start) : count(start), label("steps") {}
  float value() const { return count.item<float>(); }
  const std::string &name() const { return label; }
  BRIGADE_TREE(count)

private:
  Array count;
  std::string label;
};

TEST(Tree, ListedMembers) {
  Counter next =
      tree_map([](const Array &x) { return number(x.item<float>() + 1); }, Counter(number(4)));
  EXPECT_EQ(next.value(), 5);
  EXPECT_EQ(next.name(), "steps");
  EXPECT_EQ(tree_paths(next), std::vector<std::string>{".count"});
}

TEST(Tree, MapOverSeveralNamesTheFirstDifference) {
  Model a = model();
  Model b{{{number(1), number(2)}}, {number(5), number(6)}};
  Model sum = tree_map(
      [](const Array &x, const Array &y) { return number(x.item<float>() + y.item<float>()); }, a,
      a);
  EXPECT_EQ(numbers(tree_leaves(sum)), (std::vector<float>{2, 4, 6, 8, 10, 12}));
  try {
    tree_map([](const Array &x, const Array &) { return x; }, a, b, Loc{"app.cpp", 7});
    FAIL();
  } catch (const UserError &e) {
    EXPECT_STREQ(e.what(),
                 "tree_map: tree 1 differs from tree 0: .hidden has length 2 in the first and 1 "
                 "in the second; app.cpp:7");
  }
}

TEST(Tree, UnflattenCountsItsLeaves) {
  try {
    tree_unflatten(model(), {number(1)}, Loc{"app.cpp", 8});
    FAIL();
  } catch (const UserError &e) {
    EXPECT_STREQ(e.what(), "tree_unflatten: the tree has 6 leaves, but got 1; app.cpp:8");
  }
}

struct Config {
  Static<std::vector<int>> sizes;
  Array scale;
};

std::string key_of(const Config &config) {
  detail::FlatTree flat;
  detail::walk(config, flat);
  return std::string(flat.key());
}

TEST(Tree, StaticMembersAreTheKey) {
  EXPECT_EQ(key_of({{{1, 2}}, number(1)}), key_of({{{1, 2}}, number(5)}));
  EXPECT_NE(key_of({{{1, 2}}, number(1)}), key_of({{{1, 3}}, number(1)}));
  EXPECT_EQ(detail::first_difference(detail::describe(Config{{{1, 2}}, number(1)}),
                                     detail::describe(Config{{{1, 3}}, number(1)})),
            ".sizes[1] is the static value 2 in the first and 3 in the second");
}

TEST(Tree, LargeTreesGrow) {
  std::vector<Layer> layers(100, Layer{number(1), number(2)});
  EXPECT_EQ(tree_leaves(layers).size(), 200u);
  std::vector<std::string> labels(100, "a label of some length");
  detail::FlatTree flat;
  detail::walk(labels, flat);
  EXPECT_EQ(flat.key().size(), 8 + 100 * (8 + labels[0].size()));
}

struct WithPointer {
  std::unique_ptr<int> first;
  Array second;
};
struct WithCArray {
  Array a;
  float b[3];
};
struct WithReference {
  Array a;
  const Array &b;
};
struct WithBase : Layer {
  Array c;
};
struct WithBitField {
  int a : 3;
  Array b;
};

TEST(Tree, FlawsOfStructsAreFoundAtCompileTime) {
  using reflect::field_flaw, reflect::Flaw;
  static_assert(reflect::field_count<WithPointer> == 2);
  static_assert(reflect::field_names<Model>[2] == "dropout");
  static_assert(field_flaw<Model>() == Flaw::None);
  static_assert(field_flaw<WithCArray>() == Flaw::Array);
  static_assert(field_flaw<WithReference>() == Flaw::Reference);
  static_assert(field_flaw<WithBase>() == Flaw::Base);
  static_assert(field_flaw<WithBitField>() == Flaw::BitField);
  static_assert(Tree<Layer> && Tree<int> && Tree<std::vector<Layer>>);
  static_assert(!Tree<std::unique_ptr<int>> && !Tree<void *>);
}

} // namespace
} // namespace brigade
