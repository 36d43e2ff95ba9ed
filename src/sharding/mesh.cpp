#include "sharding/sharding.h"

#include <algorithm>
#include <set>

namespace brigade {

struct Mesh::Data {
  std::vector<int> devices;
  std::vector<int64_t> sizes;
  std::vector<std::string> names;
};

namespace {

std::string quoted_list(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "\"" : ", \"") + name + "\"";
  return text;
}

/// What an absent mesh answers with: no axes and no devices.
template <class T> const std::vector<T> &no_elements() {
  static const std::vector<T> none;
  return none;
}

} // namespace

Mesh::Mesh(std::vector<int> devices, std::vector<int64_t> sizes, std::vector<std::string> names,
           Loc loc) {
  if (sizes.size() != names.size())
    throw UserError("a mesh of " + std::to_string(sizes.size()) +
                        " dimensions needs as many axis "
                        "names, not " +
                        std::to_string(names.size()),
                    loc);
  for (size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty())
      throw UserError("mesh axis " + std::to_string(i) + " has an empty name", loc);
    if (std::find(names.begin(), names.begin() + i, names[i]) != names.begin() + i)
      throw UserError("mesh axis name \"" + names[i] + "\" appears twice; names must differ", loc);
    if (sizes[i] < 1)
      throw UserError("mesh axis \"" + names[i] + "\" has size " + std::to_string(sizes[i]) +
                          "; it must be at least 1",
                      loc);
  }
  int64_t count = element_count(sizes);
  if (count != static_cast<int64_t>(devices.size()))
    throw UserError("a mesh of shape " + brigade::to_string(sizes) + " takes " +
                        std::to_string(count) + " devices, but " + std::to_string(devices.size()) +
                        " are given",
                    loc);
  std::set<int> seen;
  for (int device : devices)
    if (!seen.insert(device).second)
      throw UserError("device " + std::to_string(device) + " appears twice in the mesh", loc);
  data_ =
      std::make_shared<const Data>(Data{std::move(devices), std::move(sizes), std::move(names)});
}

const std::vector<std::string> &Mesh::axis_names() const {
  return data_ ? data_->names : no_elements<std::string>();
}
const std::vector<int64_t> &Mesh::sizes() const {
  return data_ ? data_->sizes : no_elements<int64_t>();
}
const std::vector<int> &Mesh::devices() const {
  return data_ ? data_->devices : no_elements<int>();
}
int64_t Mesh::size() const { return static_cast<int64_t>(devices().size()); }

bool Mesh::has_axis(const std::string &name) const {
  return std::find(axis_names().begin(), axis_names().end(), name) != axis_names().end();
}

int64_t Mesh::axis_size(const std::string &name, Loc loc) const {
  for (size_t i = 0; i < axis_names().size(); ++i)
    if (axis_names()[i] == name)
      return sizes()[i];
  throw UserError("the mesh has no axis \"" + name + "\"; its axes are " +
                      (axis_names().empty() ? "none" : quoted_list(axis_names())),
                  loc);
}

bool Mesh::operator==(const Mesh &other) const {
  return data_ == other.data_ || (devices() == other.devices() && sizes() == other.sizes() &&
                                  axis_names() == other.axis_names());
}

std::string Mesh::to_string() const {
  std::string text = "Mesh(";
  for (size_t i = 0; i < axis_names().size(); ++i)
    text += (i ? ", '" : "'") + axis_names()[i] + "': " + std::to_string(sizes()[i]);
  return text + ")";
}

std::vector<int64_t> mesh_coordinates(const Mesh &mesh, int64_t position) {
  std::vector<int64_t> coordinates(mesh.sizes().size());
  for (size_t i = coordinates.size(); i-- > 0; position /= mesh.sizes()[i])
    coordinates[i] = position % mesh.sizes()[i];
  return coordinates;
}

std::vector<std::vector<int>> groups_along(const Mesh &mesh, const std::vector<std::string> &axes,
                                           Loc loc) {
  std::vector<int64_t> strides = row_major_strides(mesh.sizes());
  std::vector<int> members{0}; // offsets of a group's members from its first
  std::vector<bool> along(mesh.sizes().size(), false);
  for (const std::string &axis : axes) {
    int64_t size = mesh.axis_size(axis, loc);
    size_t index = std::find(mesh.axis_names().begin(), mesh.axis_names().end(), axis) -
                   mesh.axis_names().begin();
    along[index] = true;
    std::vector<int> wider;
    for (int member : members)
      for (int64_t i = 0; i < size; ++i)
        wider.push_back(member + static_cast<int>(i * strides[index]));
    members = std::move(wider);
  }
  std::vector<std::vector<int>> groups;
  for (int64_t position = 0; position < mesh.size(); ++position) {
    std::vector<int64_t> at = mesh_coordinates(mesh, position);
    bool first = true;
    for (size_t i = 0; i < at.size(); ++i)
      first &= !along[i] || at[i] == 0;
    if (!first)
      continue;
    std::vector<int> group;
    for (int member : members)
      group.push_back(static_cast<int>(position) + member);
    groups.push_back(std::move(group));
  }
  return groups;
}

} // namespace brigade
