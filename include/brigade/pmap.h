#pragma once

#include "brigade/devices.h"
#include "brigade/vmap.h"

namespace brigade {

struct PmapOptions {
  MappedAxes in_axes = 0; ///< As vmap's; nullopt: every device gets the whole argument.
  /// Where the results are stacked: for all, or one an element of a tuple result; nullopt: the
  /// result is one array, taken to be the same on all devices.
  MappedAxes out_axes = 0;
  std::vector<int> donate_argnums = {};
  std::vector<Device *> devices = {}; ///< Empty: the first ones.
  std::string name = {};
};

/// A function that runs once on each of several devices; see pmap.
template <class F> class Pmapped : public detail::SameResult<F, Pmapped<F>> {
public:
  using detail::SameResult<F, Pmapped<F>>::SameResult;
};

/// f on one device for each element of the arguments' mapped dimension, the first where in_axes
/// says no other, which f does not see; results are stacked in a new dimension. Inside,
/// lax::psum(x, axis_name) and its like work over all devices. Throws UserError where mapped sizes
/// differ or are larger than the number of devices.
///
///     pmap([](Array x) { return x / lax::psum(x, "i"); }, "i")(x)      // f32[8,n] over 8 devices
template <class F> auto pmap(F &&f, std::string axis_name = "pmap", PmapOptions options = {}) {
  detail::TransformSpec spec{.kind = detail::TransformSpec::Kind::Pmap,
                             .in_axes = options.in_axes.list(),
                             .out_axes = options.out_axes.list(),
                             .axis_name = std::move(axis_name)};
  spec.jit.donate_argnums = std::move(options.donate_argnums);
  spec.jit.name = std::move(options.name);
  for (Device *device : options.devices)
    spec.devices.push_back(device->id());
  return Pmapped<detail::Stored<F>>(static_cast<F &&>(f), spec);
}

} // namespace brigade
