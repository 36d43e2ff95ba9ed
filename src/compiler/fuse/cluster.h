#pragma once

#include "compiler/fuse/access.h"
#include "compiler/fuse/fuse.h"

#include "llvm/ADT/BitVector.h"

#include <vector>

namespace brigade::compiler {

/// A set of operations of a block that become one kernel, or one operation that has steps of its
/// own.
struct Cluster {
  enum Kind {
    Loop,   ///< Elementwise over `size` elements; a product's epilogue when `product` is set.
    Reduce, ///< With reductions of `pattern`: values have `size` elements or one each kept index.
    Update, ///< dynamic_update_slice or scatter.
    Opaque, ///< Anything that is no kernel.
  };
  Kind kind = Opaque;
  int64_t size = 0, kept = 0;
  Pattern pattern;
  std::vector<mlir::Operation *> ops; ///< In program order.
  mlir::Operation *product = nullptr; ///< Loop: the product whose rows it takes.
  int sharing = 0;
  bool alive = true;
};

/// Decides which operations of a block go together.
///
/// Every operation that is not cheap starts as a cluster of its own. Taken in program order, each
/// is merged with the clusters that it reads from where one kernel can compute both (`compatible`)
/// and no third cluster lies between them.
class Clustering {
public:
  Clustering(mlir::Block &block, const SharingOf &sharing_of);

  std::vector<Cluster> clusters;
  CheapOperations cheap;

  /// The cluster that computes `op` into memory, or -1.
  int cluster_of(mlir::Operation *op) const;
  bool is_live(mlir::Operation *op) const { return live_.contains(op); }
  /// Living clusters in an order that they can run in.
  std::vector<int> order() const;

private:
  void find_live(mlir::Block &block);
  void make_cluster(mlir::Operation *op);
  bool needs_memory(mlir::Operation *op);
  void try_merge_with_sources(int consumer);
  void merge_siblings();
  void attach_epilogues();

  bool compatible(int producer, int consumer);
  bool fully_consumed(int producer, int consumer);
  bool path_between(int a, int b) const;  ///< Through a third cluster, either way.
  void merge(int producer, int consumer); ///< The producer becomes part of the consumer.

  mlir::Block &block_;
  const SharingOf &sharing_of_;
  llvm::DenseSet<mlir::Operation *> live_;
  llvm::DenseMap<mlir::Operation *, int> index_;
  llvm::DenseMap<mlir::Operation *, int> position_;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<Access>> accesses_;
  std::vector<llvm::BitVector> before_; ///< Clusters that must run before each, transitively.
};

/// The first operands of an update that its kernel finds in memory, where its results are; all
/// operands of another operation.
unsigned memory_operands(mlir::Operation *op);
/// Whether computing `v` again inside the update's kernel would read one of those.
bool reads_memory_operand(mlir::Value v, mlir::Operation *update, CheapOperations &cheap);

} // namespace brigade::compiler
