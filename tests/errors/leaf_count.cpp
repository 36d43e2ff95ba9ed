#include "error_case.h"

namespace {
struct Layer {
  bg::Array w, b;
};
} // namespace

ERROR_CASE(leaf_count, "tree_unflatten: the tree has 2 leaves, but got 1; leaf_count.cpp:11") {
  Layer like{bg::ones({2}), bg::ones({2})};
  bg::tree_unflatten(like, {bg::ones({2})});
}
