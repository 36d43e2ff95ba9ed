#include "compiler/partition/choose.h"

#include <limits>

namespace brigade::compiler {

using namespace mlir;

Axes reduction_axes(const ir::FactorRule &rule, ArrayRef<Axes> factor_axes) {
  Axes axes;
  for (auto [factor, split] : llvm::zip_equal(rule.factors, factor_axes))
    if (factor.kind == ir::FactorKind::Reduction)
      axes.append(split);
  return axes;
}

namespace {

using FactorAxes = SmallVector<Axes, 4>;

/// Operations a device does, and bytes of its memory it reads or writes, in the time in which it
/// sends one byte. Low for any machine, so that splitting to compute less must be well worth what
/// it sends.
constexpr double operations_a_byte = 32, memory_bytes_a_byte = 8;

class Chooser {
public:
  Chooser(const Grid &grid, const ir::FactorRule &rule, ArrayRef<Candidate> tensors)
      : grid_(grid), rule_(rule), tensors_(tensors) {
    for (unsigned t = 0; t < tensors.size(); ++t)
      for (const Layout &layout : tensors[t].layouts)
        if (!layout.is_replicated())
          sources_.push_back({t, sources_.size(), to_factors(grid, rule, rule.tensor(t), layout)});
    llvm::sort(sources_, [&](const Source &a, const Source &b) {
      return std::tuple(weight(b.tensor), a.tensor, a.order) <
             std::tuple(weight(a.tensor), b.tensor, b.order);
    });
  }

  FactorAxes run() {
    FactorAxes best(rule_.factors.size());
    if (sources_.empty())
      return best;
    double best_cost = cost(best);
    int64_t best_parts = 1;
    auto consider = [&](const FactorAxes &axes) {
      double c = cost(axes);
      int64_t p = parts(axes);
      if (c < best_cost || (c == best_cost && p > best_parts))
        best = axes, best_cost = c, best_parts = p;
    };
    for (const Source &first : sources_) {
      FactorAxes axes(rule_.factors.size());
      add(axes, first.factors);
      consider(axes);
      for (const Source &other : sources_)
        add(axes, other.factors);
      consider(axes);
      for (auto [factor, split] : llvm::zip_equal(rule_.factors, axes))
        if (factor.kind == ir::FactorKind::Reduction)
          split.clear();
      consider(axes);
    }
    return best;
  }

private:
  struct Source {
    unsigned tensor;
    size_t order;
    FactorAxes factors;
  };

  double weight(unsigned t) const {
    double elements = tensors_[t].element_bytes;
    for (int64_t size : tensors_[t].shape)
      elements *= size;
    return elements;
  }

  int64_t parts(const FactorAxes &axes) const {
    int64_t parts = 1;
    for (const Axes &split : axes)
      parts *= grid_.count(split);
    return parts;
  }

  /// Atoms that already split some tensor which has factor f.
  AtomSet used_beside(const FactorAxes &axes, int f) const {
    AtomSet used = 0;
    for (unsigned t = 0; t < tensors_.size(); ++t) {
      AtomSet here = 0;
      bool has = false;
      for (const auto &factors : rule_.tensor(t))
        for (int g : factors) {
          here |= set_of(axes[g]);
          has |= g == f;
        }
      if (has)
        used |= here;
    }
    // A reduction's axes must not split the result either: its parts would be different parts'
    // sums.
    for (auto [g, factor] : llvm::enumerate(rule_.factors))
      if (factor.kind == ir::FactorKind::Reduction ||
          rule_.factors[f].kind == ir::FactorKind::Reduction)
        used |= set_of(axes[g]);
    return used;
  }

  bool may_split(int f, int64_t count) const {
    const ir::Factor &factor = rule_.factors[f];
    switch (factor.kind) {
    case ir::FactorKind::NeedReplication:
    case ir::FactorKind::Permutation:
      return false;
    case ir::FactorKind::Reduction:
      if (rule_.combiner == ir::Combiner::None)
        return false;
      return factor.size % count == 0 || (rule_.filler != ir::Combiner::None && is_whole(rule_, f));
    case ir::FactorKind::PassThrough:
      break;
    }
    return factor.size % count == 0 || is_whole(rule_, f);
  }

  /// Splits factors that are not split yet as `wanted` says, as far as the axes are free.
  void add(FactorAxes &axes, const FactorAxes &wanted) const {
    for (size_t f = 0; f < axes.size(); ++f) {
      if (!axes[f].empty())
        continue;
      AtomSet used = used_beside(axes, f);
      for (uint8_t atom : wanted[f]) {
        if (((used >> atom) & 1) || !may_split(f, grid_.count(axes[f]) * grid_.size(atom)))
          break;
        axes[f].push_back(atom);
      }
    }
    while (drop_stranded(axes))
      ;
  }

  /// In a dimension of several factors one may be split only if those before it are split to the
  /// full.
  bool drop_stranded(FactorAxes &axes) const {
    bool changed = false;
    for (unsigned t = 0; t < tensors_.size(); ++t)
      for (const auto &factors : rule_.tensor(t)) {
        bool full = true;
        for (int f : factors) {
          if (!full && !axes[f].empty()) {
            axes[f].clear();
            changed = true;
          }
          full &= grid_.count(axes[f]) == rule_.factors[f].size;
        }
      }
    return changed;
  }

  double cost(const FactorAxes &axes) const {
    double bytes = 0;
    Axes reduced = reduction_axes(rule_, axes);
    for (unsigned t = 0; t < tensors_.size(); ++t) {
      Layout layout = to_layout(grid_, rule_, rule_.tensor(t), axes);
      const Candidate &tensor = tensors_[t];
      double least = std::numeric_limits<double>::infinity();
      bool is_result = t >= rule_.operands.size();
      for (const Layout &have : tensor.layouts)
        least = std::min(
            least,
            is_result
                ? plan_reshard(grid_, tensor.shape, tensor.element_bytes, layout, have).bytes
                : plan_reshard(grid_, tensor.shape, tensor.element_bytes, have, layout).bytes);
      bytes += least;
      if (is_result && !reduced.empty()) {
        double local = local_bytes(t, layout), n = grid_.count(reduced);
        // An all_reduce; half of one where the result is split by the same axes, since that becomes
        // a reduce_scatter.
        bool scattered = (set_of(reduced) & ~tensor.layouts.front().atoms()) == 0;
        bytes += (scattered ? 1 : 2) * local * (n - 1) / n;
      }
    }
    return bytes + work(axes);
  }

  /// What one device computes, in bytes sent: so that weights are not gathered to compute on every
  /// device what each could do a part of.
  double work(const FactorAxes &axes) const {
    if (rule_.dense) {
      double operations = 2;
      for (auto [factor, split] : llvm::zip_equal(rule_.factors, axes))
        operations *= static_cast<double>(factor.size) / grid_.count(split);
      return operations / operations_a_byte;
    }
    double most = 0;
    for (unsigned t = 0; t < tensors_.size(); ++t) {
      Layout layout = to_layout(grid_, rule_, rule_.tensor(t), axes);
      most = std::max(most, local_bytes(t, layout));
    }
    return most / memory_bytes_a_byte;
  }

  double local_bytes(unsigned t, const Layout &layout) const {
    double bytes = tensors_[t].element_bytes;
    for (int64_t size : layout.local_shape(grid_, tensors_[t].shape))
      bytes *= size;
    return bytes;
  }

  const Grid &grid_;
  const ir::FactorRule &rule_;
  ArrayRef<Candidate> tensors_;
  SmallVector<Source> sources_;
};

} // namespace

SmallVector<Axes, 4> choose_factor_axes(const Grid &grid, const ir::FactorRule &rule,
                                        ArrayRef<Candidate> tensors) {
  return Chooser(grid, rule, tensors).run();
}

} // namespace brigade::compiler
