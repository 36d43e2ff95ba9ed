#include "brigade/data.h"

#include "brigade/device_put.h"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <mutex>
#include <numeric>
#include <random>
#include <thread>

namespace brigade::data {
namespace {

/// A permutation of 0 .. rows-1 that depends on (seed, epoch) alone. std::shuffle may differ
/// between libraries.
std::vector<int64_t> epoch_order(int64_t rows, uint64_t seed, uint64_t epoch) {
  std::vector<int64_t> order(static_cast<size_t>(rows));
  std::iota(order.begin(), order.end(), int64_t{0});
  std::seed_seq mixed{seed, seed >> 32, epoch, epoch >> 32};
  std::mt19937_64 bits(mixed);
  for (uint64_t left = static_cast<uint64_t>(rows); left > 1; --left) {
    // Draws below the largest multiple of `left` are uniform.
    const uint64_t limit = UINT64_MAX - UINT64_MAX % left;
    uint64_t draw = bits();
    while (draw >= limit)
      draw = bits();
    std::swap(order[left - 1], order[draw % left]);
  }
  return order;
}

Literal gather_rows(const Literal &column, std::span<const int64_t> rows, const Shape &shape) {
  Literal out(column.dtype, shape);
  const size_t row_bytes = column.bytes.size() / static_cast<size_t>(column.shape[0]);
  for (size_t i = 0; i < rows.size(); ++i)
    std::memcpy(&out.bytes[i * row_bytes], &column.bytes[static_cast<size_t>(rows[i]) * row_bytes],
                row_bytes);
  return out;
}

} // namespace

class Loader::Impl {
public:
  Impl(std::vector<Literal> columns, LoaderOptions options, Loc loc)
      : columns_(std::move(columns)), options_(std::move(options)), loc_(loc) {
    check();
    if (options_.prefetch > 0)
      thread_ = std::thread([this] { produce(); });
  }

  ~Impl() {
    {
      std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable())
      thread_.join();
  }

  int64_t batches_per_epoch() const { return rows() / options_.batch; }
  double wait_seconds() const { return wait_.count(); }

  std::vector<Array> next() {
    const auto begin = std::chrono::steady_clock::now();
    std::vector<Array> batch;
    if (options_.prefetch > 0) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return !ready_.empty() || error_; });
      if (ready_.empty())
        std::rethrow_exception(error_);
      batch = std::move(ready_.front());
      ready_.pop_front();
      changed_.notify_all();
    } else {
      batch = make();
    }
    wait_ += std::chrono::steady_clock::now() - begin;
    return batch;
  }

private:
  int64_t rows() const { return columns_[0].shape[0]; }

  Shape batch_shape(const Literal &column) const {
    Shape shape = column.shape;
    shape[0] = options_.batch;
    if (options_.stack > 0) {
      shape[0] = options_.batch / options_.stack;
      shape.insert(shape.begin(), options_.stack);
    }
    return shape;
  }

  void check() const {
    if (columns_.empty())
      throw UserError("data::Loader takes at least one column", loc_);
    for (size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c].shape.empty())
        throw UserError(
            fmt::format("data::Loader: column {} is a scalar; its first dimension must be the rows",
                        c),
            loc_);
      if (columns_[c].shape[0] != rows())
        throw UserError(fmt::format("data::Loader: column {} has {} rows where column 0 has {}", c,
                                    columns_[c].shape[0], rows()),
                        loc_);
    }
    if (options_.batch < 1 || options_.batch > rows())
      throw UserError(
          fmt::format("data::Loader: a batch of {} rows does not fit the data's {}; 1 to {} do",
                      options_.batch, rows(), rows()),
          loc_);
    if (options_.stack > 0 && options_.batch % options_.stack != 0)
      throw UserError(
          fmt::format(
              "data::Loader: a batch of {} rows does not divide over {} devices; {} and {} do",
              options_.batch, options_.stack, options_.batch / options_.stack * options_.stack,
              (options_.batch / options_.stack + 1) * options_.stack),
          loc_);
    if (!options_.shardings.empty() && options_.shardings.size() != columns_.size())
      throw UserError(fmt::format("data::Loader: {} shardings for {} columns",
                                  options_.shardings.size(), columns_.size()),
                      loc_);
    for (size_t c = 0; c < options_.shardings.size(); ++c)
      options_.shardings[c].shard_shape(batch_shape(columns_[c]), loc_);
  }

  std::vector<Array> make() {
    if (order_.empty() || at_ + options_.batch > rows()) {
      if (order_.empty() || options_.shuffle) {
        order_ = options_.shuffle ? epoch_order(rows(), options_.seed, epoch_)
                                  : std::vector<int64_t>(rows());
        if (!options_.shuffle)
          std::iota(order_.begin(), order_.end(), int64_t{0});
      }
      ++epoch_;
      at_ = 0;
    }
    std::span<const int64_t> rows(&order_[static_cast<size_t>(at_)],
                                  static_cast<size_t>(options_.batch));
    at_ += options_.batch;
    std::vector<Array> batch;
    for (size_t c = 0; c < columns_.size(); ++c) {
      Literal piece = gather_rows(columns_[c], rows, batch_shape(columns_[c]));
      Array array = Array::from_host(piece.bytes.data(), piece.dtype,
                                     static_cast<size_t>(piece.size()), piece.shape, loc_);
      batch.push_back(options_.shardings.empty() ? array
                                                 : device_put(array, options_.shardings[c], loc_));
    }
    return batch;
  }

  void produce() {
    try {
      for (;;) {
        std::vector<Array> batch = make();
        std::unique_lock lock(mutex_);
        changed_.wait(
            lock, [&] { return stop_ || ready_.size() < static_cast<size_t>(options_.prefetch); });
        if (stop_)
          return;
        ready_.push_back(std::move(batch));
        changed_.notify_all();
      }
    } catch (...) {
      std::lock_guard lock(mutex_);
      error_ = std::current_exception();
      changed_.notify_all();
    }
  }

  const std::vector<Literal> columns_;
  const LoaderOptions options_;
  const Loc loc_;

  // Of whoever makes batches: the thread, or next() where there is none.
  std::vector<int64_t> order_;
  int64_t at_ = 0;
  uint64_t epoch_ = 0;

  std::mutex mutex_; // guards what follows
  std::condition_variable changed_;
  std::deque<std::vector<Array>> ready_;
  std::exception_ptr error_;
  bool stop_ = false;

  std::chrono::duration<double> wait_{0}; // of the caller's thread
  std::thread thread_;                    // last: starts when all else is there
};

Loader::Loader(std::vector<Literal> columns, LoaderOptions options, Loc loc)
    : impl_(std::make_unique<Impl>(std::move(columns), std::move(options), loc)) {}
Loader::~Loader() = default;
Loader::Loader(Loader &&) noexcept = default;

int64_t Loader::batches_per_epoch() const { return impl_->batches_per_epoch(); }
std::vector<Array> Loader::next() { return impl_->next(); }
double Loader::wait_seconds() const { return impl_->wait_seconds(); }

} // namespace brigade::data
