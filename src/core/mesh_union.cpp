#include "core/mesh_union.h"

#include <fmt/format.h>

#include <algorithm>

namespace brigade::core {
namespace {

struct Range {
  int64_t begin, end;
};

/// The range of each axis.
std::vector<Range> ranges(const Mesh &mesh) {
  std::vector<Range> out;
  int64_t product = 1;
  for (int64_t size : mesh.sizes()) {
    out.push_back({product, product * size});
    product *= size;
  }
  return out;
}

} // namespace

MeshUnion::MeshUnion(std::span<const Mesh> meshes, Loc loc) {
  if (meshes.empty())
    return;
  if (std::all_of(meshes.begin(), meshes.end(), [&](const Mesh &m) { return m == meshes[0]; })) {
    mesh_ = meshes[0];
    for (const Range &range : ranges(mesh_))
      ends_.push_back(range.end);
    return;
  }
  for (const Mesh &mesh : meshes)
    for (const Range &range : ranges(mesh))
      ends_.push_back(range.end);
  std::sort(ends_.begin(), ends_.end());
  ends_.erase(std::unique(ends_.begin(), ends_.end()), ends_.end());
  std::erase(ends_, 1);

  std::vector<int64_t> sizes;
  std::vector<std::string> names;
  int64_t begin = 1;
  for (int64_t end : ends_) {
    if (end % begin != 0)
      throw UserError(fmt::format("{} and {} are over the same devices but split them at places "
                                  "that do not nest; use one mesh",
                                  meshes[0].to_string(), meshes.back().to_string()),
                      loc);
    sizes.push_back(end / begin);
    // The name of an axis that is this piece; else that of one that holds it, with the piece's
    // begin inside the axis.
    std::string name, part;
    for (const Mesh &mesh : meshes) {
      std::vector<Range> all = ranges(mesh);
      for (size_t a = 0; a < all.size(); ++a) {
        if (name.empty() && all[a].begin == begin && all[a].end == end)
          name = mesh.axis_names()[a];
        if (part.empty() && all[a].begin <= begin && end <= all[a].end)
          part = fmt::format("{}.{}", mesh.axis_names()[a], begin / all[a].begin);
      }
    }
    if (name.empty() || std::find(names.begin(), names.end(), name) != names.end())
      name = part;
    while (std::find(names.begin(), names.end(), name) != names.end())
      name += "'";
    names.push_back(std::move(name));
    begin = end;
  }
  if (sizes.empty()) {
    mesh_ = meshes[0];
    return;
  }
  mesh_ = Mesh(meshes[0].devices(), std::move(sizes), std::move(names), loc);
}

std::vector<std::string> MeshUnion::axes(const Mesh &mesh, const std::string &axis) const {
  if (mesh == mesh_)
    return {axis};
  std::vector<Range> all = ranges(mesh);
  size_t index =
      static_cast<size_t>(std::find(mesh.axis_names().begin(), mesh.axis_names().end(), axis) -
                          mesh.axis_names().begin());
  std::vector<std::string> out;
  int64_t begin = 1;
  for (size_t i = 0; i < ends_.size(); ++i) {
    if (all[index].begin <= begin && ends_[i] <= all[index].end)
      out.push_back(mesh_.axis_names()[i]);
    begin = ends_[i];
  }
  return out;
}

NamedSharding MeshUnion::translate(const NamedSharding &sharding) const {
  if (sharding.mesh() == mesh_)
    return sharding;
  std::vector<DimSpec> dims;
  for (const DimSpec &dim : sharding.spec().dims()) {
    std::vector<std::string> names;
    for (const std::string &axis : dim.axes())
      for (std::string &name : axes(sharding.mesh(), axis))
        names.push_back(std::move(name));
    dims.emplace_back(std::move(names));
  }
  return NamedSharding(mesh_, PartitionSpec(std::move(dims)), {});
}

} // namespace brigade::core
