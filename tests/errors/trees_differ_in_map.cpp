#include "error_case.h"

namespace {
struct Model {
  std::vector<bg::Array> hidden;
};
} // namespace

ERROR_CASE(trees_differ_in_map, "tree_map: tree 1 differs from tree 0: .hidden has length 2 in the "
                                "first and 1 in the second; trees_differ_in_map.cpp:12") {
  const Model a{{bg::ones({2}), bg::ones({3})}}, b{{bg::ones({2})}};
  bg::tree_map([](bg::Array x, bg::Array y) { return x + y; }, a, b);
}
