#include "error_case.h"

namespace {
struct Model {
  std::vector<bg::Array> hidden;
};
} // namespace

ERROR_CASE(trees_differ_in_jvp,
           "jvp: the tangent of argument 0 has another structure: .hidden has length 2 in the "
           "first and 1 in the second; trees_differ_in_jvp.cpp:13") {
  const Model x{{bg::ones({2}), bg::ones({3})}}, dx{{bg::ones({2})}};
  bg::jvp([](Model m) { return bg::sum(m.hidden[0]); }, std::tuple(x), std::tuple(dx));
}
