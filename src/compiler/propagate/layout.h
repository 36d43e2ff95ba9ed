#pragma once

#include "compiler/propagate/grid.h"
#include "ir/factors/factor_rule.h"

namespace brigade::compiler {

/// How each dimension of a tensor is split. A dimension that its parts do not divide is padded at
/// the end: each part has ceil(size / parts) elements, and what lies past the end is not part of
/// the tensor.
struct Layout {
  llvm::SmallVector<Axes, 4> dims;

  Layout() = default;
  explicit Layout(size_t rank) : dims(rank) {}
  bool operator==(const Layout &) const = default;
  bool operator<(const Layout &other) const { return dims < other.dims; }
  AtomSet atoms() const;
  bool is_replicated() const { return atoms() == 0; }

  /// The shape of one part.
  llvm::SmallVector<int64_t> local_shape(const Grid &, llvm::ArrayRef<int64_t> global) const;
  mlir::RankedTensorType local_type(const Grid &, mlir::RankedTensorType global) const;
  /// Parts divide every dimension.
  bool divides(const Grid &, llvm::ArrayRef<int64_t> global) const;
  /// [{"data"}, {}]
  std::string to_string(const Grid &) const;
};

/// The axes of a written sharding, open or closed. Null gives no axis.
Layout layout_of(const Grid &, sdy::TensorShardingAttr, size_t rank);
/// Closed in every dimension.
sdy::TensorShardingAttr sharding_for(const Grid &, const Layout &);

/// The axes that split each factor of one tensor: those of a dimension are dealt out to its factors
/// from major to minor, and a factor must be split as far as its size before the next gets any.
/// Axes that fit no factor are left out.
///
///   dimension (i j), i=2, j=4, split over atoms of size 2, [a b]  ->  i: [a], j: [b]
llvm::SmallVector<Axes, 4> to_factors(const Grid &, const ir::FactorRule &,
                                      const ir::TensorFactors &, const Layout &);
/// The other way: the longest lists of axes that say no more than the factors' axes do.
Layout to_layout(const Grid &, const ir::FactorRule &, const ir::TensorFactors &,
                 llvm::ArrayRef<Axes> factor_axes);

/// A factor that makes up the whole of each dimension it occurs in may be split unevenly.
bool is_whole(const ir::FactorRule &, int factor);

} // namespace brigade::compiler
