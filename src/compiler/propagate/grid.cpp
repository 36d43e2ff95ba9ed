#include "compiler/propagate/grid.h"

#include "ir/dialects.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <set>

namespace brigade::compiler {

using namespace mlir;

AtomSet set_of(ArrayRef<uint8_t> axes) {
  AtomSet set = 0;
  for (uint8_t atom : axes)
    set |= AtomSet(1) << atom;
  return set;
}

/// Appends the sizes of the atoms of a stretch of `size` devices, primes from small to large.
static void append_primes(int64_t size, SmallVectorImpl<int64_t> &sizes) {
  for (int64_t p = 2; size > 1; ++p)
    for (; size % p == 0; size /= p)
      sizes.push_back(p);
}

/// Calls f with every axis reference in the module's attributes and the mesh it is bound to.
static void for_each_axis(ModuleOp module, function_ref<void(StringRef mesh, sdy::AxisRefAttr)> f) {
  AttrTypeWalker walker;
  walker.addWalk([&](sdy::TensorShardingAttr sharding) {
    for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
      for (sdy::AxisRefAttr axis : dim.getAxes())
        f(sharding.getMeshName(), axis);
    for (sdy::AxisRefAttr axis : sharding.getReplicatedAxes())
      f(sharding.getMeshName(), axis);
  });
  module.walk([&](Operation *op) { walker.walk(op->getAttrDictionary()); });
}

FailureOr<std::optional<Grid>> Grid::of(ModuleOp module) {
  Grid grid;
  grid.context_ = module.getContext();
  // Where atoms begin and end, as strides: the number of positions to the right of the cut.
  std::set<int64_t, std::greater<>> cuts{1};
  Operation *first = nullptr;
  for (auto mesh : module.getOps<sdy::MeshOp>()) {
    MeshAxes axes{mesh.getSymName().str(), {}};
    int64_t total = 1;
    for (sdy::MeshAxisAttr axis : llvm::reverse(mesh.getMesh().getAxes())) {
      axes.axes.push_back({axis.getName().str(), axis.getSize(), {}});
      cuts.insert(total *= axis.getSize());
    }
    std::reverse(axes.axes.begin(), axes.axes.end());
    if (axes.axes.empty())
      continue; // A placeholder, or all on one device: no sharding may name it.
    if (first && total != grid.devices_)
      return mesh.emitOpError() << "has " << total << " devices, the other meshes " << grid.devices_
                                << "; all meshes of a program are over the same devices";
    first = mesh;
    grid.devices_ = total;
    grid.meshes_.push_back(std::move(axes));
  }
  if (!first)
    return std::optional<Grid>();

  LogicalResult ok = success();
  for_each_axis(module, [&](StringRef mesh, sdy::AxisRefAttr ref) {
    const MeshAxes *axes = grid.find(mesh);
    int64_t right = grid.devices_;
    for (const MeshAxis &axis : axes ? ArrayRef(axes->axes) : ArrayRef<MeshAxis>()) {
      right /= axis.size;
      if (axis.name != ref.getName())
        continue;
      if (sdy::SubAxisInfoAttr sub = ref.getSubAxisInfo()) {
        int64_t end = right * axis.size / (sub.getPreSize() * sub.getSize());
        cuts.insert(end);
        cuts.insert(end * sub.getSize());
      }
      return;
    }
    ok = module.emitError() << "a sharding names axis \"" << ref.getName() << "\", which mesh @"
                            << mesh << " does not have";
  });
  if (failed(ok))
    return failure();

  int64_t left = grid.devices_;
  for (int64_t cut : cuts) {
    if (left % cut != 0)
      return first->emitOpError() << "splits its " << grid.devices_
                                  << " devices in a way that another mesh or sub-axis crosses";
    append_primes(left / cut, grid.sizes_);
    left = cut;
  }
  if (grid.atoms() > 64)
    return first->emitOpError() << "has more than 64 prime factors";

  grid.strides_.resize(grid.atoms());
  int64_t stride = 1;
  for (int atom = grid.atoms() - 1; atom >= 0; --atom) {
    grid.strides_[atom] = stride;
    stride *= grid.sizes_[atom];
  }
  for (MeshAxes &mesh : grid.meshes_) {
    uint8_t atom = 0;
    for (MeshAxis &axis : mesh.axes)
      for (int64_t covered = 1; covered < axis.size; covered *= grid.sizes_[atom++])
        axis.atoms.push_back(atom);
  }
  return std::optional<Grid>(std::move(grid));
}

int64_t Grid::count(ArrayRef<uint8_t> axes) const {
  int64_t count = 1;
  for (uint8_t atom : axes)
    count *= sizes_[atom];
  return count;
}

int64_t Grid::index(int64_t device, ArrayRef<uint8_t> axes) const {
  int64_t index = 0;
  for (uint8_t atom : axes)
    index = index * sizes_[atom] + device / strides_[atom] % sizes_[atom];
  return index;
}

SmallVector<SmallVector<int64_t>> Grid::groups(ArrayRef<uint8_t> axes) const {
  Axes rest;
  for (uint8_t atom = 0; atom < atoms(); ++atom)
    if (!llvm::is_contained(axes, atom))
      rest.push_back(atom);
  SmallVector<SmallVector<int64_t>> groups(count(rest));
  for (auto &group : groups)
    group.resize(count(axes));
  for (int64_t device = 0; device < devices_; ++device)
    groups[index(device, rest)][index(device, axes)] = device;
  return groups;
}

const Grid::MeshAxes *Grid::find(StringRef mesh) const {
  auto it = llvm::find_if(meshes_, [&](const MeshAxes &m) { return m.name == mesh; });
  return it == meshes_.end() ? nullptr : &*it;
}

Axes Grid::axis(StringRef mesh, StringRef name) const {
  if (const MeshAxes *axes = find(mesh))
    for (const MeshAxis &axis : axes->axes)
      if (axis.name == name)
        return axis.atoms;
  return {};
}

Axes Grid::axes_of(StringRef mesh, ArrayRef<sdy::AxisRefAttr> refs) const {
  Axes all;
  for (sdy::AxisRefAttr ref : refs) {
    Axes atoms = axis(mesh, ref.getName());
    sdy::SubAxisInfoAttr sub = ref.getSubAxisInfo();
    int64_t before = 1;
    for (uint8_t atom : atoms) {
      if (!sub || (before >= sub.getPreSize() && before < sub.getPreSize() * sub.getSize()))
        all.push_back(atom);
      before *= sizes_[atom];
    }
  }
  return all;
}

SmallVector<sdy::AxisRefAttr> Grid::refs(ArrayRef<uint8_t> axes) const {
  SmallVector<sdy::AxisRefAttr> refs;
  for (size_t i = 0; i < axes.size();) {
    const MeshAxis *axis = llvm::find_if(meshes_.front().axes, [&](const MeshAxis &a) {
      return llvm::is_contained(a.atoms, axes[i]);
    });
    int64_t before = 1, size = 1;
    for (uint8_t atom = axis->atoms.front(); atom < axes[i]; ++atom)
      before *= sizes_[atom];
    size_t start = i;
    do
      size *= sizes_[axes[i++]];
    while (i < axes.size() && axes[i] == axes[i - 1] + 1 &&
           llvm::is_contained(axis->atoms, axes[i]));
    bool whole = i - start == axis->atoms.size();
    refs.push_back(whole
                       ? sdy::AxisRefAttr::get(context_, axis->name, sdy::SubAxisInfoAttr())
                       : sdy::AxisRefAttr::get(context_, axis->name,
                                               sdy::SubAxisInfoAttr::get(context_, before, size)));
  }
  return refs;
}

Axes Grid::whole_prefix(ArrayRef<uint8_t> axes) const {
  Axes prefix;
  for (sdy::AxisRefAttr ref : refs(axes)) {
    if (ref.getSubAxisInfo())
      break;
    prefix.append(axis(mesh_name(), ref.getName()));
  }
  return prefix;
}

std::string Grid::name(ArrayRef<uint8_t> axes) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  llvm::interleave(
      refs(axes), out,
      [&](sdy::AxisRefAttr ref) {
        out << '"' << ref.getName() << '"';
        if (auto sub = ref.getSubAxisInfo())
          out << ":(" << sub.getPreSize() << ")" << sub.getSize();
      },
      ", ");
  return text;
}

LogicalResult over_mesh(ModuleOp module,
                        llvm::function_ref<LogicalResult(const Grid &, func::FuncOp)> f) {
  FailureOr<std::optional<Grid>> grid = Grid::of(module);
  if (failed(grid))
    return failure();
  auto main = module.lookupSymbol<func::FuncOp>("main");
  return *grid && main && !main.isExternal() ? f(**grid, main) : success();
}

} // namespace brigade::compiler
