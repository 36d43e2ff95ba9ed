#include "compiler/partition/reshard.h"

#include <map>
#include <queue>

namespace brigade::compiler {

using namespace mlir;

namespace {

/// What one more step costs besides its bytes: enough to prefer the shorter of two ways that send
/// the same.
constexpr double step_bytes = 1;

class Search {
public:
  Search(const Grid &grid, ArrayRef<int64_t> shape, int64_t element_bytes, const Layout &from,
         const Layout &to)
      : grid_(grid), shape_(shape), element_bytes_(element_bytes), from_(from), to_(to) {
    for (auto [d, size] : llvm::enumerate(shape))
      padded_.push_back(size % grid.count(from.dims[d]) != 0 || size % grid.count(to.dims[d]) != 0);
  }

  ReshardPlan run() {
    using Entry = std::pair<double, Layout>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    reached_[from_] = {};
    queue.push({0, from_});
    while (!queue.empty()) {
      auto [cost, layout] = queue.top();
      queue.pop();
      if (cost > reached_[layout].cost)
        continue;
      if (layout == to_)
        return trace(cost);
      expand(layout, [&](Move move, double bytes) {
        double total = cost + bytes + step_bytes;
        auto [it, is_new] = reached_.try_emplace(move.result);
        if (!is_new && it->second.cost <= total)
          return;
        it->second = {total, layout, move};
        queue.push({total, move.result});
      });
    }
    llvm_unreachable("gathering everything and slicing always leads to the goal");
  }

private:
  struct Reached {
    double cost = 0;
    Layout before;
    std::optional<Move> move;
  };

  ReshardPlan trace(double cost) {
    ReshardPlan plan;
    for (Layout at = to_; reached_[at].move; at = reached_[at].before)
      plan.moves.push_back(*reached_[at].move);
    std::reverse(plan.moves.begin(), plan.moves.end());
    plan.bytes = cost - step_bytes * plan.moves.size();
    return plan;
  }

  double bytes(const Layout &layout) const {
    double bytes = element_bytes_;
    for (int64_t size : layout.local_shape(grid_, shape_))
      bytes *= size;
    return bytes;
  }

  double share(ArrayRef<uint8_t> axes) const {
    double parts = grid_.count(axes);
    return (parts - 1) / parts;
  }

  template <class F> void expand(const Layout &at, F &&reach) const {
    AtomSet used = at.atoms();
    for (int d = 0, rank = shape_.size(); d < rank; ++d) {
      ArrayRef<uint8_t> have = at.dims[d], want = to_.dims[d];
      size_t common = 0;
      while (common < have.size() && common < want.size() && have[common] == want[common])
        ++common;
      if (have == want)
        continue;
      if (padded_[d]) {
        if (!have.empty())
          reach(gather(at, d, have.size()), bytes(gather(at, d, have.size()).result) * share(have));
        else if ((used & set_of(want)) == 0)
          reach(slice(at, d, want), 0);
        continue;
      }
      if (common == have.size()) {
        size_t free = common;
        while (free < want.size() && !((used >> want[free]) & 1))
          ++free;
        if (free > common)
          reach(slice(at, d, want.slice(common, free - common)), 0);
        continue;
      }
      for (size_t n = 1; n <= have.size() - common; ++n) {
        Move move = gather(at, d, n);
        reach(move, bytes(move.result) * share(move.axes));
        for (int e = 0; e < rank; ++e)
          if (can_receive(at, d, e, move.axes)) {
            Move swap = move;
            swap.kind = Move::AllToAll;
            swap.to_dim = e;
            swap.result.dims[e].append(move.axes);
            reach(swap, bytes(at) * share(move.axes));
          }
      }
    }
    if (std::optional<Layout> target = permuted(at))
      reach(Move{Move::Permute, 0, 0, {}, *target}, bytes(at));
  }

  bool can_receive(const Layout &at, int from, int e, ArrayRef<uint8_t> axes) const {
    ArrayRef<uint8_t> have = at.dims[e], want = to_.dims[e];
    return e != from && !padded_[e] && have.size() + axes.size() <= want.size() &&
           want.take_front(have.size()) == have && want.slice(have.size(), axes.size()) == axes;
  }

  static Move slice(const Layout &at, int d, ArrayRef<uint8_t> axes) {
    Move move{Move::Slice, d, d, Axes(axes), at};
    move.result.dims[d].append(axes.begin(), axes.end());
    return move;
  }

  static Move gather(const Layout &at, int d, size_t n) {
    Move move{Move::Gather, d, d, Axes(ArrayRef<uint8_t>(at.dims[d]).take_back(n)), at};
    move.result.dims[d].truncate(at.dims[d].size() - n);
    return move;
  }

  /// The layout with as many parts in each dimension as `at` that comes closest to the goal: as
  /// much of the goal's lists as fits, filled up with atoms that are there now, then with any.
  std::optional<Layout> permuted(const Layout &at) const {
    Layout layout(shape_.size());
    SmallVector<int64_t> left;
    AtomSet used = 0;
    for (size_t d = 0; d < shape_.size(); ++d) {
      left.push_back(grid_.count(at.dims[d]));
      for (uint8_t atom : to_.dims[d]) {
        if (left[d] % grid_.size(atom) != 0)
          break;
        left[d] /= grid_.size(atom);
        layout.dims[d].push_back(atom);
      }
      used |= set_of(layout.dims[d]);
    }
    auto fill = [&](size_t d, uint8_t atom) {
      if (((used >> atom) & 1) || left[d] % grid_.size(atom) != 0)
        return;
      left[d] /= grid_.size(atom);
      layout.dims[d].push_back(atom);
      used |= AtomSet(1) << atom;
    };
    for (size_t d = 0; d < shape_.size(); ++d)
      for (uint8_t atom : at.dims[d])
        fill(d, atom);
    for (size_t d = 0; d < shape_.size(); ++d)
      for (unsigned atom = 0; atom < grid_.atoms(); ++atom)
        fill(d, atom);
    bool complete = llvm::all_of(left, [](int64_t n) { return n == 1; });
    return complete && layout != at ? std::optional(layout) : std::nullopt;
  }

  const Grid &grid_;
  ArrayRef<int64_t> shape_;
  int64_t element_bytes_;
  const Layout &from_, &to_;
  SmallVector<bool> padded_;
  std::map<Layout, Reached> reached_;
};

} // namespace

ReshardPlan plan_reshard(const Grid &grid, ArrayRef<int64_t> shape, int64_t element_bytes,
                         const Layout &from, const Layout &to) {
  if (from == to)
    return {};
  return Search(grid, shape, element_bytes, from, to).run();
}

SmallVector<std::pair<int64_t, int64_t>> permutation_pairs(const Grid &grid, const Layout &from,
                                                           const Layout &to) {
  auto part = [&](int64_t device, const Layout &layout) {
    SmallVector<int64_t, 4> part;
    for (const Axes &axes : layout.dims)
      part.push_back(grid.index(device, axes));
    return part;
  };
  std::map<SmallVector<int64_t, 4>, SmallVector<int64_t>> holders;
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  SmallVector<int64_t> waiting;
  for (int64_t device = 0; device < grid.devices(); ++device) {
    if (part(device, from) == part(device, to)) {
      pairs.push_back({device, device});
      continue;
    }
    holders[part(device, from)].push_back(device);
    waiting.push_back(device);
  }
  // The first to wait takes from the first to hold.
  for (int64_t device : waiting) {
    SmallVector<int64_t> &sources = holders[part(device, to)];
    pairs.push_back({sources.front(), device});
    sources.erase(sources.begin());
  }
  llvm::sort(pairs);
  return pairs;
}

} // namespace brigade::compiler
