#include "expected.h"

#include "brigade/optim.h"

namespace brigade::test {
namespace {

struct Params {
  Array w;
};

/// Two steps from a, with gradients b and then a.
template <class T> Array two_steps(const T &transformation) {
  Params params{input("a")};
  auto state = transformation.init(params);
  for (const char *gradient : {"b", "a"}) {
    auto [updates, next] = transformation.update(Params{input(gradient)}, state, params);
    params = optim::apply_updates(params, updates);
    state = next;
  }
  return params.w;
}

TEST(Optim, Updates) {
  expect_jax("optim.sgd", two_steps(optim::sgd(0.1)));
  expect_jax("optim.momentum", two_steps(optim::sgd(0.1, 0.9)));
  expect_jax("optim.nesterov", two_steps(optim::sgd(0.1, 0.9, true)));
  expect_jax("optim.adam", two_steps(optim::adam(0.01)));
  expect_jax("optim.adamw", two_steps(optim::adamw(0.01, 0.9, 0.999, 1e-8, 0.01)));
}

TEST(Optim, ChainClipsThenSteps) {
  expect_jax("optim.clipped_sgd",
             two_steps(optim::chain(optim::clip_by_global_norm(1.5), optim::sgd(0.1))));
  expect_jax("optim.adam",
             two_steps(optim::chain(optim::clip_by_global_norm(1e6), optim::adam(0.01))));
}

TEST(Optim, StatesAreTrees) {
  auto state =
      optim::chain(optim::clip_by_global_norm(1), optim::adam(0.1)).init(Params{input("a")});
  EXPECT_EQ(tree_paths(state), (std::vector<std::string>{"[1].count", "[1].mu.w", "[1].nu.w"}));
}

} // namespace
} // namespace brigade::test
