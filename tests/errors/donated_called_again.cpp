#include "error_case.h"

namespace {
struct Model {
  bg::Array w;
};
} // namespace

ERROR_CASE(donated_called_again,
           "argument 0 (.w), f32[3], was donated to the call at donated_called_again.cpp:14; use "
           "what that call returned instead; donated_called_again.cpp:15") {
  auto step = bg::jit([](Model m, bg::Array x) { return Model{m.w + x}; }, {.donate_argnums = {0}});
  const Model model{bg::ones({3})};
  step(model, bg::ones({3}));
  step(model, bg::ones({3}));
}
