#pragma once

#include "brigade/sharding.h"

#include <span>

namespace brigade::core {

/// One mesh in which the shardings of several meshes over the same ordered devices can be said.
///
///   Mesh('data': 4, 'model': 2) and Mesh('i': 8)            unite to Mesh('data': 4, 'model': 2),
///   where 'i' is ('data', 'model') Mesh('data': 4, 'model': 2) and Mesh('a': 2, 'b': 4)    unite
///   to Mesh('a': 2, 'data.1': 2, 'model': 2)
///
/// Each axis covers a range of the row-major order of devices, [begin, end) in products of sizes;
/// the united axes are the pieces between all the ends.
class MeshUnion {
public:
  /// Throws UserError where the ends do not divide one another, as those of 2 x 3 and 3 x 2.
  MeshUnion(std::span<const Mesh> meshes, Loc loc);

  const Mesh &mesh() const { return mesh_; }
  /// The united axes that `axis` of `mesh`, one of those given, stands for; the first varies
  /// slowest.
  std::vector<std::string> axes(const Mesh &mesh, const std::string &axis) const;
  NamedSharding translate(const NamedSharding &sharding) const;

private:
  Mesh mesh_;
  std::vector<int64_t> ends_; ///< Of the united axes.
};

} // namespace brigade::core
