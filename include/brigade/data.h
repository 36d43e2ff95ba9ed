#pragma once

#include "brigade/array.h"
#include "brigade/literal.h"
#include "brigade/sharding.h"

#include <memory>
#include <vector>

namespace brigade::data {

struct LoaderOptions {
  int64_t batch = 32;  ///< Rows of a batch. Rows left over at the end of an epoch are dropped.
  uint64_t seed = 0;   ///< Fixes the order of every epoch.
  bool shuffle = true; ///< A new order each epoch; false: the order given.
  int prefetch = 2;    ///< Batches made ready ahead of the caller; 0: none, made when asked for.
  /// Where each column's batches go, one a column; empty: the default device, uncommitted.
  std::vector<NamedSharding> shardings = {};
  /// Above 0: batches have the shape [stack, batch / stack, ...], as pmap takes them.
  int64_t stack = 0;
};

/// Batches of rows drawn from host arrays, made ready on the devices by a thread of the loader's
/// own while the caller computes. The order depends on the seed and the epoch alone.
///
///   data::Loader loader({images, labels}, {.batch = 64, .shardings = {split, split}});
///   for (int64_t i = 0; i < loader.batches_per_epoch(); ++i) {
///     std::vector<Array> batch = loader.next();   // images f32[64,784], labels s32[64]
///     ...
class Loader {
public:
  /// `columns` agree in their first dimension, the rows. Throws UserError where they do not, where
  /// a batch is larger than the rows, where `stack` or a sharding does not divide the batch.
  Loader(std::vector<Literal> columns, LoaderOptions options, Loc loc = Loc::current());
  ~Loader();
  Loader(Loader &&) noexcept;
  Loader(const Loader &) = delete;

  int64_t batches_per_epoch() const;

  /// The next batch, one array a column; epochs follow one another. Rethrows what failed on the
  /// loader's thread.
  std::vector<Array> next();

  /// Seconds that next() has waited for a batch so far: what the data feed costs the training loop.
  double wait_seconds() const;

private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

} // namespace brigade::data
