#pragma once

#include "brigade/error.h"
#include "brigade/shape.h"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace brigade {

/// An n-dimensional grid of device ids with a name for each axis. `devices` is row-major over
/// `sizes`. A Mesh is a value; copies share their data.
class Mesh {
public:
  Mesh() = default;
  /// Throws UserError where the names repeat, the counts differ, or a device appears twice.
  Mesh(std::vector<int> devices, std::vector<int64_t> sizes, std::vector<std::string> names,
       Loc loc = Loc::current());

  const std::vector<std::string> &axis_names() const;
  const std::vector<int64_t> &sizes() const;
  const std::vector<int> &devices() const; ///< Global device ids.
  int64_t size() const;                    ///< The number of devices.
  bool empty() const { return !data_; }
  /// The size of a named axis; throws UserError that lists the axes where there is none of that
  /// name.
  int64_t axis_size(const std::string &name, Loc loc = Loc::current()) const;
  bool has_axis(const std::string &name) const;

  bool operator==(const Mesh &other) const;
  std::string to_string() const; ///< Mesh('data': 4, 'model': 2)

private:
  struct Data;
  std::shared_ptr<const Data> data_;
};

/// What splits one dimension of an array: no axis, one, or several (the first varies slowest).
class DimSpec {
public:
  DimSpec() = default;
  DimSpec(std::nullptr_t) {}
  DimSpec(const char *axis) : axes_{axis} {}
  DimSpec(std::string axis) : axes_{std::move(axis)} {}
  DimSpec(std::initializer_list<const char *> axes) : axes_(axes.begin(), axes.end()) {}
  DimSpec(std::vector<std::string> axes) : axes_(std::move(axes)) {}
  const std::vector<std::string> &axes() const { return axes_; }
  bool operator==(const DimSpec &) const = default;

private:
  std::vector<std::string> axes_;
};

/// One DimSpec a leading dimension; dimensions past the end are not split. JAX's PartitionSpec.
class PartitionSpec {
public:
  PartitionSpec() = default;
  explicit PartitionSpec(std::vector<DimSpec> dims) : dims_(std::move(dims)) {}
  const std::vector<DimSpec> &dims() const { return dims_; }
  bool operator==(const PartitionSpec &) const = default;
  std::string to_string() const; ///< P('data', None)

private:
  std::vector<DimSpec> dims_;
};

/// P("data", nullptr), P({"data", "model"}, "x"), P(). Of braces at most four dimensions.
inline PartitionSpec P() { return {}; }
template <class... D> PartitionSpec P(DimSpec first, D... rest) {
  return PartitionSpec({std::move(first), DimSpec(std::move(rest))...});
}
inline PartitionSpec P(DimSpec a, DimSpec b) { return PartitionSpec({a, b}); }
inline PartitionSpec P(DimSpec a, DimSpec b, DimSpec c) { return PartitionSpec({a, b, c}); }
inline PartitionSpec P(DimSpec a, DimSpec b, DimSpec c, DimSpec d) {
  return PartitionSpec({a, b, c, d});
}

/// A mesh and how each dimension is split over its axes.
class NamedSharding {
public:
  NamedSharding() = default;
  /// Throws UserError on an axis that the mesh lacks or that the spec names twice.
  NamedSharding(Mesh mesh, PartitionSpec spec, Loc loc = Loc::current());

  const Mesh &mesh() const { return mesh_; }
  const PartitionSpec &spec() const { return spec_; }
  bool operator==(const NamedSharding &) const = default;

  bool is_fully_replicated() const;
  /// The shape each device holds. Throws UserError where the spec has more dimensions than the
  /// shape or an axis does not divide a dimension; the text names the dimension, its size, the
  /// axis, and the nearest sizes that would do.
  Shape shard_shape(const Shape &shape, Loc loc = Loc::current()) const;
  /// For each device of the mesh, in the mesh's order, where its piece begins.
  std::vector<std::vector<int64_t>> shard_offsets(const Shape &shape) const;
  std::string to_string() const;

private:
  Mesh mesh_;
  PartitionSpec spec_;
};

} // namespace brigade
