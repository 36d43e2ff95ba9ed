#include "brigade/device_put.h"

#include "core/array_impl.h"
#include "core/client.h"
#include "core/trace.h"

#include <fmt/format.h>

#include <cstdio>

/// Where arrays are: device_put, constraints, meshes, and a picture of a sharding.
namespace brigade {
namespace detail {
namespace {

std::string named(const std::string &path) {
  return path.empty() ? "device_put" : fmt::format("device_put ({})", path);
}

} // namespace

Array device_put(const Array &array, Device *device, const std::string &path, Loc loc) {
  core::ArrayImpl &impl = core::impl_of(array, loc);
  if (!device)
    throw UserError(named(path) + ": the device is null; take one of devices()", loc);
  if (impl.is_traced())
    throw UserError(
        named(path) +
            " of a traced value on one device: use jit's option `device` for the whole program",
        loc);
  return core::reporting(loc, [&] {
    return core::placed(array, core::single_device_placement(device->id()), true, loc);
  });
}

Array device_put(const Array &array, const NamedSharding &sharding, const std::string &path,
                 Loc loc) {
  core::ArrayImpl &impl = core::impl_of(array, loc);
  if (sharding.mesh().empty())
    throw UserError(named(path) + ": the sharding has no mesh; make one with make_mesh", loc);
  if (core::is_tracing()) {
    core::reporting(
        loc, [&] { return sharding.shard_shape(impl.kind->type.shape, loc); }, named(path));
    return core::constrain(array, sharding, loc);
  }
  return core::reporting(
      loc, [&] { return core::placed(array, core::sharded_placement(sharding), true, loc); },
      named(path));
}

Array with_sharding_constraint(const Array &array, const NamedSharding &sharding, Loc loc) {
  return core::is_tracing() ? core::constrain(array, sharding, loc)
                            : device_put(array, sharding, {}, loc);
}

} // namespace detail

std::vector<int> create_device_mesh(const std::vector<int64_t> &sizes, Loc loc) {
  int64_t count = 1;
  for (int64_t size : sizes) {
    if (size < 1)
      throw UserError(fmt::format("a mesh of sizes {}: each must be at least 1", to_string(sizes)),
                      loc);
    count *= size;
  }
  auto have = static_cast<int64_t>(core::client().devices().size());
  if (count > have)
    throw UserError(fmt::format("a mesh of sizes {} needs {} devices, but there {} {}; call "
                                "set_num_cpu_devices({}) before the "
                                "first array is made",
                                to_string(sizes), count, have == 1 ? "is" : "are", have, count),
                    loc);
  std::vector<int> ids;
  for (int64_t i = 0; i < count; ++i)
    ids.push_back(core::client().devices()[static_cast<size_t>(i)]->id());
  return ids;
}

Mesh make_mesh(const std::vector<int64_t> &sizes, const std::vector<std::string> &names, Loc loc) {
  return Mesh(create_device_mesh(sizes, loc), sizes, names, loc);
}

namespace debug {
namespace {

std::string centred(const std::string &text, size_t width) {
  size_t left = (width - text.size()) / 2;
  return std::string(left, ' ') + text + std::string(width - text.size() - left, ' ');
}

} // namespace

std::string sharding_grid(const Shape &shape, const NamedSharding &sharding, Loc loc) {
  if (shape.size() > 2)
    throw UserError(
        fmt::format("visualize_sharding of an array of shape {}: it needs one or two dimensions",
                    to_string(shape)),
        loc);
  Shape piece = sharding.shard_shape(shape, loc);
  std::vector<std::vector<int64_t>> offsets = sharding.shard_offsets(shape);
  bool flat = shape.size() < 2;
  auto parts = [&](size_t d) { return piece[d] == 0 ? 1 : shape[d] / piece[d]; };
  auto rows = static_cast<size_t>(flat ? 1 : parts(0));
  auto columns = static_cast<size_t>(shape.empty() ? 1 : parts(shape.size() - 1));
  std::vector<std::string> cells(rows * columns);
  for (size_t p = 0; p < offsets.size(); ++p) {
    auto index = [&](size_t d) {
      return static_cast<size_t>(piece[d] == 0 ? 0 : offsets[p][d] / piece[d]);
    };
    size_t row = flat ? 0 : index(0), column = shape.empty() ? 0 : index(shape.size() - 1);
    std::string &cell = cells[row * columns + column];
    cell += (cell.empty() ? "" : ",") + std::to_string(sharding.mesh().devices()[p]);
  }
  size_t width = 0;
  for (std::string &cell : cells)
    width = std::max(width, (cell = "CPU " + cell).size());
  width += 2;

  auto line = [&](const char *left, const char *middle, const char *right) {
    std::string out = left;
    for (size_t c = 0; c < columns; ++c) {
      for (size_t i = 0; i < width; ++i)
        out += "─";
      out += c + 1 < columns ? middle : right;
    }
    return out + "\n";
  };
  std::string out = line("┌", "┬", "┐");
  for (size_t r = 0; r < rows; ++r) {
    out += "│";
    for (size_t c = 0; c < columns; ++c)
      out += centred(cells[r * columns + c], width) + "│";
    out += "\n" + (r + 1 < rows ? line("├", "┼", "┤") : line("└", "┴", "┘"));
  }
  return out;
}

void visualize_sharding(const Array &array, Loc loc) {
  std::string grid = sharding_grid(array.shape(), array.sharding(loc), loc);
  std::fwrite(grid.data(), 1, grid.size(), stdout);
}

} // namespace debug
} // namespace brigade
