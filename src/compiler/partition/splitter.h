#pragma once

#include "compiler/partition/emitter.h"
#include "ir/rules.h"

#include "llvm/ADT/DenseMap.h"

namespace brigade::compiler {

/// How one operation is split: the axes of each factor, and the layouts that they give its operands
/// and results.
struct OpSplit {
  llvm::SmallVector<Axes, 4> axes;
  llvm::SmallVector<Layout> operands, results;
};

/// Writes the program of one device while it walks the global one.
///
/// "Global" values are those of the program being read, "local" those being written. Each global
/// value has one local value, its part, in the layout that propagation gave it; when an operation
/// needs it in another layout, the value is moved and that version is kept for whoever asks next in
/// the same block.
///
///   global  %y = dot %x, %w : 16x8, 8x4 -> 16x4     x [{}, {a}], w [{a}, {}], y [{}, {}]; a of
///   size 2 local   %p = dot %x, %w : 16x4, 4x4 -> 16x4
///           %y = all_reduce %p over a
class Splitter {
public:
  Splitter(const Grid &grid, const ir::FactorRules &rules, mlir::OpBuilder &builder)
      : grid(grid), rules(rules), builder(builder) {}

  /// Writes the operations of `block` but its terminator at the builder's insertion point.
  mlir::LogicalResult split(mlir::Block &block);

  /// The layout that propagation gave a result.
  Layout declared(mlir::Value global) const;
  /// The layout of a value that was written.
  const Layout &layout(mlir::Value global) const {
    return locals_.find(global)->second.front().layout;
  }
  /// Its local value in layout `wanted`, moved there for `user` where it is not at hand.
  mlir::Value as(mlir::Value global, const Layout &wanted, mlir::Operation *user);
  /// All of it.
  mlir::Value whole(mlir::Value global, mlir::Operation *user) {
    return as(global, Layout(rank(global)), user);
  }
  /// The local value of a global one that is now in `layout`; for results of operations, moved to
  /// the layout it is declared in.
  void define(mlir::Value global, mlir::Value local, const Layout &layout);
  /// As it is, for arguments.
  void bind(mlir::Value global, mlir::Value local, const Layout &layout);

  void define(mlir::Operation *op, mlir::ValueRange locals, const OpSplit &split);

  /// The rewrite that needs no more than the factor rule.
  mlir::LogicalResult split_by_rule(mlir::Operation *op);
  mlir::LogicalResult split_by_rule(mlir::Operation *op, const ir::FactorRule &rule);
  /// `adapt`, where given, may replace each local operand by something made from it.
  mlir::LogicalResult
  split_by_rule(mlir::Operation *op, const ir::FactorRule &rule, const OpSplit &split,
                llvm::function_ref<mlir::Value(unsigned operand, mlir::Value local)> adapt = {});

  /// The split that sends least, by what is at hand and what is declared.
  OpSplit choose(mlir::Operation *op, const ir::FactorRule &rule) const;

  /// A copy of `op` on local operands, with local result types and sizes, inserted.
  mlir::Operation *clone(mlir::Operation *op, mlir::ValueRange operands, const OpSplit &split,
                         llvm::ArrayRef<ir::SizeAttribute> sizes = {});

  Emitter emitter(mlir::Location location, std::string reason = {}) {
    return Emitter(grid, builder, location, std::move(reason));
  }

  static size_t rank(mlir::Value global) { return ir::shape_of(global).size(); }

  const Grid &grid;
  const ir::FactorRules &rules;
  mlir::OpBuilder &builder;

private:
  struct Version {
    Layout layout;
    mlir::Value local;
  };
  llvm::ArrayRef<Version> versions(mlir::Value global) const {
    return locals_.find(global)->second;
  }
  bool at_hand(Version, size_t index) const;
  mlir::Value move(mlir::Value global, mlir::Value local, const Layout &from, const Layout &to,
                   Emitter);

  llvm::DenseMap<mlir::Value, llvm::SmallVector<Version, 1>> locals_;
};

/// How an operation is split for which factors do not say enough.
using SplitFn = mlir::LogicalResult (*)(Splitter &, mlir::Operation *);
using SplitRules = ir::RuleTable<SplitFn>;
void add_structure_splits(SplitRules &);
void add_indexing_splits(SplitRules &);
void add_reduction_splits(SplitRules &);
void add_moving_splits(SplitRules &);
void add_region_splits(SplitRules &);
const SplitRules &split_rules();

} // namespace brigade::compiler
