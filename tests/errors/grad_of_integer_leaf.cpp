#include "error_case.h"

namespace {
struct Layer {
  bg::Array w, count;
};
} // namespace

ERROR_CASE(grad_of_integer_leaf,
           "grad: argument 0 (.count) is s32[3]; a derivative needs a floating-point type, so "
           "convert it or differentiate another argument; grad_of_integer_leaf.cpp:13") {
  const Layer layer{bg::ones({3}), bg::array({1, 2, 3})};
  bg::grad([](Layer l, bg::Array x) { return bg::sum(l.w * x + l.count); })(layer, bg::ones({3}));
}
