#pragma once

#include "brigade/devices.h"
#include "brigade/tree.h"

namespace brigade {

namespace detail {
Array device_put(const Array &array, Device *device, const std::string &path, Loc loc);
Array device_put(const Array &array, const NamedSharding &sharding, const std::string &path,
                 Loc loc);
Array with_sharding_constraint(const Array &array, const NamedSharding &sharding, Loc loc);

/// f(leaf, its path) over all leaves.
template <class T, class F> T map_with_paths(const T &tree, F &&f) {
  FlatTree flat;
  walk(tree, flat);
  std::vector<std::string> paths = tree_paths(tree);
  std::vector<Array> out;
  out.reserve(paths.size());
  for (size_t i = 0; i < paths.size(); ++i)
    out.push_back(f(*flat.leaves()[i], paths[i]));
  LeafSource source{std::span<Array>(out)};
  return rebuild(source, tree);
}
} // namespace detail

/// The tree on one device, or split over a mesh, and committed there: calls follow it. Inside a
/// trace it states a constraint. Throws UserError where an axis does not divide a dimension.
template <Tree T> T device_put(const T &tree, Device *device, Loc loc = Loc::current()) {
  return detail::map_with_paths(tree, [&](const Array &a, const std::string &path) {
    return detail::device_put(a, device, path, loc);
  });
}
template <Tree T>
T device_put(const T &tree, const NamedSharding &sharding, Loc loc = Loc::current()) {
  return detail::map_with_paths(tree, [&](const Array &a, const std::string &path) {
    return detail::device_put(a, sharding, path, loc);
  });
}
inline Array device_put(const Array &array, Device *device, Loc loc = Loc::current()) {
  return detail::device_put(array, device, {}, loc);
}
inline Array device_put(const Array &array, const NamedSharding &sharding,
                        Loc loc = Loc::current()) {
  return detail::device_put(array, sharding, {}, loc);
}

/// The tree with the sharding that the compiler must give it here; its derivative is constrained
/// likewise. Accepts dimensions that do not divide. On concrete arrays: device_put.
template <Tree T>
T with_sharding_constraint(const T &tree, const NamedSharding &sharding, Loc loc = Loc::current()) {
  return detail::map_with_paths(tree, [&](const Array &a, const std::string &) {
    return detail::with_sharding_constraint(a, sharding, loc);
  });
}

} // namespace brigade
