#include "compiler/propagate/step.h"

namespace brigade::compiler {

using namespace mlir;

namespace {

bool is_prefix(ArrayRef<uint8_t> a, ArrayRef<uint8_t> b) {
  return a.size() <= b.size() && b.take_front(a.size()) == a;
}

size_t common_prefix(ArrayRef<uint8_t> a, ArrayRef<uint8_t> b) {
  size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n])
    ++n;
  return n;
}

class Propagation {
public:
  Propagation(const Grid &grid, const Step &step, MutableArrayRef<Tensor> tensors, Effort effort)
      : grid_(grid), step_(step), tensors_(tensors), effort_(effort) {
    for (unsigned t = 0; t < step.tensors.size(); ++t)
      factors_.push_back(step.tensors[t] < 0 ? SmallVector<Axes, 4>(step.rule.factors.size())
                                             : project(t));
    choose_candidates();
  }

  bool run() {
    bool changed = false;
    for (int f : order_)
      for (unsigned t = 0; t < step_.tensors.size(); ++t)
        if (step_.tensors[t] >= 0)
          changed |= extend(t, f);
    return changed;
  }

private:
  Tensor &tensor(unsigned t) { return tensors_[step_.tensors[t]]; }
  ArrayRef<Axes> hidden(unsigned t) const {
    return step_.hidden.empty() ? ArrayRef<Axes>() : ArrayRef<Axes>(step_.hidden[t]);
  }

  /// What the rule sees of tensor t at this priority.
  SmallVector<Axes, 4> project(unsigned t) {
    Layout layout = tensor(t).layout;
    for (size_t d = 0; d < layout.dims.size(); ++d) {
      if (tensor(t).priority[d] > effort_.priority)
        layout.dims[d].clear();
      else if (!hidden(t).empty())
        layout.dims[d].erase(layout.dims[d].begin(),
                             layout.dims[d].begin() +
                                 std::min(hidden(t)[d].size(), layout.dims[d].size()));
    }
    return to_factors(grid_, step_.rule, step_.rule.tensor(t), layout);
  }

  int64_t weight(unsigned t) {
    int64_t elements = 1;
    for (int64_t size : tensor(t).shape)
      elements *= size;
    return elements;
  }

  /// For each factor the longest list of axes to spread, and the order in which factors take their
  /// turn: those that come from larger tensors first.
  void choose_candidates() {
    size_t n = step_.rule.factors.size();
    candidates_.resize(n);
    SmallVector<int64_t> weights(n, -1);
    for (size_t f = 0; f < n; ++f) {
      for (unsigned t = 0; t < step_.tensors.size(); ++t) {
        ArrayRef<uint8_t> axes = factors_[t][f];
        if (axes.empty())
          continue;
        Axes &best = candidates_[f];
        if (is_prefix(best, axes)) {
          weights[f] = axes.size() > best.size() ? weight(t) : std::max(weights[f], weight(t));
          best.assign(axes.begin(), axes.end());
        } else if (!is_prefix(axes, best)) {
          if (!effort_.settle_conflicts) {
            best.truncate(common_prefix(best, axes));
          } else if (weight(t) > weights[f]) {
            weights[f] = weight(t);
            best.assign(axes.begin(), axes.end());
          }
        }
      }
    }
    for (size_t f = 0; f < n; ++f)
      if (!candidates_[f].empty() &&
          (effort_.through_reductions || step_.rule.factors[f].kind != ir::FactorKind::Reduction))
        order_.push_back(f);
    llvm::sort(order_,
               [&](int a, int b) { return std::pair(weights[b], a) < std::pair(weights[a], b); });
  }

  bool extend(unsigned t, int f) {
    bool changed = false;
    for (auto [d, factors] : llvm::enumerate(step_.rule.tensor(t)))
      if (llvm::is_contained(factors, f))
        changed |= extend(t, d, f, factors);
    return changed;
  }

  bool extend(unsigned t, size_t d, int f, ArrayRef<int> factors) {
    Tensor &x = tensor(t);
    Axes &have = factors_[t][f];
    ArrayRef<uint8_t> want = candidates_[f];
    if (x.closed[d] || x.priority[d] > effort_.priority || have.size() >= want.size() ||
        !is_prefix(have, want))
      return false;
    // The factors before f in this dimension must be split to the full, and the dimension by
    // nothing else than factors.
    size_t dealt = hidden(t).empty() ? 0 : hidden(t)[d].size();
    for (int before : factors) {
      dealt += factors_[t][before].size();
      if (before == f)
        break;
      if (grid_.count(factors_[t][before]) != step_.rule.factors[before].size)
        return false;
    }
    Axes &axes = x.layout.dims[d];
    if (dealt != axes.size())
      return false;
    bool changed = false;
    while (have.size() < want.size() && may_take(t, d, f, want[have.size()], factors.size() == 1)) {
      axes.push_back(want[have.size()]);
      have.push_back(want[have.size()]);
      changed = true;
    }
    return changed;
  }

  bool may_take(unsigned t, size_t d, int f, uint8_t atom, bool alone) {
    Tensor &x = tensor(t);
    AtomSet bit = AtomSet(1) << atom;
    if ((x.layout.atoms() | x.forbidden) & bit)
      return false;
    if (!effort_.settle_conflicts)
      for (const auto &factors : step_.rule.tensor(t))
        for (int g : factors)
          if (g != f && llvm::is_contained(candidates_[g], atom))
            return false;
    const ir::Factor &factor = step_.rule.factors[f];
    int64_t size = alone ? x.shape[d] : factor.size;
    int64_t parts = grid_.count(alone ? ArrayRef<uint8_t>(x.layout.dims[d])
                                      : ArrayRef<uint8_t>(factors_[t][f]));
    parts *= grid_.size(atom);
    if (size % parts == 0)
      return true;
    return !x.even_only && size >= parts && is_whole(step_.rule, f);
  }

  const Grid &grid_;
  const Step &step_;
  MutableArrayRef<Tensor> tensors_;
  Effort effort_;
  SmallVector<SmallVector<Axes, 4>> factors_; ///< [tensor][factor]
  SmallVector<Axes, 4> candidates_;           ///< [factor]
  SmallVector<int> order_;
};

} // namespace

bool propagate(const Grid &grid, const Step &step, MutableArrayRef<Tensor> tensors, Effort effort) {
  return Propagation(grid, step, tensors, effort).run();
}

} // namespace brigade::compiler
