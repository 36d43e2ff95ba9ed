#pragma once

#include "compiler/partition/splitter.h"

namespace brigade::compiler {

/// A run of elements that moves along one dimension from an operand to the result: [from, from +
/// length) becomes [to, to + length), in indices of the whole tensors.
struct Piece {
  int64_t from = 0, to = 0, length = 0;
};

/// Puts pieces of split operands where they belong in a split result.
///
/// A device needs from others only what overlaps its part of the result. Devices at one distance
/// from each other exchange it in one collective_permute, so a shift by a few elements costs one
/// permutation of as many.
///
///   8 elements over 4 devices, [a b][c d][e f][g h], piece from 1 to 0 of length 7:
///   distance 0: each device moves its second element to the front      [b .][d .][f .][h .]
///   distance 1: each sends its first element to the device before it    [b c][d e][f g][h .]
class PiecePlacer {
public:
  /// `result` is this device's part of the result along `dim`, `size` elements as a whole, split
  /// over `axes`.
  PiecePlacer(const Grid &grid, Emitter &emit, int64_t dim, llvm::ArrayRef<uint8_t> axes,
              int64_t size, mlir::Value result)
      : grid_(grid), emit_(emit), dim_(dim), axes_(axes), size_(size), result_(result) {}

  /// `part` is this device's part of an operand of `size` elements along the dimension, split over
  /// the same axes, or all of it where `whole`.
  void place(mlir::Value part, int64_t size, bool whole, Piece piece);

  mlir::Value result() const { return result_; }

private:
  /// For each part of the result, in elements of that part: what comes from one source.
  struct Overlap {
    int64_t source_start = 0; ///< In the source's part.
    int64_t start = 0, end = 0;
  };
  void place_from_distance(mlir::Value part, int64_t distance, llvm::ArrayRef<Overlap> overlaps);
  /// The entry of a table, one a part of the dimension, that is this device's: tensor<i32>.
  mlir::Value lookup(llvm::ArrayRef<int64_t> table);
  mlir::Value sliced(mlir::Value value, mlir::Value start, int64_t length);

  const Grid &grid_;
  Emitter &emit_;
  int64_t dim_;
  Axes axes_;
  int64_t size_;
  mlir::Value result_;
};

} // namespace brigade::compiler
