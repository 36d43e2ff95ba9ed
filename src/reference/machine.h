#pragma once

#include "reference/interpreter.h"
#include "reference/rules.h"

#include "ir/device_groups.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

namespace brigade::reference {

/// A value of one device. Values are immutable, so devices and operations share them.
using Tensor = std::shared_ptr<const Literal>;

using ir::Grid;

/// What the operations of one function have produced so far, on each device. Regions see the values
/// around them, so they use the frame of their function; a loop overwrites the values of the turn
/// before.
class Frame {
public:
  explicit Frame(int devices) : devices_(devices) {}

  /// Null where the device has not computed the value.
  Tensor find(mlir::Value value, int device) const {
    auto it = values_.find(value);
    return it == values_.end() ? nullptr : it->second[device];
  }
  void set(mlir::Value value, int device, Tensor tensor) {
    std::vector<Tensor> &row = values_[value];
    row.resize(devices_);
    row[device] = std::move(tensor);
  }

private:
  int devices_;
  llvm::DenseMap<mlir::Value, std::vector<Tensor>> values_;
};

/// N devices that walk one program in step: each operation is performed on every device that
/// reaches it before the next operation is looked at. So nothing ever waits, and an answer does not
/// depend on timing.
///
/// Devices part where their data differs: a loop goes on with those for which the condition holds
/// while the others rest behind it. A collective performed by some members of a group while another
/// rests is therefore a program whose devices would wait for each other for ever; it is reported
/// with the names of those who are missing.
///
///     device 0:  while 3 turns { all_reduce }      turn 1: active 0, 1
///     device 1:  while 2 turns { all_reduce }      turn 2: active 0, 1
///                                                  turn 3: active 0      -> "device 1 does not
///                                                  take part"
class Machine {
public:
  Machine(mlir::ModuleOp module, const EvaluateRules &rules, Grid grid, Checks *checks)
      : symbols_(module), rules_(rules), grid_(grid), checks_(checks) {}

  const Grid &grid() const { return grid_; }
  const EvaluateRules &rules() const { return rules_; }
  Checks *checks() const { return checks_; }
  mlir::ModuleOp module() const { return mlir::cast<mlir::ModuleOp>(symbols_.getOp()); }

  /// The function of that name, or a diagnostic at `user`.
  mlir::FailureOr<mlir::func::FuncOp> function(llvm::StringRef name, mlir::Operation *user);

  /// Values by device, then by position; the entries of devices that are not active are empty.
  using PerDevice = std::vector<std::vector<Tensor>>;

  /// Runs `f` in a frame of its own. `user` is blamed where the call cannot be made.
  mlir::FailureOr<PerDevice> call(mlir::func::FuncOp f, const PerDevice &arguments,
                                  llvm::ArrayRef<int> active, mlir::Operation *user);

  /// Runs a region of one block up to its terminator and returns what the terminator is given.
  mlir::FailureOr<PerDevice> run(mlir::Region &region, const PerDevice &arguments, Frame &frame,
                                 llvm::ArrayRef<int> active);

  /// The operands of `op`, or a diagnostic where one has no value.
  mlir::FailureOr<std::vector<Tensor>> operands(mlir::Operation *op, const Frame &frame,
                                                int device);
  mlir::FailureOr<PerDevice> operands(mlir::Operation *op, const Frame &frame,
                                      llvm::ArrayRef<int> active);

  /// Writes the results of `op`.
  mlir::LogicalResult set_results(mlir::Operation *op, const PerDevice &values, Frame &frame,
                                  llvm::ArrayRef<int> active);

  /// For running bodies that do not depend on the device.
  std::unique_ptr<RegionRunner> regions(Frame &frame, int device);

private:
  mlir::LogicalResult execute(mlir::Operation *op, Frame &frame, llvm::ArrayRef<int> active);
  mlir::LogicalResult execute_elements(mlir::Operation *op, ElementRule rule, Frame &frame,
                                       llvm::ArrayRef<int> active);
  mlir::LogicalResult execute_arrays(mlir::Operation *op, ArrayRule rule, Frame &frame,
                                     llvm::ArrayRef<int> active);

  mlir::SymbolTable symbols_;
  const EvaluateRules &rules_;
  Grid grid_;
  Checks *checks_;
  int depth_ = 0; ///< Calls that are open: a recursive program is reported, not followed.
};

inline Tensor share(Literal literal) { return std::make_shared<const Literal>(std::move(literal)); }

/// An elementwise operation on whole arrays. An operand of rank 0 goes with every element.
mlir::FailureOr<Literal> evaluate_elements(mlir::Operation *op, const ElementLoop &loop,
                                           llvm::ArrayRef<const Literal *> operands);

} // namespace brigade::reference
