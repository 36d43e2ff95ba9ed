#pragma once

#include "ir/sdy/dialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

/// The devices as propagation and partitioning see them.
namespace brigade::compiler {

/// Atoms that split one dimension, major to minor.
using Axes = llvm::SmallVector<uint8_t, 4>;
/// A set of atoms, one bit each.
using AtomSet = uint64_t;

AtomSet set_of(llvm::ArrayRef<uint8_t> axes);

/// The mesh, cut into atoms: the finest pieces that any sharding needs. Every axis is a run of
/// atoms, and so is every sub-axis that a program names; what is left of an axis is cut into
/// primes. So a sharding is a list of atoms, and sub-axes need no arithmetic of their own: a prefix
/// is a prefix of the list.
///
///   mesh <["data"=4, "model"=2]>:  atoms 0, 1 (data), 2 (model), each of size 2
///   "data"        -> [0, 1]
///   "data":(1)2   -> [0]
///   "data":(2)2   -> [1]
///
/// Devices are named by position: the row-major index in the mesh. Several meshes over the same
/// positions share the atoms, where the sizes of their axes allow it.
class Grid {
public:
  /// The grid of the module's meshes; none where it has no mesh or only one of a single device;
  /// failure with a diagnostic where they do not fit together.
  static mlir::FailureOr<std::optional<Grid>> of(mlir::ModuleOp module);

  int64_t devices() const { return devices_; }
  unsigned atoms() const { return sizes_.size(); }
  AtomSet all() const { return (AtomSet(1) << atoms()) - 1; }
  int64_t size(uint8_t atom) const { return sizes_[atom]; }
  /// How many parts the axes make.
  int64_t count(llvm::ArrayRef<uint8_t> axes) const;
  /// Which of those parts a device has.
  int64_t index(int64_t device, llvm::ArrayRef<uint8_t> axes) const;
  /// Positions between neighbours along an atom.
  int64_t stride(uint8_t atom) const { return strides_[atom]; }

  /// One row a group: the devices that differ along `axes` alone, in the order of their index along
  /// them. Rows by first member.
  llvm::SmallVector<llvm::SmallVector<int64_t>> groups(llvm::ArrayRef<uint8_t> axes) const;

  Axes axes_of(llvm::StringRef mesh, llvm::ArrayRef<sdy::AxisRefAttr> refs) const;
  Axes axis(llvm::StringRef mesh, llvm::StringRef name) const;
  /// The same in words of the first mesh, neighbouring atoms of one axis joined.
  llvm::SmallVector<sdy::AxisRefAttr> refs(llvm::ArrayRef<uint8_t> axes) const;
  /// The longest prefix that is made of whole axes of the first mesh: what a PartitionSpec can say.
  Axes whole_prefix(llvm::ArrayRef<uint8_t> axes) const;
  /// "data", "model":(1)2: for reports.
  std::string name(llvm::ArrayRef<uint8_t> axes) const;
  llvm::StringRef mesh_name() const { return meshes_.front().name; }
  mlir::MLIRContext *context() const { return context_; }

private:
  struct MeshAxis {
    std::string name;
    int64_t size = 1;
    Axes atoms;
  };
  struct MeshAxes {
    std::string name;
    llvm::SmallVector<MeshAxis, 4> axes;
  };
  const MeshAxes *find(llvm::StringRef mesh) const;

  mlir::MLIRContext *context_ = nullptr;
  int64_t devices_ = 1;
  llvm::SmallVector<int64_t, 8> sizes_, strides_;
  llvm::SmallVector<MeshAxes, 1> meshes_;
};

/// f of the module's grid and its @main; success without either.
mlir::LogicalResult
over_mesh(mlir::ModuleOp module,
          llvm::function_ref<mlir::LogicalResult(const Grid &grid, mlir::func::FuncOp main)> f);

} // namespace brigade::compiler
