#pragma once

#include "brigade/numpy.h"
#include "brigade/tree.h"

/// Gradient transformations, with optax's formulas. A transformation is a plain value with two
/// functions:
///
///     state = t.init(params);
///     auto [updates, next] = t.update(gradients, state, params);
///     params = apply_updates(params, updates);
///
/// A state is a tree, so it passes through jit, is donated and sharded with the parameters it holds
/// copies of.
namespace brigade::optim {

namespace detail {
Array zeros_of(const Array &x);
Array increment(const Array &count);                          ///< Stays at the largest i32.
Array scaled(const Array &x, double factor);                  ///< In x's dtype.
Array moment(const Array &x, const Array &old, double decay); ///< (1 - decay) x + decay old
Array square_moment(const Array &x, const Array &old,
                    double decay);                                 ///< (1 - decay) x^2 + decay old
Array accumulated(const Array &x, const Array &old, double decay); ///< x + decay old
/// m / (1 - b1^count) over sqrt(v / (1 - b2^count)) + epsilon
Array adam_direction(const Array &m, const Array &v, const Array &count, double b1, double b2,
                     double epsilon);
Array plus(const Array &parameter, const Array &update); ///< In the parameter's dtype.
Array clipped(const Array &x, const Array &norm, double largest);
Array global_norm(const std::vector<Array> &leaves);
} // namespace detail

struct EmptyState {};

/// updates = factor * gradients
struct Scale {
  double factor;
  template <Tree P> EmptyState init(const P &) const { return {}; }
  template <Tree P>
  std::pair<P, EmptyState> update(const P &gradients, EmptyState, const P & = {}) const {
    return {tree_map([&](const Array &g) { return detail::scaled(g, factor); }, gradients), {}};
  }
};
inline Scale scale(double factor) { return {factor}; }

/// Where the norm over all leaves exceeds `largest`, all are scaled down to it.
struct ClipByGlobalNorm {
  double largest;
  template <Tree P> EmptyState init(const P &) const { return {}; }
  template <Tree P>
  std::pair<P, EmptyState> update(const P &gradients, EmptyState, const P & = {}) const {
    const Array norm = detail::global_norm(tree_leaves(gradients));
    return {tree_map([&](const Array &g) { return detail::clipped(g, norm, largest); }, gradients),
            {}};
  }
};
inline ClipByGlobalNorm clip_by_global_norm(double largest) { return {largest}; }

/// updates = gradients + decay * params
struct AddDecayedWeights {
  double decay;
  template <Tree P> EmptyState init(const P &) const { return {}; }
  template <Tree P>
  std::pair<P, EmptyState> update(const P &gradients, EmptyState, const P &params) const {
    return {
        tree_map([&](const Array &g, const Array &p) { return detail::accumulated(g, p, decay); },
                 gradients, params),
        {}};
  }
};
inline AddDecayedWeights add_decayed_weights(double decay) { return {decay}; }

template <Tree P> struct MomentumState {
  P trace;
};

/// trace = gradients + momentum * trace; updates = -rate * trace (nesterov: of gradients + momentum
/// * trace).
struct Momentum {
  double rate, momentum;
  bool nesterov = false;
  template <Tree P> MomentumState<P> init(const P &params) const {
    return {tree_map(detail::zeros_of, params)};
  }
  template <Tree P>
  std::pair<P, MomentumState<P>> update(const P &gradients, const MomentumState<P> &state,
                                        const P & = {}) const {
    auto accumulate = [&](const Array &g, const Array &t) {
      return detail::accumulated(g, t, momentum);
    };
    P trace = tree_map(accumulate, gradients, state.trace);
    P direction = nesterov ? tree_map(accumulate, gradients, trace) : trace;
    return {tree_map([&](const Array &d) { return detail::scaled(d, -rate); }, direction), {trace}};
  }
};
inline Scale sgd(double rate) { return {-rate}; }
inline Momentum sgd(double rate, double momentum, bool nesterov = false) {
  return {rate, momentum, nesterov};
}

/// Kingma and Ba, "Adam: a method for stochastic optimization", 2014.
template <Tree P> struct AdamState {
  Array count; ///< i32: updates so far.
  P mu, nu;    ///< Running means of gradients and of their squares.
};

struct Adam {
  double rate, b1 = 0.9, b2 = 0.999, epsilon = 1e-8, weight_decay = 0;
  template <Tree P> AdamState<P> init(const P &params) const {
    return {zeros({}, DType::S32), tree_map(detail::zeros_of, params),
            tree_map(detail::zeros_of, params)};
  }
  template <Tree P>
  std::pair<P, AdamState<P>> update(const P &gradients, const AdamState<P> &state,
                                    const P &params = {}) const {
    AdamState<P> next{
        detail::increment(state.count),
        tree_map([&](const Array &g, const Array &m) { return detail::moment(g, m, b1); },
                 gradients, state.mu),
        tree_map([&](const Array &g, const Array &v) { return detail::square_moment(g, v, b2); },
                 gradients, state.nu)};
    P direction = tree_map(
        [&](const Array &m, const Array &v) {
          return detail::adam_direction(m, v, next.count, b1, b2, epsilon);
        },
        next.mu, next.nu);
    if (weight_decay != 0)
      direction = AddDecayedWeights{weight_decay}.update(direction, {}, params).first;
    return {tree_map([&](const Array &d) { return detail::scaled(d, -rate); }, direction),
            std::move(next)};
  }
};
inline Adam adam(double rate, double b1 = 0.9, double b2 = 0.999, double epsilon = 1e-8) {
  return {rate, b1, b2, epsilon};
}
/// Adam with decay added to the direction; update needs the parameters.
inline Adam adamw(double rate, double b1 = 0.9, double b2 = 0.999, double epsilon = 1e-8,
                  double weight_decay = 1e-4) {
  return {rate, b1, b2, epsilon, weight_decay};
}

/// One after the other: each transforms the updates of the one before.
template <class... T> struct Chain {
  std::tuple<T...> transformations;
  template <Tree P> auto init(const P &params) const {
    return std::apply([&](const T &...t) { return std::make_tuple(t.init(params)...); },
                      transformations);
  }
  template <Tree P, class... State>
  std::pair<P, std::tuple<State...>> update(const P &gradients, const std::tuple<State...> &state,
                                            const P &params = {}) const {
    P updates = gradients;
    auto step = [&](const auto &t, const auto &s) {
      auto [changed, next] = t.update(updates, s, params);
      updates = std::move(changed);
      return next;
    };
    return [&]<size_t... i>(std::index_sequence<i...>) {
      std::tuple<State...> next{step(std::get<i>(transformations), std::get<i>(state))...};
      return std::pair<P, std::tuple<State...>>{std::move(updates), std::move(next)};
    }(std::index_sequence_for<T...>{});
  }
};
template <class... T> Chain<T...> chain(T... transformations) { return {{transformations...}}; }

/// params + updates, in the parameters' dtypes.
template <Tree P> P apply_updates(const P &params, const P &updates) {
  return tree_map(detail::plus, params, updates);
}

/// The root of the sum of squares over all leaves.
template <Tree P> Array global_norm(const P &tree) {
  return detail::global_norm(tree_leaves(tree));
}

} // namespace brigade::optim
