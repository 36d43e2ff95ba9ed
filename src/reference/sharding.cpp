#include "reference/index.h"
#include "reference/machine.h"
#include "reference/values.h"

#include "ir/dialects.h"

#include <numeric>

namespace brigade::reference {

using llvm::ArrayRef;
using mlir::FailureOr;
using mlir::LogicalResult;
using mlir::Operation;
using PerDevice = Machine::PerDevice;

namespace {

/// More are a mistake: each device has arrays of its own.
constexpr int64_t device_limit = 4096;

/// A mesh and those of its axes that a manual_computation splits its operands over.
///
/// Mesh <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]> with manual axis "x": device 2 stands at x=0,
/// y=1. Its piece of an operand split over "x" is the first of two; its peers, which hold all
/// pieces of its copy, are devices 2 and 3.
class ManualMesh {
public:
  ManualMesh(sdy::MeshAttr mesh, ArrayRef<mlir::StringAttr> manual) : mesh_(mesh), manual_(manual) {
    for (sdy::MeshAxisAttr axis : mesh.getAxes())
      sizes_.push_back(axis.getSize());
    devices_.assign(mesh.getDeviceIds().begin(), mesh.getDeviceIds().end());
    if (devices_.empty()) {
      devices_.resize(element_count(sizes_));
      std::iota(devices_.begin(), devices_.end(), 0);
    }
  }

  /// The mesh's devices, in its order.
  ArrayRef<int64_t> devices() const { return devices_; }

  /// The device's position on each axis.
  Shape coordinates(int device) const {
    IndexWalk i(sizes_);
    while (devices_[i.position()] != device)
      ++i;
    return *i;
  }

  /// Devices with the same coordinates on every axis that is not manual, in the mesh's order.
  std::vector<int> peers(int device) const {
    std::vector<int> out;
    Shape mine = coordinates(device);
    for (IndexWalk i(sizes_); i; ++i) {
      bool peer = true;
      for (size_t a = 0; a < sizes_.size(); ++a)
        peer &= is_manual(mesh_.getAxes()[a].getName()) || i[a] == mine[a];
      if (peer)
        out.push_back(static_cast<int>(devices_[i.position()]));
    }
    return out;
  }

  /// Which piece of a dimension the device holds, and of how many, by the manual axes of its
  /// sharding.
  std::pair<int64_t, int64_t> piece(sdy::DimensionShardingAttr dimension, int device) const {
    Shape mine = coordinates(device);
    int64_t piece = 0, count = 1;
    for (sdy::AxisRefAttr ref : dimension.getAxes()) {
      if (!is_manual(ref.getName()))
        continue;
      for (size_t a = 0; a < sizes_.size(); ++a) {
        if (mesh_.getAxes()[a].getName() != ref.getName())
          continue;
        int64_t size = sizes_[a], coordinate = mine[a];
        if (auto sub = ref.getSubAxisInfo()) { // pre_size x size x rest
          coordinate =
              coordinate / (sizes_[a] / (sub.getPreSize() * sub.getSize())) % sub.getSize();
          size = sub.getSize();
        }
        piece = piece * size + coordinate;
        count *= size;
      }
    }
    return {piece, count};
  }

private:
  bool is_manual(llvm::StringRef axis) const {
    return llvm::any_of(manual_, [&](mlir::StringAttr name) { return name.getValue() == axis; });
  }

  sdy::MeshAttr mesh_;
  ArrayRef<mlir::StringAttr> manual_;
  Shape sizes_;
  std::vector<int64_t> devices_;
};

/// Where the device's piece of a whole of `shape` begins; `piece_shape` becomes its shape.
Shape piece_offset(const ManualMesh &mesh, sdy::TensorShardingAttr sharding, int device,
                   const Shape &shape, Shape &piece_shape) {
  Shape offset(shape.size(), 0);
  piece_shape = shape;
  for (auto [d, dimension] : llvm::enumerate(sharding.getDimShardings())) {
    auto [piece, count] = mesh.piece(dimension, device);
    piece_shape[d] = shape[d] / count;
    offset[d] = piece * piece_shape[d];
  }
  return offset;
}

Shape sum(Shape a, const Shape &b) {
  for (size_t d = 0; d < a.size(); ++d)
    a[d] += b[d];
  return a;
}

/// Runs the body on each device on its pieces of the operands. Each device's results are put
/// together from its peers' pieces: a piece that several have is taken from the last.
LogicalResult run_manual(sdy::ManualComputationOp op, const ManualMesh &mesh,
                         const PerDevice &operands, PerDevice &results, Machine &machine,
                         ArrayRef<int> active) {
  PerDevice arguments(machine.grid().size());
  for (int device : active)
    for (auto [whole, sharding] : llvm::zip(operands[device], op.getInShardings().getShardings())) {
      Shape shape;
      Shape offset = piece_offset(mesh, sharding, device, whole->shape, shape);
      Literal piece(whole->dtype, shape);
      for (IndexWalk i(shape); i; ++i)
        copy_element(piece, i.position(), *whole, position_in(whole->shape, sum(*i, offset)));
      arguments[device].push_back(share(std::move(piece)));
    }

  Frame frame(machine.grid().size());
  FailureOr<PerDevice> pieces = machine.run(op.getBody(), arguments, frame, active);
  if (failed(pieces))
    return mlir::failure();

  for (int device : active)
    for (auto [k, sharding] : llvm::enumerate(op.getOutShardings().getShardings())) {
      FailureOr<Literal> whole = zeros_of_result(op, k);
      if (failed(whole))
        return mlir::failure();
      for (int peer : mesh.peers(device)) {
        const Literal &piece = *(*pieces)[peer][k];
        Shape shape;
        Shape offset = piece_offset(mesh, sharding, peer, whole->shape, shape);
        if (piece.shape != shape)
          return op.emitOpError() << "returns " << to_string(piece.dtype, piece.shape)
                                  << " as result " << k << ", whose pieces are "
                                  << to_string(whole->dtype, shape);
        for (IndexWalk i(shape); i; ++i)
          copy_element(*whole, position_in(whole->shape, sum(*i, offset)), piece, i.position());
      }
      results[device].push_back(share(std::move(*whole)));
    }
  return mlir::success();
}

/// On one device, the mesh is brought to life for the body: every device of it holds the same
/// operands, and the results are the same on each. Where the mesh's devices run already (a
/// manual_computation inside another), they go on.
LogicalResult manual_computation(Operation *op, Machine &machine, Frame &frame,
                                 ArrayRef<int> active) {
  auto manual = mlir::cast<sdy::ManualComputationOp>(op);
  sdy::MeshAttr mesh_attribute;
  for (auto shardings : {manual.getInShardings(), manual.getOutShardings()})
    for (sdy::TensorShardingAttr sharding : shardings.getShardings())
      if (!mesh_attribute)
        mesh_attribute = sharding.getMesh(op);
  if (!mesh_attribute)
    return op->emitOpError("has no sharding that names its mesh");
  if (mesh_attribute.getTotalSize() > device_limit)
    return op->emitOpError() << "has a mesh of " << mesh_attribute.getTotalSize()
                             << " devices; the interpreter runs " << device_limit << " at most";
  ManualMesh mesh(mesh_attribute, manual.getManualAxes());
  int devices = static_cast<int>(mesh.devices().size());

  auto operands = machine.operands(op, frame, active);
  if (failed(operands))
    return mlir::failure();
  PerDevice results(devices);
  if (machine.grid().size() == devices && static_cast<int>(active.size()) == devices) {
    if (failed(run_manual(manual, mesh, *operands, results, machine, active)))
      return mlir::failure();
    return machine.set_results(op, results, frame, active);
  }
  if (machine.grid().size() != 1)
    return op->emitOpError() << "needs the " << devices << " devices of its mesh; " << active.size()
                             << " come to it";

  Machine wide(machine.module(), machine.rules(), Grid{1, devices}, machine.checks());
  std::vector<int> all(devices);
  std::iota(all.begin(), all.end(), 0);
  PerDevice copies(devices, (*operands)[0]);
  if (failed(run_manual(manual, mesh, copies, results, wide, all)))
    return mlir::failure();
  return machine.set_results(op, {results[0]}, frame, active);
}

} // namespace

void add_sharding_evaluations(EvaluateRules &rules) {
  rules.add<sdy::ManualComputationOp>(manual_computation);
}

} // namespace brigade::reference
