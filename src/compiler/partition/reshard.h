#pragma once

#include "compiler/propagate/layout.h"

#include <vector>

/// The cheapest way from one layout of a tensor to another.
namespace brigade::compiler {

struct Move {
  enum Kind : uint8_t {
    Slice,    ///< Each device keeps its part of `dim` along `axes`; nothing is sent.
    Gather,   ///< Parts of `dim` along `axes`, the minor end of its list, are put together.
    AllToAll, ///< `axes` leave the minor end of `dim` and become the minor end of `to_dim`.
    Permute,  ///< Parts keep their shapes and change devices.
  } kind;
  int dim = 0, to_dim = 0;
  Axes axes;
  Layout result; ///< The layout after this move.
};

struct ReshardPlan {
  std::vector<Move> moves;
  double bytes = 0; ///< What each device sends, by the usual ring algorithms.
};

/// Searches all useful orders of moves. Examples, over atoms a and b:
///
///   [a, -] to [-, a]    one all_to_all
///   [ab, -] to [b, -]   a permutation to [ba, -], then a gather of a: cheaper than gathering both
///   [a] to [b]          one permutation
///   10 elements over 4 to over 2: gathered, then split (padded dimensions change size with their
///   parts)
ReshardPlan plan_reshard(const Grid &, llvm::ArrayRef<int64_t> shape, int64_t element_bytes,
                         const Layout &from, const Layout &to);

/// For each device the one whose part it receives, where `from` and `to` have as many parts in each
/// dimension. A device that already has its part keeps it.
llvm::SmallVector<std::pair<int64_t, int64_t>> permutation_pairs(const Grid &, const Layout &from,
                                                                 const Layout &to);

} // namespace brigade::compiler
