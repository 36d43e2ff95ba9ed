#include "compiler/emit/kernel.h"
#include "compiler/emit/loops.h"
#include "compiler/emit/reducer.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <map>

namespace brigade::compiler::emit {

using mlir::Operation;
using mlir::arith::CmpIPredicate;
using stablehlo::ReduceOp;

namespace {

/// Bytes of a kernel's stack that values kept between phases may take.
constexpr int64_t scratch_limit = 64 << 10;
/// An operation of this cost or more is kept rather than computed again in a later phase.
constexpr int keep_cost = 8;
/// The body of a loop of this cost or more is written once: one vector's work is enough to hide how
/// long a sum takes, and several copies would only be compiled.
constexpr int single_copy_cost = 8;

/// What a kernel with reductions does, one loop over the reduced dimensions after the other.
///
/// Example, a softmax: phase 0 finds the maximum of a row; phase 1 sums exp(x - maximum), and keeps
/// each exp on the stack; then the results, exp / sum, need one more loop.
struct Phases {
  std::vector<std::vector<ReduceOp>> reductions;
  std::vector<unsigned> full_results,
      kept_results;               ///< Of the fusion: with all elements, with one a kept index.
  bool results_need_loop = false; ///< A full result depends on the last phase.
  /// Values that a phase keeps for later loops.
  std::vector<llvm::SmallVector<Value>> kept_values;
  /// What one element costs a phase, in additions.
  std::vector<int> costs;
};

class PhaseAnalysis {
public:
  PhaseAnalysis(ir::FusionOp fusion, int64_t elements)
      : block_(fusion.getBody().front()), elements_(elements) {
    for (Operation &op : block_.without_terminator()) {
      size_t level = 0;
      for (Value operand : op.getOperands())
        level = std::max(level, level_of(operand));
      if (auto reduce = mlir::dyn_cast<ReduceOp>(op)) {
        if (phases.reductions.size() <= level)
          phases.reductions.resize(level + 1);
        phases.reductions[level].push_back(reduce);
        ++level;
      }
      for (Value result : op.getResults())
        levels_[result] = level;
    }
    for (auto [i, root] : llvm::enumerate(block_.getTerminator()->getOperands())) {
      (is_full(root) ? phases.full_results : phases.kept_results).push_back(i);
      phases.results_need_loop |= is_full(root) && level_of(root) == phases.reductions.size();
    }
    phases.kept_values.resize(phases.reductions.size());
    choose_kept_values();
    for (size_t i = 0; i < phases.reductions.size(); ++i)
      phases.costs.push_back(cost_of_loop(i));
  }

  Phases phases;

private:
  size_t level_of(Value v) const { return levels_.lookup(v); }
  bool is_full(Value v) const {
    return mlir::cast<mlir::RankedTensorType>(v.getType()).getNumElements() == elements_;
  }

  /// Element i comes from element i of the operands.
  static bool keeps_order(Operation *op) {
    const EmitRule *rule = emit_rules().find(op);
    return (rule && rule->element) || mlir::isa<stablehlo::ReshapeOp>(op);
  }

  /// What loop number i computes for its own sake; one more than the phases is the loop for
  /// results.
  llvm::SmallVector<Value> purposes(size_t i) {
    llvm::SmallVector<Value> values;
    if (i < phases.reductions.size())
      for (ReduceOp reduce : phases.reductions[i])
        llvm::append_range(values, reduce.getInputs());
    bool results_here = i + (phases.results_need_loop ? 0 : 1) == phases.reductions.size();
    if (results_here)
      for (unsigned result : phases.full_results)
        values.push_back(block_.getTerminator()->getOperand(result));
    return values;
  }

  void collect(Value v, llvm::SetVector<Value> &cone) {
    Operation *op = v.getDefiningOp();
    if (!op || !is_full(v) || mlir::isa<ReduceOp>(op) || !cone.insert(v) || !keeps_order(op))
      return;
    for (Value operand : op->getOperands())
      collect(operand, cone);
  }

  /// Values of the earlier loop's cone that the later loop would compute at a high price.
  void collect_wanted(Value v, const llvm::SetVector<Value> &made, llvm::SetVector<Value> &wanted) {
    Operation *op = v.getDefiningOp();
    if (!op || !is_full(v) || mlir::isa<ReduceOp>(op))
      return;
    const EmitRule *rule = emit_rules().find(op);
    if (made.contains(v) && rule && rule->cost >= keep_cost) {
      wanted.insert(v);
      return;
    }
    if (!keeps_order(op))
      return;
    for (Value operand : op->getOperands())
      collect_wanted(operand, made, wanted);
  }

  void choose_kept_values() {
    size_t loops = phases.reductions.size() + (phases.results_need_loop ? 1 : 0);
    llvm::SetVector<Value> already;
    for (size_t i = 0; i + 1 < loops; ++i) {
      llvm::SetVector<Value> made, wanted;
      for (Value v : purposes(i))
        collect(v, made);
      for (size_t later = i + 1; later < loops; ++later)
        for (Value v : purposes(later))
          collect_wanted(v, made, wanted);
      for (Value v : wanted)
        if (already.insert(v))
          phases.kept_values[i].push_back(v);
    }
  }

  int cost_of_loop(size_t i) {
    llvm::SetVector<Value> made;
    for (Value v : purposes(i))
      collect(v, made);
    int cost = 0;
    for (Value v : made)
      if (const EmitRule *rule = emit_rules().find(v.getDefiningOp()))
        cost += rule->cost;
    return cost;
  }

  mlir::Block &block_;
  int64_t elements_;
  llvm::DenseMap<Value, size_t> levels_;
};

/// Writes a kernel with reductions, of either kind. A "turn" is one vector of elements: its index
/// along all dimensions of the plan and its mask. Several turns at once (`unroll`) have
/// accumulators of their own.
class ReduceWriter {
public:
  explicit ReduceWriter(Kernel &k)
      : k_(k), l_(k.l), dims_(k.plan.dims), rows_(k.plan.kind == KernelKind::Rows) {
    int64_t elements = 1;
    for (auto [size, reduced] : llvm::zip(dims_, k.plan.reduced)) {
      elements *= size;
      (reduced ? reduced_dims_ : kept_dims_).push_back(size);
    }
    phases_ = PhaseAnalysis(k.fusion, elements).phases;
  }

  void write() {
    if (rows_)
      allocate_scratch();
    loop(l_, k_.begin, k_.end, l_.i64(1),
         [&](Value iteration) { rows_ ? row(iteration) : columns(iteration); });
  }

private:
  struct Turn {
    Index kept, reduced;
    Value mask;
  };

  // --- Rows: one kept index, lanes along the last reduced dimension.

  void row(Value iteration) {
    Index kept = delinearize(l_, iteration, kept_dims_);
    results_.clear();
    for (size_t phase = 0; phase < phases_.reductions.size(); ++phase) {
      bool with_results = !phases_.results_need_loop && phase + 1 == phases_.reductions.size();
      bool single = phases_.costs[phase] >= single_copy_cost;
      Carried sums = row_loop(kept, initial(phase, k_.plan.unroll), single,
                              [&](const std::vector<Turn> &turns, Carried sums) {
                                return accumulate(phase, turns, std::move(sums), with_results);
                              });
      size_t count = sums.size() / k_.plan.unroll;
      std::vector<Carried> parts;
      for (int u = 0; u < k_.plan.unroll; ++u)
        parts.emplace_back(sums.begin() + u * count, sums.begin() + (u + 1) * count);
      finish_phase(phase, {fold_lanes(phase, fold(phase, parts))});
      bind_scratch(phase);
    }
    if (phases_.results_need_loop && !phases_.full_results.empty())
      row_loop(kept, {}, true, [&](const std::vector<Turn> &turns, Carried) -> Carried {
        store_full_results(turns);
        return {};
      });
    store_kept_results({{kept, {}, {}}});
    unbind_scratch();
  }

  /// All elements of a row, `unroll` vectors at a time, then one at a time, then the rest under a
  /// mask; only the first accumulators take part in what is left over. With a `single` copy of the
  /// body the accumulators take turns, so that each adds up what it would otherwise.
  Carried row_loop(const Index &kept, Carried init, bool single,
                   llvm::function_ref<Carried(const std::vector<Turn> &, Carried)> body) {
    int64_t size = dims_.back(), width = l_.width, unroll = init.empty() ? 1 : k_.plan.unroll;
    llvm::ArrayRef<int64_t> outer = llvm::ArrayRef(reduced_dims_).drop_back();
    return nest(l_, outer, init, [&](const Index &at, const Carried &start) {
      auto turns = [&](Value first, int64_t count, Value mask) {
        std::vector<Turn> list;
        for (int64_t u = 0; u < count; ++u) {
          Index reduced = at;
          Value base = l_.add(first, l_.i64(u * width));
          reduced.push_back(width == 1 ? uniform(base) : Ix{base, 1, size, {}});
          list.push_back({kept, reduced, mask});
        }
        return list;
      };
      int64_t main = size / (unroll * width) * (unroll * width), full = size / width * width;
      int64_t copies = single ? 1 : unroll;
      Carried sums =
          loop(l_, l_.i64(0), l_.i64(main), l_.i64(copies * width), start,
               [&](Value i, const Carried &carried) {
                 Carried next = body(turns(i, copies, {}), carried);
                 if (single)
                   std::rotate(next.begin(), next.begin() + next.size() / unroll, next.end());
                 return next;
               });
      sums = loop(l_, l_.i64(main), l_.i64(full), l_.i64(width), sums,
                  [&](Value i, const Carried &carried) { return body(turns(i, 1, {}), carried); });
      if (full == size)
        return sums;
      Lanes::Scope scope(l_);
      return body(turns(l_.i64(full), 1, first_lanes(l_, l_.i64(size - full))), sums);
    });
  }

  // --- Columns: a block of the last kept dimension, lanes along it.

  void columns(Value iteration) {
    Value blocks = l_.i64(k_.plan.blocks);
    Index outer =
        delinearize(l_, l_.div(iteration, blocks), llvm::ArrayRef(kept_dims_).drop_back());
    int64_t size = dims_.back(), block = k_.plan.block;
    Value low = l_.mul(l_.rem(iteration, blocks), l_.i64(block));
    auto whole_block = [&] {
      std::vector<Turn> turns;
      for (int u = 0; u < k_.plan.unroll; ++u)
        turns.push_back({with(outer, {l_.add(low, l_.i64(u * l_.width)), 1, size, {}}), {}, {}});
      column_block(turns);
    };
    if (size % block == 0) {
      whole_block();
      return;
    }
    Value high = l_.min(l_.add(low, l_.i64(block)), l_.i64(size));
    auto pieces = [&] {
      over_lanes(l_, low, high, size,
                 [&](const Ix &ix, Value mask) { column_block({{with(outer, ix), {}, mask}}); });
    };
    if (size < block) {
      pieces();
      return;
    }
    V is_whole = compare(CmpIPredicate::eq, V(l_.sub(high, low), l_), V(l_.i64(block), l_));
    when(l_, is_whole, whole_block);
    when(l_, is_whole ^ is_whole.constant(1), pieces);
  }

  static Index with(Index index, Ix last) {
    index.push_back(last);
    return index;
  }

  void column_block(const std::vector<Turn> &columns) {
    auto over_reduced = [&](const Carried &init,
                            llvm::function_ref<Carried(const std::vector<Turn> &, Carried)> body) {
      return nest(l_, reduced_dims_, init, [&](const Index &at, const Carried &sums) {
        std::vector<Turn> turns = columns;
        for (Turn &turn : turns)
          turn.reduced = at;
        return body(turns, sums);
      });
    };
    results_.clear();
    for (size_t phase = 0; phase < phases_.reductions.size(); ++phase) {
      bool with_results = !phases_.results_need_loop && phase + 1 == phases_.reductions.size();
      Carried sums = over_reduced(initial(phase, static_cast<int>(columns.size())),
                                  [&](const std::vector<Turn> &turns, Carried sums) {
                                    return accumulate(phase, turns, std::move(sums), with_results);
                                  });
      size_t count = sums.size() / columns.size();
      std::vector<Carried> parts;
      for (size_t u = 0; u < columns.size(); ++u)
        parts.emplace_back(sums.begin() + u * count, sums.begin() + (u + 1) * count);
      finish_phase(phase, parts);
    }
    if (phases_.results_need_loop)
      over_reduced({}, [&](const std::vector<Turn> &turns, Carried) -> Carried {
        store_full_results(turns);
        return {};
      });
    store_kept_results(columns);
  }

  // --- Both.

  /// The value of `v`, which has all elements, at a turn.
  Value full_value(Value v, const Turn &turn, size_t u) {
    current_ = u;
    return k_.value_at(v, {remap(l_, dims_, merged(turn), shape_of(v)), turn.mask});
  }

  Index merged(const Turn &turn) const {
    Index at;
    auto kept = turn.kept.begin(), reduced = turn.reduced.begin();
    for (bool is_reduced : k_.plan.reduced)
      at.push_back(is_reduced ? *reduced++ : *kept++);
    return at;
  }

  Carried initial(size_t phase, int copies) {
    Carried one;
    for (ReduceOp reduce : phases_.reductions[phase]) {
      Reducer reducer = classify(reduce.getBody());
      for (Value init : reduce.getInitValues())
        one.push_back(l_.spread(reducer.kind == ReducerKind::Monoid ? identity_of(l_, reducer.op)
                                                                    : k_.value_at(init, {})));
    }
    Carried all;
    for (int i = 0; i < copies; ++i)
      llvm::append_range(all, one);
    return all;
  }

  /// Sums and values of one reduction. A monoid of 16-bit floats is not rounded before the end.
  Carried combine(ReduceOp reduce, llvm::ArrayRef<Value> a, llvm::ArrayRef<Value> c) {
    Reducer reducer = classify(reduce.getBody());
    Carried operands(a);
    llvm::append_range(operands, c);
    if (reducer.kind != ReducerKind::Monoid)
      return k_.region(reduce.getBody(), operands);
    l_.unify(operands);
    return {emit_rules().find(reducer.op)->element(l_, reducer.op, operands)};
  }

  Carried accumulate(size_t phase, const std::vector<Turn> &turns, Carried sums,
                     bool with_results) {
    size_t next = 0;
    for (auto [u, turn] : llvm::enumerate(turns))
      for (ReduceOp reduce : phases_.reductions[phase]) {
        Carried values;
        for (Value input : reduce.getInputs())
          values.push_back(full_value(input, turn, u));
        Carried sum(sums.begin() + next, sums.begin() + next + values.size());
        Carried combined = combine(reduce, sum, values);
        for (auto [old, value] : llvm::zip(sum, combined))
          sums[next++] =
              turn.mask ? select(V(turn.mask, l_), V(value, l_), V(old, l_)).v : l_.spread(value);
      }
    if (rows_)
      for (Value v : phases_.kept_values[phase])
        if (auto scratch = scratch_.find(v); scratch != scratch_.end())
          for (auto [u, turn] : llvm::enumerate(turns))
            k_.e.store(scratch->second, {turn.reduced, turn.mask}, full_value(v, turn, u));
    if (with_results)
      store_full_results(turns);
    return sums;
  }

  Carried combine_all(size_t phase, const Carried &a, const Carried &c) {
    Carried all;
    size_t next = 0;
    for (ReduceOp reduce : phases_.reductions[phase]) {
      size_t count = reduce.getInputs().size();
      llvm::append_range(all, combine(reduce, llvm::ArrayRef(a).slice(next, count),
                                      llvm::ArrayRef(c).slice(next, count)));
      next += count;
    }
    return all;
  }

  /// (0 with 1) with (2 with 3).
  Carried fold(size_t phase, std::vector<Carried> parts) {
    while (parts.size() > 1) {
      std::vector<Carried> halved;
      for (size_t i = 0; i + 1 < parts.size(); i += 2)
        halved.push_back(combine_all(phase, parts[i], parts[i + 1]));
      parts = std::move(halved);
    }
    return parts[0];
  }

  /// The lower half of the lanes with the upper half, until one is left.
  Carried fold_lanes(size_t phase, Carried sums) {
    int width = l_.width;
    while (l_.width > 1) {
      int half = l_.width / 2;
      Carried low, high;
      for (Value sum : sums) {
        low.push_back(lanes_of(sum, 0, half));
        high.push_back(lanes_of(sum, half, half));
      }
      l_.width = half;
      sums = combine_all(phase, low, high);
    }
    l_.width = width;
    return sums;
  }

  Value lanes_of(Value v, int64_t first, int64_t count) {
    if (count == 1)
      return l_.b.create<mlir::vector::ExtractOp>(l_.loc, v, first);
    llvm::SmallVector<int64_t> lanes;
    for (int64_t i = 0; i < count; ++i)
      lanes.push_back(first + i);
    return l_.b.create<mlir::vector::ShuffleOp>(l_.loc, v, v, lanes);
  }

  /// From now on the phase's reductions have these values, one list a turn.
  void finish_phase(size_t phase, const std::vector<Carried> &sums) {
    size_t next = 0;
    for (ReduceOp reduce : phases_.reductions[phase]) {
      Reducer reducer = classify(reduce.getBody());
      for (size_t r = 0; r < reduce.getInputs().size(); ++r, ++next) {
        std::vector<Value> &values = results_[reduce.getResult(r)];
        for (size_t u = 0; u < sums.size(); ++u) {
          Value value = sums[u][next];
          if (reducer.kind == ReducerKind::Monoid) {
            current_ = u;
            Value init = k_.value_at(reduce.getInitValues()[r], {});
            value = round_to(l_, combine(reduce, {init}, {value})[0],
                             dtype_of_value(reduce.getResult(r)));
          }
          values.push_back(value);
        }
        k_.e.bind(reduce.getResult(r),
                  [this, v = Value(reduce.getResult(r))](const Point &) -> Value {
                    auto it = results_.find(v);
                    return it == results_.end() ? Value() : it->second[rows_ ? 0 : current_];
                  });
      }
    }
  }

  void store_full_results(const std::vector<Turn> &turns) {
    llvm::SmallVector<Value> values;
    for (auto [u, turn] : llvm::enumerate(turns))
      for (unsigned result : phases_.full_results)
        values.push_back(full_value(k_.roots()[result], turn, u));
    size_t next = 0;
    for (const Turn &turn : turns)
      for (unsigned result : phases_.full_results) {
        BufferRef flat = k_.outputs[result];
        flat.shape.assign(dims_.begin(), dims_.end());
        k_.e.store(flat, {merged(turn), turn.mask}, values[next++]);
      }
  }

  void store_kept_results(const std::vector<Turn> &turns) {
    for (auto [u, turn] : llvm::enumerate(turns))
      for (unsigned result : phases_.kept_results) {
        Value root = k_.roots()[result];
        current_ = u;
        Index at =
            remap(l_, kept_dims_.empty() ? llvm::ArrayRef<int64_t>{1} : llvm::ArrayRef(kept_dims_),
                  kept_dims_.empty() ? Index{uniform(l_.i64(0))} : turn.kept, shape_of(root));
        Value value = k_.value_at(root, {at, turn.mask});
        k_.e.store(k_.outputs[result], {at, turn.mask}, value);
      }
  }

  // --- Values kept on the stack between the phases of a row.

  void allocate_scratch() {
    int64_t row = 1, used = 0;
    for (int64_t size : reduced_dims_)
      row *= size;
    for (auto &values : phases_.kept_values)
      for (Value v : values) {
        int64_t bytes = row * static_cast<int64_t>(dtype_size(dtype_of_value(v)));
        if (used + bytes > scratch_limit)
          continue;
        used += bytes;
        mlir::MLIRContext *context = l_.b.getContext();
        Value memory = l_.b.create<mlir::LLVM::AllocaOp>(
            l_.loc, mlir::LLVM::LLVMPointerType::get(context),
            storage_type(context, dtype_of_value(v)), l_.i64(row), 64);
        scratch_[v] = {memory, dtype_of_value(v),
                       Shape(reduced_dims_.begin(), reduced_dims_.end())};
      }
  }

  void bind_scratch(size_t phase) {
    for (Value v : phases_.kept_values[phase])
      if (scratch_.contains(v)) {
        readable_.insert(v);
        k_.e.bind(v, [this, v](const Point &p) -> Value {
          if (!readable_.contains(v))
            return {};
          Index at = remap(l_, shape_of(v), p.at, dims_), reduced;
          for (auto [ix, is_reduced] : llvm::zip(at, k_.plan.reduced))
            if (is_reduced)
              reduced.push_back(ix);
          return k_.e.load(scratch_.find(v)->second, {reduced, p.mask}, /*changes=*/true);
        });
      }
  }

  void unbind_scratch() { readable_.clear(); }

  Kernel &k_;
  Lanes &l_;
  llvm::ArrayRef<int64_t> dims_;
  bool rows_;
  llvm::SmallVector<int64_t> kept_dims_, reduced_dims_;
  Phases phases_;
  llvm::DenseMap<Value, std::vector<Value>> results_;
  size_t current_ = 0; ///< The turn that is being computed.
  llvm::DenseMap<Value, BufferRef> scratch_;
  llvm::DenseSet<Value> readable_;
};

} // namespace

void write_reduce(Kernel &k) { ReduceWriter(k).write(); }

} // namespace brigade::compiler::emit
