#include "sharding/sharding.h"

#include <algorithm>
#include <set>

namespace brigade {

std::string PartitionSpec::to_string() const {
  std::string text = "P(";
  for (size_t i = 0; i < dims_.size(); ++i) {
    const std::vector<std::string> &axes = dims_[i].axes();
    text += i ? ", " : "";
    if (axes.empty())
      text += "None";
    else if (axes.size() == 1)
      text += "'" + axes[0] + "'";
    else {
      text += "(";
      for (size_t j = 0; j < axes.size(); ++j)
        text += (j ? ", '" : "'") + axes[j] + "'";
      text += ")";
    }
  }
  return text + ")";
}

NamedSharding::NamedSharding(Mesh mesh, PartitionSpec spec, Loc loc)
    : mesh_(std::move(mesh)), spec_(std::move(spec)) {
  std::set<std::string> used;
  for (const DimSpec &dim : spec_.dims())
    for (const std::string &axis : dim.axes()) {
      mesh_.axis_size(axis, loc); // throws where there is none
      if (!used.insert(axis).second)
        throw UserError(spec_.to_string() + " names mesh axis \"" + axis +
                            "\" twice; an axis can split one dimension only",
                        loc);
    }
}

bool NamedSharding::is_fully_replicated() const {
  for (const DimSpec &dim : spec_.dims())
    for (const std::string &axis : dim.axes())
      if (mesh_.axis_size(axis) > 1)
        return false;
  return true;
}

std::vector<int64_t> split_counts(const NamedSharding &sharding, size_t rank) {
  std::vector<int64_t> counts(rank, 1);
  const std::vector<DimSpec> &dims = sharding.spec().dims();
  for (size_t i = 0; i < std::min(rank, dims.size()); ++i)
    for (const std::string &axis : dims[i].axes())
      counts[i] *= sharding.mesh().axis_size(axis);
  return counts;
}

/// 'dimension 0 has size 30, which mesh axis "data" of size 4 does not divide; 28 and 32 do'
static std::string not_divided(const NamedSharding &sharding, size_t dimension, int64_t size,
                               int64_t pieces) {
  const std::vector<std::string> &axes = sharding.spec().dims()[dimension].axes();
  std::string text = "dimension " + std::to_string(dimension) + " has size " +
                     std::to_string(size) + ", which mesh ";
  if (axes.size() == 1) {
    text += "axis \"" + axes[0] + "\" of size " + std::to_string(pieces) + " does not divide; ";
  } else {
    text += "axes ";
    for (size_t i = 0; i < axes.size(); ++i)
      text += (i == 0 ? "\"" : i + 1 < axes.size() ? ", \"" : " and \"") + axes[i] + "\"";
    text += ", " + std::to_string(pieces) + " pieces, do not divide; ";
  }
  int64_t below = size / pieces * pieces, above = below + pieces;
  if (below == 0)
    return text + std::to_string(above) + " does";
  return text + std::to_string(below) + " and " + std::to_string(above) + " do";
}

std::optional<std::string> shard_problem(const NamedSharding &sharding, const Shape &shape) {
  size_t named = sharding.spec().dims().size();
  if (named > shape.size())
    return sharding.spec().to_string() + " describes " + std::to_string(named) +
           " dimensions, but the array of shape " + to_string(shape) + " has " +
           std::to_string(shape.size());
  std::vector<int64_t> counts = split_counts(sharding, shape.size());
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] % counts[i] != 0)
      return not_divided(sharding, i, shape[i], counts[i]);
  return std::nullopt;
}

Shape NamedSharding::shard_shape(const Shape &shape, Loc loc) const {
  if (std::optional<std::string> problem = shard_problem(*this, shape))
    throw UserError(*problem, loc);
  std::vector<int64_t> counts = split_counts(*this, shape.size());
  Shape local = shape;
  for (size_t i = 0; i < shape.size(); ++i)
    local[i] /= counts[i];
  return local;
}

std::vector<std::vector<int64_t>> NamedSharding::shard_offsets(const Shape &shape) const {
  Shape local = shard_shape(shape, {});
  const std::vector<std::string> &names = mesh_.axis_names();
  std::vector<std::vector<int64_t>> offsets;
  for (int64_t position = 0; position < mesh_.size(); ++position) {
    std::vector<int64_t> at = mesh_coordinates(mesh_, position), offset(shape.size(), 0);
    for (size_t i = 0; i < spec_.dims().size(); ++i) {
      int64_t piece = 0;
      for (const std::string &axis : spec_.dims()[i].axes()) {
        size_t index = std::find(names.begin(), names.end(), axis) - names.begin();
        piece = piece * mesh_.sizes()[index] + at[index];
      }
      offset[i] = piece * local[i];
    }
    offsets.push_back(std::move(offset));
  }
  return offsets;
}

std::string NamedSharding::to_string() const {
  return "NamedSharding(mesh=" + mesh_.to_string() + ", spec=" + spec_.to_string() + ")";
}

} // namespace brigade
