#pragma once

#include "brigade/detail/transform.h"

namespace brigade {

/// Axes for vmap and pmap: one number for all arguments, or one for each; std::nullopt: not mapped.
class MappedAxes {
public:
  MappedAxes(int all) : list_{all} {}
  MappedAxes(std::nullopt_t none) : list_{none} {}
  MappedAxes(std::initializer_list<std::optional<int>> each) : list_(each) {}
  MappedAxes(std::vector<std::optional<int>> each) : list_(std::move(each)) {}
  const std::vector<std::optional<int>> &list() const { return list_; }

private:
  std::vector<std::optional<int>> list_;
};

/// A vectorized function; see vmap.
template <class F> class Vmapped : public detail::SameResult<F, Vmapped<F>> {
public:
  using detail::SameResult<F, Vmapped<F>>::SameResult;
};

/// f over one more dimension of its arguments, as one program without a loop. in_axes says where
/// each argument carries the dimension (in all of its leaves), out_axes where the results get it.
/// With an axis name, f may use lax::psum and its like over the dimension. Throws UserError where
/// mapped sizes differ.
///
///     vmap(dot, {0, std::nullopt})(rows, vector)     // f32[n,k], f32[k] -> f32[n]
template <class F>
auto vmap(F &&f, MappedAxes in_axes = 0, MappedAxes out_axes = 0, std::string axis_name = {}) {
  return Vmapped<detail::Stored<F>>(static_cast<F &&>(f),
                                    {.kind = detail::TransformSpec::Kind::Vmap,
                                     .in_axes = in_axes.list(),
                                     .out_axes = out_axes.list(),
                                     .axis_name = std::move(axis_name)});
}

} // namespace brigade
