#include "error_case.h"

namespace {
struct Layer {
  bg::Array w, b;
};
} // namespace

ERROR_CASE(empty_array_in_tree,
           "argument 0 (.b) is an Array without a value; empty_array_in_tree.cpp:13") {
  Layer layer;
  layer.w = bg::ones({3});
  bg::jit([](Layer l) { return l.w; })(layer);
}
