#pragma once

#include "schedule/schedule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <optional>
#include <vector>

namespace brigade::compiler {

/// Which devices hold the same value, for each value of a partitioned function: two devices in one
/// group of a value's sharing are certain to compute the same bits.
///
/// Arguments differ as their shardings say, partition_id everywhere, an operation's results where
/// any operand differs. Scalars computed from the partition id alone are worked out for each
/// device, so that a slice along one mesh axis differs along that axis only. A collective's result
/// is a function of what the members of its group had: devices whose groups had the same, member
/// for member, have the same result, whatever the groups are.
///
///   mesh 2 x 2, %x differs everywhere;  all_reduce %x over {{0, 1}, {2, 3}}  ->  groups {0, 1},
///   {2, 3}
///
/// What a loop carries is a fixpoint; everything in a loop whose condition differs between devices
/// differs between them too.
class Varying {
public:
  explicit Varying(mlir::func::FuncOp function);

  int devices() const { return devices_; }
  /// A value in an opaque region (the body of a reduction) has no sharing of its own: each device
  /// alone.
  const schedule::Sharing &of(mlir::Value value) const;
  /// The sharing of values that are the same everywhere.
  const schedule::Sharing &uniform() const { return sharings_[uniform_]; }
  /// Whether all members of each group hold the same; rows as in replica_groups.
  bool is_uniform_over(mlir::Value value, mlir::DenseIntElementsAttr groups) const;

private:
  using Id = int;
  Id intern(std::vector<int32_t> keys);
  Id refine(Id a, Id b);
  Id visit_operands(mlir::Operation *op, Id context);
  void visit(mlir::Block &block, Id context);
  void visit(mlir::Operation *op, Id context);
  void visit_loop(mlir::Operation *op, Id context);
  bool evaluate(mlir::Operation *op);
  bool is_scalar_of_position(mlir::Operation *op) const;
  std::optional<Literal> scalar(mlir::Value value, int device) const;
  Id id(mlir::Value value) const;

  int devices_ = 1;
  Id alone_ = 0, uniform_ = 0;
  std::vector<schedule::Sharing> sharings_;
  std::map<std::vector<int32_t>, Id> ids_;
  llvm::DenseMap<mlir::Value, Id> of_;
  /// Scalars known on each device: one entry a device.
  llvm::DenseMap<mlir::Value, std::vector<Literal>> scalars_;
};

} // namespace brigade::compiler
