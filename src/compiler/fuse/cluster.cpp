#include "compiler/fuse/cluster.h"

#include "compiler/emit/emit.h"
#include "compiler/fuse/dot_form.h"

#include "llvm/ADT/SetVector.h"

#include <set>

namespace brigade::compiler {

using mlir::Block;
using mlir::Operation;
using mlir::Value;
using namespace stablehlo;

namespace {

/// Operations of a kernel at most: longer ones compile slowly and spill registers.
constexpr size_t largest_cluster = 200;
/// Constants of more elements are written by a kernel rather than kept with the program.
constexpr int64_t largest_stored_splat = 1 << 14;

/// Kernels of reductions along outer dimensions walk a block of columns; a second walk pays where
/// the block stays in the cache.
constexpr int64_t longest_column = 2048;
constexpr int64_t fewest_columns = 256;
/// A single row is one thread's work.
constexpr int64_t longest_single_row = 1 << 15;

bool is_renaming(Operation *op) { return mlir::isa<ReshapeOp, OptimizationBarrierOp>(op); }

bool is_stored_constant(Operation *op) {
  auto constant = mlir::dyn_cast<ConstantOp>(op);
  return constant &&
         (!constant.getValue().isSplat() || elements(constant.getOutput()) <= largest_stored_splat);
}

bool is_update(Operation *op) { return mlir::isa<DynamicUpdateSliceOp, ScatterOp>(op); }

bool is_emitted(Operation *op) {
  return !is_update(op) && !mlir::isa<OptimizationBarrierOp>(op) &&
         (emit::has_emission(op) || mlir::isa<ReduceOp>(op));
}

} // namespace

unsigned memory_operands(Operation *op) {
  if (auto scatter = mlir::dyn_cast<ScatterOp>(op))
    return scatter.getInputs().size();
  return mlir::isa<DynamicUpdateSliceOp>(op) ? 1 : op->getNumOperands();
}

bool reads_memory_operand(Value v, Operation *update, CheapOperations &cheap) {
  if (llvm::is_contained(update->getOperands().take_front(memory_operands(update)), v))
    return true;
  Operation *op = v.getDefiningOp();
  return op && cheap.contains(op) && llvm::any_of(op->getOperands(), [&](Value operand) {
           return reads_memory_operand(operand, update, cheap);
         });
}

Clustering::Clustering(Block &block, const SharingOf &sharing_of)
    : block_(block), sharing_of_(sharing_of) {
  find_live(block);
  int position = 0;
  for (Operation &op : block.without_terminator())
    position_[&op] = position++;
  for (Operation &op : block.without_terminator()) {
    if (is_live(&op) && (!cheap.contains(&op) || needs_memory(&op)) && !is_stored_constant(&op))
      make_cluster(&op);
  }
  for (size_t i = 0; i < clusters.size(); ++i)
    if (clusters[i].alive)
      try_merge_with_sources(static_cast<int>(i));
  merge_siblings();
  attach_epilogues();
}

void Clustering::find_live(Block &block) {
  for (Operation &op : llvm::reverse(block)) {
    bool needed = op.hasTrait<mlir::OpTrait::IsTerminator>() || !mlir::isMemoryEffectFree(&op) ||
                  llvm::any_of(op.getUsers(), [&](Operation *user) {
                    Operation *here = block.findAncestorOpInBlock(*user);
                    return here && live_.contains(here);
                  });
    if (needed)
      live_.insert(&op);
  }
}

/// A user that is no kernel reads the value from memory; one that only renames memory passes the
/// question on.
bool Clustering::needs_memory(Operation *op) {
  for (Operation *user : op->getUsers()) {
    Operation *here = block_.findAncestorOpInBlock(*user);
    if (!here || !is_live(here))
      continue;
    if (mlir::isa<ReshapeOp>(here)) {
      if (needs_memory(here))
        return true;
      continue;
    }
    if (is_update(here)) {
      for (auto [i, operand] : llvm::enumerate(here->getOperands()))
        if (operand.getDefiningOp() == op &&
            (i < memory_operands(here) || reads_memory_operand(operand, here, cheap)))
          return true;
      continue;
    }
    if (!is_emitted(here))
      return true;
  }
  return false;
}

void Clustering::make_cluster(Operation *op) {
  auto number = static_cast<int>(clusters.size());
  Cluster cluster;
  cluster.ops = {op};
  cluster.sharing = sharing_of_ && op->getNumResults() ? sharing_of_(op->getResult(0)) : 0;
  if (auto reduce = mlir::dyn_cast<ReduceOp>(op)) {
    cluster.kind = Cluster::Reduce;
    cluster.size = elements(reduce.getInputs()[0]);
    cluster.kept = elements(reduce.getResult(0));
    cluster.pattern = reduce_pattern(reduce);
  } else if (is_update(op)) {
    cluster.kind = Cluster::Update;
  } else if (is_emitted(op) && !is_renaming(op)) {
    cluster.kind = Cluster::Loop;
    cluster.size = elements(op->getResult(0));
  }
  index_[op] = number;
  accesses_[op] = accesses(op, cheap);
  clusters.push_back(cluster);

  // What it reads has come before it. Cheap operations are computed again, except where memory is
  // read.
  llvm::BitVector before(position_.size());
  std::function<void(Value, bool)> depend = [&](Value v, bool from_memory) {
    Operation *source = v.getDefiningOp();
    if (!source || source->getBlock() != &block_)
      return;
    auto it = index_.find(source);
    if (it != index_.end() && (from_memory || !cheap.contains(source))) {
      before.set(it->second);
      before |= before_[it->second];
      return;
    }
    for (Value operand : source->getOperands())
      depend(operand, from_memory);
  };
  bool is_kernel = cluster.kind != Cluster::Opaque;
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    depend(operand, !is_kernel || (is_update(op) && (i < memory_operands(op) ||
                                                     reads_memory_operand(operand, op, cheap))));
  for (mlir::Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        depend(operand, true);
    });
  before_.push_back(before);
}

int Clustering::cluster_of(Operation *op) const {
  auto it = index_.find(op);
  return it == index_.end() ? -1 : it->second;
}

void Clustering::try_merge_with_sources(int consumer) {
  Operation *op = clusters[consumer].ops.front();
  if (clusters[consumer].kind == Cluster::Opaque || clusters[consumer].ops.size() != 1)
    return;
  // The nearest first: what is between two others must be in before they can meet.
  std::set<int, std::greater<>> sources;
  for (const Access &access : accesses_[op])
    if (Operation *source = access.source.getDefiningOp())
      if (int cluster = cluster_of(source); cluster >= 0 && source->getBlock() == &block_)
        sources.insert(cluster);
  int here = cluster_of(op);
  for (int original : sources) {
    // A cluster's number changes when it is merged.
    int source = original;
    while (!clusters[source].alive)
      source = index_[clusters[source].ops.front()];
    here = cluster_of(op);
    if (source != here && compatible(source, here) && !path_between(source, here))
      merge(source, here);
  }
}

bool Clustering::path_between(int a, int b) const {
  auto between = [&](int low, int high) {
    for (int c : before_[high].set_bits())
      if (c != low && c != high && clusters[c].alive && before_[c].test(low))
        return true;
    return false;
  };
  return between(a, b) || between(b, a);
}

bool Clustering::fully_consumed(int producer, int consumer) {
  std::vector<Operation *> open(clusters[producer].ops.begin(), clusters[producer].ops.end());
  llvm::DenseSet<Operation *> seen;
  while (!open.empty()) {
    Operation *op = open.back();
    open.pop_back();
    for (Operation *user : op->getUsers()) {
      Operation *here = block_.findAncestorOpInBlock(*user);
      if (!here || !is_live(here) || !seen.insert(here).second)
        continue;
      if (here->hasTrait<mlir::OpTrait::IsTerminator>())
        return false;
      int cluster = cluster_of(here);
      if (cluster == producer || cluster == consumer)
        continue;
      if (cluster >= 0 || !cheap.contains(here))
        return false;
      open.push_back(here);
    }
  }
  return true;
}

bool Clustering::compatible(int producer, int consumer) {
  const Cluster &p = clusters[producer], &c = clusters[consumer];
  if (p.kind == Cluster::Opaque || c.kind == Cluster::Opaque || p.kind == Cluster::Update ||
      p.sharing != c.sharing || p.ops.size() + c.ops.size() > largest_cluster)
    return false;

  // Edges, either way: two clusters that both feed a third may also feed each other.
  bool all_same = true, all_kept = true;
  const Pattern &pattern = p.kind == Cluster::Reduce ? p.pattern : c.pattern;
  auto look = [&](int from, const Cluster &to) {
    for (Operation *op : to.ops)
      for (const Access &access : accesses_[op]) {
        Operation *source = access.source.getDefiningOp();
        if (!source || cluster_of(source) != from)
          continue;
        all_same &= access.kind == AccessKind::Same;
        all_kept &= access.kind == AccessKind::Same ||
                    (access.kind == AccessKind::Broadcast && access.pattern == pattern);
      }
  };
  look(producer, c);
  look(consumer, p);

  if (c.kind == Cluster::Update)
    return p.kind == Cluster::Loop && fully_consumed(producer, consumer) && [&] {
      // What the kernel finds in memory must be in memory, and nothing else may read it.
      Operation *update = c.ops.back();
      for (unsigned i = 0; i < memory_operands(update); ++i) {
        Operation *source = update->getOperand(i).getDefiningOp();
        if (source && (cluster_of(source) == producer || cheap.contains(source)))
          return false;
        for (Operation *op : p.ops)
          for (const Access &access : accesses_[op])
            if (access.source == update->getOperand(i))
              return false;
      }
      return true;
    }();

  if (p.kind == Cluster::Loop && c.kind == Cluster::Loop && p.size == c.size && all_same)
    return true;
  if (p.kind == Cluster::Reduce && c.kind == Cluster::Reduce && p.size == c.size &&
      p.pattern == c.pattern && all_kept)
    return true;
  if (p.kind != c.kind) {
    const Cluster &reduce = p.kind == Cluster::Reduce ? p : c,
                  &loop = p.kind == Cluster::Reduce ? c : p;
    if (all_kept && loop.size == reduce.size) {
      // What comes before is computed on the way; what follows needs another walk over all
      // elements.
      bool rows = !reduce.pattern.back().second;
      int64_t column = reduce.size / std::max<int64_t>(1, reduce.kept);
      if (&loop == &p || (rows ? reduce.kept > 1 || reduce.size <= longest_single_row
                               : column <= longest_column && reduce.kept >= fewest_columns))
        return true;
    }
    if (all_kept && loop.size == reduce.kept)
      return true;
  }

  // Computed where it is used, and nowhere else.
  if (p.kind == Cluster::Loop && fully_consumed(producer, consumer)) {
    int cost = 0;
    for (Operation *op : p.ops)
      cost += emit::cost_of(op);
    return c.size <= 2 * p.size || cost <= 4;
  }
  return false;
}

void Clustering::merge(int producer, int consumer) {
  Cluster &p = clusters[producer], &c = clusters[consumer];
  if (p.kind == Cluster::Reduce && c.kind == Cluster::Loop) {
    c.kind = Cluster::Reduce;
    c.size = p.size;
    c.kept = p.kept;
    c.pattern = p.pattern;
  }
  for (Operation *op : p.ops)
    index_[op] = consumer;
  llvm::append_range(c.ops, p.ops);
  llvm::sort(c.ops, [&](Operation *a, Operation *b) { return position_[a] < position_[b]; });
  p.alive = false;
  before_[consumer] |= before_[producer];
  before_[consumer].reset(consumer);
  before_[consumer].reset(producer);
  // What came after either comes after both.
  for (size_t i = 0; i < clusters.size(); ++i) {
    if (static_cast<int>(i) == consumer ||
        !(before_[i].test(producer) || before_[i].test(consumer)))
      continue;
    before_[i] |= before_[consumer];
    before_[i].set(consumer);
    before_[i].reset(producer);
  }
}

/// Reductions of one kind over one array share the walk over it.
void Clustering::merge_siblings() {
  for (size_t i = 0; i < clusters.size(); ++i) {
    if (!clusters[i].alive || clusters[i].kind != Cluster::Reduce)
      continue;
    llvm::DenseSet<Value> reads;
    auto note = [&](const Cluster &cluster) {
      for (Operation *op : cluster.ops)
        for (const Access &access : accesses_[op])
          if (access.kind == AccessKind::Same && elements(access.source) == cluster.size)
            reads.insert(access.source);
    };
    note(clusters[i]);
    for (size_t j = i + 1; j < clusters.size(); ++j) {
      Cluster &other = clusters[j];
      if (!other.alive || other.kind != Cluster::Reduce)
        continue;
      bool shares = llvm::any_of(other.ops, [&](Operation *op) {
        return llvm::any_of(accesses_[op],
                            [&](const Access &access) { return reads.contains(access.source); });
      });
      auto a = static_cast<int>(i), b = static_cast<int>(j);
      if (shares && compatible(a, b) && !path_between(a, b)) {
        merge(b, a);
        note(clusters[i]);
      }
    }
  }
}

void Clustering::attach_epilogues() {
  for (size_t i = 0; i < clusters.size(); ++i) {
    if (!clusters[i].alive || clusters[i].kind != Cluster::Opaque)
      continue;
    auto dot = mlir::dyn_cast<DotGeneralOp>(clusters[i].ops.front());
    if (!dot || !dot_form(dot))
      continue;
    for (size_t j = i + 1; j < clusters.size(); ++j) {
      Cluster &loop = clusters[j];
      if (!loop.alive || loop.kind != Cluster::Loop || loop.product ||
          loop.size != elements(dot.getResult()) || loop.sharing != clusters[i].sharing)
        continue;
      bool reads = false, same = true;
      for (Operation *op : loop.ops)
        for (const Access &access : accesses_[op])
          if (access.source == dot.getResult()) {
            reads = true;
            same &= access.kind == AccessKind::Same;
          }
      if (!reads || !same || path_between(static_cast<int>(i), static_cast<int>(j)))
        continue;
      merge(static_cast<int>(i), static_cast<int>(j));
      loop.product = dot;
      llvm::erase(loop.ops, dot.getOperation());
      break;
    }
  }
}

std::vector<int> Clustering::order() const {
  // By the place of the last operation where that is possible; what must come before comes before.
  std::vector<int> alive, result;
  for (size_t i = 0; i < clusters.size(); ++i)
    if (clusters[i].alive)
      alive.push_back(static_cast<int>(i));
  auto place = [&](int cluster) { return position_.lookup(clusters[cluster].ops.back()); };
  std::set<std::pair<int, int>> waiting;
  for (int cluster : alive)
    waiting.insert({place(cluster), cluster});
  llvm::BitVector done(clusters.size());
  while (!waiting.empty()) {
    for (auto it = waiting.begin(); it != waiting.end(); ++it) {
      int cluster = it->second;
      bool ready = llvm::all_of(before_[cluster].set_bits(), [&](unsigned before) {
        return done.test(before) || !clusters[before].alive;
      });
      if (!ready)
        continue;
      done.set(cluster);
      result.push_back(cluster);
      waiting.erase(it);
      break;
    }
  }
  return result;
}

} // namespace brigade::compiler
