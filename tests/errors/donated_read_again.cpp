#include "error_case.h"

namespace {
struct Model {
  bg::Array w;
};
} // namespace

ERROR_CASE(donated_read_again,
           "the array, f32[3], was donated to the call at donated_read_again.cpp:14; use what that "
           "call returned instead; donated_read_again.cpp:15") {
  auto step = bg::jit([](Model m) { return Model{m.w + 1.0}; }, {.donate_argnums = {0}});
  const Model model{bg::ones({3})};
  step(model);
  model.w.to_vector<float>();
}
