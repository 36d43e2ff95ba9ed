#pragma once

#include "brigade/sharding.h"

#include <optional>
#include <string>
#include <vector>

namespace brigade {

/// The positions of the mesh (0 .. size - 1, row-major over its axes) in groups that differ along
/// `axes` alone. Within a group the first of `axes` varies slowest; groups are in the order of
/// their first members.
///
/// For Mesh('data': 2, 'model': 2), axes {"data"}: {0, 2}, {1, 3}; {"data", "model"}: {0, 1, 2, 3};
/// {}: {0}, {1}, {2}, {3}. Throws UserError on an axis that the mesh lacks.
std::vector<std::vector<int>> groups_along(const Mesh &mesh, const std::vector<std::string> &axes,
                                           Loc loc = {});

/// Along each axis of the mesh, where a position stands.
std::vector<int64_t> mesh_coordinates(const Mesh &mesh, int64_t position);

/// How many pieces each dimension of an array of `rank` dimensions is cut into.
std::vector<int64_t> split_counts(const NamedSharding &sharding, size_t rank);

/// What keeps an array of this shape from being split so, or nothing: the text of the UserError
/// that shard_shape throws.
std::optional<std::string> shard_problem(const NamedSharding &sharding, const Shape &shape);

} // namespace brigade
