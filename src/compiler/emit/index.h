#pragma once

#include "brigade/shape.h"
#include "compiler/emit/lanes.h"

/// Where the elements are that the lanes of one vector hold.
namespace brigade::compiler::emit {

/// The index along one dimension: lane l is at base + l * step, or at lanes[l] where that is set.
///
/// Where step is not 0, `run` tells how far the active lanes reach: they all lie in one aligned
/// block of `run` indices (0: nothing is known). A loop over a dimension of size 64 gives run 64,
/// so that splitting the dimension into 4 x 16 needs a division per lane, but merging it with the
/// one outside and splitting that by 128 does not.
struct Ix {
  Value base;
  int64_t step = 0;
  int64_t run = 0;
  Value lanes;

  bool is_uniform() const { return step == 0 && !lanes; }
};

using Index = llvm::SmallVector<Ix, 4>;

/// An index along every dimension of an array, and which lanes are active (null: all).
struct Point {
  Index at;
  Value mask;

  bool is_uniform() const {
    return llvm::all_of(at, [](const Ix &ix) { return ix.is_uniform(); });
  }
};

MemoKey key_of(Value v, const Point &p);

Ix uniform(Value base);
Ix scaled(Lanes &l, Ix ix, int64_t factor);
Ix shifted(Lanes &l, Ix ix, Value offset);
Ix sum(Lanes &l, Ix a, Ix c);
/// The index of each lane as a vector of i64; a scalar where it is uniform.
Value lane_values(Lanes &l, const Ix &ix);

/// The index in an array of shape `to` of the elements that have index `ix` in one of shape `from`,
/// both row-major with equally many elements.
Index remap(Lanes &l, llvm::ArrayRef<int64_t> from, const Index &ix, llvm::ArrayRef<int64_t> to);

/// Splits the number of an element into an index along each dimension.
Index delinearize(Lanes &l, Value number, llvm::ArrayRef<int64_t> shape);

/// The row-major number of the element at an index.
Ix linearize(Lanes &l, const Index &ix, llvm::ArrayRef<int64_t> shape);

} // namespace brigade::compiler::emit
