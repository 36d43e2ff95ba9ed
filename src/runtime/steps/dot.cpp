#include "runtime/steps/kernel.h"
#include "runtime/steps/product.h"
#include "runtime/steps/scratch.h"
#include "runtime/steps/step.h"

#include <algorithm>
#include <array>

namespace brigade::runtime {
namespace {

/// A product over a grid of tiles: batch x blocks of rows x blocks of columns. The grid follows
/// from the step alone, never from the number of threads, and k is never cut, so that a product's
/// bits are the same wherever it runs.
///
/// An epilogue works on whole rows: whoever ends the last tile of a block of rows runs it over them
/// while they are in the cache.
class DotAction final : public StepAction {
public:
  DotAction(const schedule::DotStep &step, const KernelCode &code) : step_(step) {
    if (step.epilogue.kernel >= 0)
      epilogue_ = std::make_unique<KernelCall>(step.epilogue, code);
    choose_tiles();
  }

  double nanoseconds() const override {
    double flops =
        2.0 * static_cast<double>(step_.batch * step_.m * step_.n) * static_cast<double>(step_.k);
    return 100 + flops / 40; // 40 flops a nanosecond
  }

  int perform(const StepContext &context, int32_t, int32_t position) const override {
    ProductPointers whole{context.address(step_.lhs, position),
                          context.address(step_.rhs, position),
                          context.address(step_.out, position)};
    PointerTable epilogue_pointers(epilogue_ ? epilogue_->pointer_count() : 0);
    if (epilogue_)
      epilogue_->gather(context, position, epilogue_pointers.data());
    std::atomic<int> failure{0};
    RowBlocks unfinished(epilogue_ ? step_.batch * row_blocks_ : 0, column_blocks_);
    auto run_tiles = [&](int64_t begin, int64_t end) {
      for (int64_t tile = begin; tile < end; ++tile) {
        run_tile(whole, tile);
        if (epilogue_ && unfinished.ends(tile / column_blocks_))
          if (int code = run_epilogue(tile / column_blocks_, epilogue_pointers.data()))
            failure.store(code, std::memory_order_relaxed);
      }
    };
    int64_t tiles = step_.batch * row_blocks_ * column_blocks_;
    if (context.pool && tiles > 1 && nanoseconds() > worth_splitting_ns)
      context.pool->parallel_for(tiles, 1, run_tiles);
    else
      run_tiles(0, tiles);
    return failure.load(std::memory_order_relaxed);
  }

private:
  /// Counts the tiles of each block of rows that are still to be computed.
  class RowBlocks {
  public:
    RowBlocks(int64_t blocks, int64_t tiles_each) {
      if (blocks == 0 || tiles_each == 1)
        return;
      left_ = std::make_unique<std::atomic<int64_t>[]>(blocks);
      for (int64_t i = 0; i < blocks; ++i)
        left_[i].store(tiles_each, std::memory_order_relaxed);
    }
    /// Counts one tile of `block`; whether it was the last.
    bool ends(int64_t block) {
      return !left_ || left_[block].fetch_sub(1, std::memory_order_acq_rel) == 1;
    }

  private:
    std::unique_ptr<std::atomic<int64_t>[]>
        left_; ///< None where a block is one tile, and without epilogue.
  };

  static int64_t ceil_div(int64_t a, int64_t b) { return (a + b - 1) / b; }

  /// Enough tiles for many threads where the product is worth it: the longer side of a tile is
  /// halved, down to tiles that still keep the library busy for some 150 us. The library copies the
  /// tile's rows of lhs and columns of rhs, for m * n * k multiply-adds a share of 1/m + 1/n, so
  /// squares are best: on a core that multiplies 128 x 128 x 784 at 114 GFLOP/s, 16 x 512 x 784
  /// runs at 72.
  void choose_tiles() {
    rows_ = std::max<int64_t>(step_.m, 1);
    columns_ = std::max<int64_t>(step_.n, 1);
    constexpr double smallest_tile = 8 << 20; // multiply-adds
    constexpr int64_t row_unit = 16, column_unit = 64;
    double work = static_cast<double>(rows_) * static_cast<double>(columns_) *
                  static_cast<double>(std::max<int64_t>(step_.k, 1));
    auto wanted = static_cast<int64_t>(std::clamp(work / smallest_tile, 1.0, 32.0));
    // The library copies a transposed lhs block by block of rows, rhs by block of columns.
    bool columns_first = step_.lhs_k_stride == 1;
    for (int64_t tiles = step_.batch; 2 * tiles <= wanted; tiles *= 2) {
      bool cut_columns = columns_ > rows_ || (columns_ == rows_ && columns_first);
      int64_t &side = cut_columns ? columns_ : rows_;
      int64_t unit = cut_columns ? column_unit : row_unit;
      int64_t half = ceil_div(ceil_div(side, 2), unit) * unit;
      if (half >= side)
        break;
      side = half;
    }
    row_blocks_ = ceil_div(std::max<int64_t>(step_.m, 1), rows_);
    column_blocks_ = ceil_div(std::max<int64_t>(step_.n, 1), columns_);
  }

  void run_tile(const ProductPointers &whole, int64_t tile) const {
    int64_t column_block = tile % column_blocks_, row_block = tile / column_blocks_ % row_blocks_;
    int64_t batch = tile / column_blocks_ / row_blocks_;
    int64_t row = row_block * rows_, column = column_block * columns_;
    int64_t m = std::min(rows_, step_.m - row), n = std::min(columns_, step_.n - column);
    auto in = static_cast<int64_t>(dtype_size(step_.operand_dtype));
    auto out = static_cast<int64_t>(dtype_size(step_.out_dtype));
    if (m > 0 && n > 0)
      code(row_block + 1 == row_blocks_, column_block + 1 == column_blocks_, m, n)
          .run({whole.lhs + in * (batch * step_.lhs_batch_stride + row * step_.lhs_m_stride),
                whole.rhs + in * (batch * step_.rhs_batch_stride + column * step_.rhs_n_stride),
                whole.out + out * ((batch * step_.m + row) * step_.n + column)});
  }

  /// Block `block` of rows, counted through all batches.
  int run_epilogue(int64_t block, void *const *pointers) const {
    int64_t row = block % row_blocks_ * rows_;
    int64_t begin = block / row_blocks_ * step_.m + row;
    int64_t end = begin + std::min(rows_, step_.m - row);
    return begin < end ? epilogue_->run(pointers, begin, end) : 0;
  }

  /// The code for a tile, which may be smaller at the last rows and columns. Made once, on first
  /// use.
  const Product &code(bool last_rows, bool last_columns, int64_t m, int64_t n) const {
    Entry &entry = entries_[2 * last_rows + last_columns];
    std::call_once(entry.once, [&] {
      entry.product =
          product({step_.operand_dtype, step_.out_dtype, m, n, step_.k, step_.lhs_m_stride,
                   step_.lhs_k_stride, step_.rhs_k_stride, step_.rhs_n_stride, step_.n});
    });
    return *entry.product;
  }

  struct Entry {
    std::once_flag once;
    std::shared_ptr<const Product> product;
  };

  schedule::DotStep step_;
  std::unique_ptr<KernelCall> epilogue_;
  int64_t rows_ = 1, columns_ = 1, row_blocks_ = 1, column_blocks_ = 1;
  mutable std::array<Entry, 4> entries_;
};

} // namespace

std::unique_ptr<StepAction> make_dot_action(const schedule::Program &,
                                            const schedule::DotStep &step, const KernelCode &code) {
  return std::make_unique<DotAction>(step, code);
}

} // namespace brigade::runtime
