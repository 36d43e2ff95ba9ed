#pragma once

#include "compiler/memory/memory.h"
#include "compiler/memory/slots.h"
#include "compiler/partition/varying.h"
#include "ir/dialects.h"

#include <map>
#include <set>

namespace brigade::compiler {

/// Writes the steps of @main, values by values into slots, then slots into buffers.
class Linearizer {
public:
  Linearizer(mlir::func::FuncOp main, Planned &out);

  mlir::LogicalResult run();

private:
  using Id = schedule::Id;

  mlir::LogicalResult block(mlir::Block &block);
  mlir::LogicalResult operation(mlir::Operation *op);
  mlir::LogicalResult fusion(ir::FusionOp op);
  mlir::LogicalResult product(stablehlo::DotGeneralOp op, ir::FusionOp epilogue);
  mlir::LogicalResult loop(stablehlo::WhileOp op);
  mlir::LogicalResult collective(mlir::Operation *op);
  mlir::LogicalResult constant(stablehlo::ConstantOp op);

  // Slots of values.
  void add_arguments();
  void add_results(mlir::Operation *terminator);
  void pair_donations();
  Id sharing_of(mlir::Value v);
  int new_slot(mlir::Value v);
  int result_slot(ir::FusionOp op, unsigned result, llvm::ArrayRef<mlir::Value> other_reads);
  void note_in_place(ir::FusionOp op, unsigned result, llvm::ArrayRef<mlir::Value> other_reads,
                     int step);
  /// Whether a result of the program may take the memory of a donated argument that `op` reads.
  bool may_update_argument(ir::FusionOp op, unsigned result);
  bool dies_at(int slot, mlir::Operation *op);
  mlir::Value renamed(mlir::Value v) const; ///< Through reshapes and barriers.
  bool is_read_after(mlir::Value v, mlir::Operation *op);
  void copy(int from, mlir::Value from_value, int to, mlir::Operation *op);

  // Carried values of loops.
  bool can_write_carried(mlir::Value result, mlir::BlockArgument carried);

  // Steps.
  int next_step() const { return static_cast<int>(steps_.size()); }
  void add_step(schedule::StepBody body, Id sharing, mlir::Operation *op);
  Id location_of(mlir::Operation *op);
  Id kernel_of(ir::FusionOp op, const emit::KernelPlan &plan);
  schedule::KernelStep kernel_step(ir::FusionOp op, const emit::KernelPlan &plan);
  /// A buffer for `v` in its slot; ids are given out as steps ask for them.
  Id buffer_of(mlir::Value v);
  Id buffer_in(int slot, mlir::Value like);

  mlir::func::FuncOp main_;
  Planned &out_;
  Varying varying_;
  Slots slots_;
  std::vector<schedule::Step> steps_;
  struct View {
    int slot;
    DType dtype;
    Shape shape;
    Id buffer;
  };
  std::vector<View> views_;
  llvm::DenseMap<mlir::Value, Id> buffers_;
  /// Where the new value of what a loop carries is written at once.
  llvm::DenseMap<mlir::Value, int> destined_;
  /// Argument, step, slot: the step reads the argument only where it writes the slot in its place.
  std::set<std::tuple<Id, int, int>> in_place_steps_;
  int64_t runs_ = 1; ///< How often the step runs in a call; -1 where that is not known.
  std::map<std::tuple<std::string, int, std::string>, Id> locations_;
  std::vector<llvm::hash_code> kernel_hashes_;
};

} // namespace brigade::compiler
