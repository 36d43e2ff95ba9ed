#include "runtime/steps/combine.h"
#include "runtime/steps/scratch.h"
#include "runtime/steps/step.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <tuple>

namespace brigade::runtime {
namespace {

using schedule::CollectiveKind;
using schedule::CollectiveStep;
using schedule::Id;

/// What one result buffer gets: where it is, and the devices whose operands it is made from.
struct Target {
  int32_t position; ///< The first of those who share the buffer.
  int32_t rank;     ///< Of that position in `sources`.
  std::vector<int32_t>
      sources; ///< Its group, in the order of the group's list; the sender, or none, for a permute.
};

/// An array as rows of contiguous bytes before and after one dimension.
struct Rows {
  int64_t outer, inner; ///< Products of the sizes before and after the dimension; inner in bytes.
  int64_t size;         ///< Of the dimension.
  Rows(const schedule::Buffer &buffer, int64_t dimension)
      : outer(1), inner(static_cast<int64_t>(dtype_size(buffer.dtype))),
        size(buffer.shape.empty() ? 1 : buffer.shape[dimension]) {
    for (int64_t i = 0; i < static_cast<int64_t>(buffer.shape.size()); ++i)
      (i < dimension ? outer : inner) *= i == dimension ? 1 : buffer.shape[i];
  }
};

/// One operand and its result for one group of those who meet.
struct Exchange {
  const StepContext &context;
  const CollectiveStep &step;
  const schedule::Buffer &operand, &result;
  Id operand_id, result_id;

  const std::byte *source(int32_t position) const { return context.address(operand_id, position); }
  std::byte *target(const Target &target) const {
    return context.address(result_id, target.position);
  }

  /// Calls f(begin, end) over [0, count), over threads where all of it moves much.
  template <class F> void split(int64_t count, int64_t grain, int64_t bytes, F &&f) const {
    if (context.pool && bytes >= (256 << 10))
      context.pool->parallel_for(count, grain, f);
    else if (count > 0)
      f(int64_t{0}, count);
  }
};

constexpr int64_t chunk = 16 << 10;        ///< Elements that a thread takes at a time.
constexpr int64_t streamed_from = 4 << 20; ///< Larger results are written past the caches.

/// Combines elements of the sources, in their order, and writes them to each of `outputs`. An
/// element of every source is read before it is written anywhere, so an output may be a source.
class Reducer {
public:
  Reducer(const Exchange &exchange, int64_t result_bytes)
      : combine_(combiner(exchange.operand.dtype, exchange.step.reduction)),
        size_(static_cast<int64_t>(dtype_size(exchange.operand.dtype))),
        streaming_(result_bytes >= streamed_from) {}

  /// Elements [from, from + count) of the sources go to [to, to + count) of the outputs.
  void operator()(const std::vector<const void *> &sources, const std::vector<std::byte *> &outputs,
                  int64_t from, int64_t to, int64_t count) const {
    constexpr int64_t block = 512; // elements, which stay in the first-level cache
    alignas(64) std::byte accumulator[block * sizeof(double)], rounded[block * sizeof(double)];
    bool direct = combine_.plain && !streaming_;
    for (int64_t i = 0; i < count; i += block) {
      int64_t n = std::min(block, count - i);
      std::byte *values = direct ? outputs[0] + (to + i) * size_ : accumulator;
      combine_.reduce(values, sources.data(), static_cast<int64_t>(sources.size()), from + i, n);
      if (!combine_.plain)
        combine_.store(values = rounded, accumulator, n);
      for (size_t j = direct ? 1 : 0; j < outputs.size(); ++j)
        if (streaming_)
          stream_copy(outputs[j] + (to + i) * size_, values, n * size_);
        else
          std::memcpy(outputs[j] + (to + i) * size_, values, n * size_);
    }
  }

private:
  const Combiner &combine_;
  int64_t size_; ///< Bytes an element.
  bool streaming_;
};

std::vector<const void *> source_pointers(const Exchange &exchange, const Target &target) {
  std::vector<const void *> sources;
  for (int32_t position : target.sources)
    sources.push_back(exchange.source(position));
  return sources;
}

/// Targets that take the same sum are written together; each sum is formed once.
void all_reduce(const Exchange &exchange, const std::vector<Target> &targets) {
  int64_t count = element_count(exchange.operand.shape);
  Reducer reduce(exchange, exchange.result.bytes);
  for (size_t first = 0, last = 0; first < targets.size(); first = last) {
    std::vector<std::byte *> outputs;
    for (; last < targets.size() && targets[last].sources == targets[first].sources; ++last)
      outputs.push_back(exchange.target(targets[last]));
    std::vector<const void *> sources = source_pointers(exchange, targets[first]);
    int64_t bytes = exchange.operand.bytes * static_cast<int64_t>(sources.size() + outputs.size());
    exchange.split(count, chunk, bytes, [&](int64_t begin, int64_t end) {
      reduce(sources, outputs, begin, begin, end - begin);
    });
  }
}

/// Member r gets rows [r * piece, (r + 1) * piece) of the dimension, combined.
void reduce_scatter(const Exchange &exchange, const std::vector<Target> &targets) {
  auto size = static_cast<int64_t>(dtype_size(exchange.operand.dtype));
  Rows from(exchange.operand, exchange.step.dimension),
      to(exchange.result, exchange.step.dimension);
  int64_t run = to.size * to.inner / size;        // elements that lie together in a result
  int64_t stride = from.size * from.inner / size; // between such runs in an operand
  Reducer reduce(exchange, exchange.result.bytes);
  for (const Target &target : targets) {
    std::vector<const void *> sources = source_pointers(exchange, target);
    std::vector<std::byte *> outputs{exchange.target(target)};
    int64_t chunks = (run + chunk - 1) / chunk; // of a run
    int64_t bytes = exchange.result.bytes * static_cast<int64_t>(sources.size() + 1);
    exchange.split(to.outer * chunks, std::max<int64_t>(1, chunk / std::max<int64_t>(run, 1)),
                   bytes, [&](int64_t begin, int64_t end) {
                     for (; begin < end; ++begin) {
                       int64_t row = begin / chunks, at = begin % chunks * chunk;
                       reduce(sources, outputs, row * stride + target.rank * run + at,
                              row * run + at, std::min(chunk, run - at));
                     }
                   });
  }
}

/// The members' operands side by side along the dimension.
void all_gather(const Exchange &exchange, const std::vector<Target> &targets) {
  Rows piece(exchange.operand, exchange.step.dimension);
  int64_t run = piece.size * piece.inner;
  for (const Target &target : targets) {
    std::byte *to = exchange.target(target);
    auto members = static_cast<int64_t>(target.sources.size());
    exchange.split(
        piece.outer * members, 1, piece.outer * members * run, [&](int64_t begin, int64_t end) {
          for (; begin < end; ++begin)
            std::memcpy(to + begin * run,
                        exchange.source(target.sources[begin % members]) + begin / members * run,
                        run);
        });
  }
}

/// Member r gets piece r, along `dimension`, of each member's operand, side by side along
/// `concat_dimension`.
void all_to_all(const Exchange &exchange, const std::vector<Target> &targets) {
  const Shape &shape = exchange.operand.shape;
  auto element = static_cast<int64_t>(dtype_size(exchange.operand.dtype));
  int64_t split = exchange.step.dimension, concat = exchange.step.concat_dimension;
  for (const Target &target : targets) {
    auto members = static_cast<int64_t>(target.sources.size());
    Shape piece = shape;
    piece[split] /= members;
    // Bytes from one index to the next of each dimension, in an operand and in the result.
    std::vector<int64_t> from_stride = row_major_strides(shape),
                         to_stride = row_major_strides(exchange.result.shape);
    // What lies together on both sides begins at the later of the split and the joined dimension.
    auto outer_rank = static_cast<size_t>(std::max(split, concat));
    int64_t run = element, rows = 1;
    for (size_t i = 0; i < piece.size(); ++i)
      (i < outer_rank ? rows : run) *= piece[i];
    std::byte *to = exchange.target(target);
    exchange.split(members * rows, 64, members * rows * run, [&](int64_t begin, int64_t end) {
      for (; begin < end; ++begin) {
        int64_t member = begin / rows, rest = begin % rows;
        int64_t from_at = target.rank * piece[split] * from_stride[split];
        int64_t to_at = member * piece[concat] * to_stride[concat];
        for (size_t i = outer_rank; i-- > 0; rest /= piece[i]) {
          from_at += rest % piece[i] * from_stride[i];
          to_at += rest % piece[i] * to_stride[i];
        }
        std::memcpy(to + to_at * element,
                    exchange.source(target.sources[member]) + from_at * element, run);
      }
    });
  }
}

/// Whole operands: the sender's, or zeros where nobody sends.
void permute(const Exchange &exchange, const std::vector<Target> &targets) {
  int64_t bytes = exchange.result.bytes;
  for (const Target &target : targets) {
    std::byte *to = exchange.target(target);
    const std::byte *from = target.sources.empty() ? nullptr : exchange.source(target.sources[0]);
    exchange.split(bytes, 1 << 18, bytes, [&](int64_t begin, int64_t end) {
      if (from)
        std::memcpy(to + begin, from + begin, end - begin);
      else
        std::memset(to + begin, 0, end - begin);
    });
  }
}

class CollectiveAction final : public StepAction {
public:
  CollectiveAction(const schedule::Program &program, const CollectiveStep &step,
                   const Partition &meeting, std::atomic<int64_t> *moved)
      : step_(step), moved_(moved) {
    for (size_t i = 0; i < step.operands.size(); ++i) {
      buffers_.push_back({program.buffers[step.operands[i]], program.buffers[step.results[i]]});
      operand_bytes_ += buffers_[i].first.bytes;
      if (step.kind == CollectiveKind::AllReduce || step.kind == CollectiveKind::ReduceScatter)
        combiner(buffers_[i].first.dtype, step.reduction); // throws now rather than in a run
    }
    for (const std::vector<int32_t> &members : meeting.members) {
      group_sizes_.push_back(static_cast<int64_t>(members.size()));
      std::vector<std::vector<Target>> &targets = targets_.emplace_back();
      for (Id result : step.results)
        targets.push_back(targets_of(members, program.sharings[program.buffers[result].sharing]));
    }
  }

  double nanoseconds() const override {
    return 100 + 0.2 * static_cast<double>(operand_bytes_ * group_sizes_[0]);
  }

  int perform(const StepContext &context, int32_t group, int32_t) const override {
    for (size_t i = 0; i < buffers_.size(); ++i) {
      Exchange exchange{context,           step_,           buffers_[i].first, buffers_[i].second,
                        step_.operands[i], step_.results[i]};
      const std::vector<Target> &targets = targets_[group][i];
      switch (step_.kind) {
      case CollectiveKind::AllReduce:
        all_reduce(exchange, targets);
        break;
      case CollectiveKind::AllGather:
        all_gather(exchange, targets);
        break;
      case CollectiveKind::ReduceScatter:
        reduce_scatter(exchange, targets);
        break;
      case CollectiveKind::AllToAll:
        all_to_all(exchange, targets);
        break;
      case CollectiveKind::CollectivePermute:
      case CollectiveKind::CollectiveBroadcast:
        permute(exchange, targets);
        break;
      }
    }
    if (moved_)
      moved_->fetch_add(operand_bytes_ * group_sizes_[group], std::memory_order_relaxed);
    return 0;
  }

private:
  /// Each result buffer of the members once, in the order of its first holder.
  std::vector<Target> targets_of(const std::vector<int32_t> &members,
                                 const schedule::Sharing &sharing) const {
    std::vector<Target> targets;
    std::set<int32_t> seen;
    for (int32_t position : members)
      if (seen.insert(sharing.group[position]).second)
        targets.push_back(target_of(position));
    std::sort(targets.begin(), targets.end(), [](const Target &a, const Target &b) {
      return std::tie(a.sources, a.position) < std::tie(b.sources, b.position);
    });
    return targets;
  }

  Target target_of(int32_t position) const {
    if (step_.kind == CollectiveKind::CollectivePermute) {
      for (auto [source, target] : step_.source_target)
        if (target == position)
          return {position, 0, {source}};
      return {position, 0, {}};
    }
    for (const std::vector<int32_t> &group : step_.groups)
      if (auto at = std::find(group.begin(), group.end(), position); at != group.end()) {
        if (step_.kind == CollectiveKind::CollectiveBroadcast)
          return {position, 0, {group[0]}};
        return {position, static_cast<int32_t>(at - group.begin()), group};
      }
    // In no group: keeps its own operand where that has a meaning.
    return {position, 0, {position}};
  }

  CollectiveStep step_;
  std::vector<std::pair<schedule::Buffer, schedule::Buffer>> buffers_; ///< Operand and result.
  int64_t operand_bytes_ = 0;
  std::vector<int64_t> group_sizes_;                      ///< Of those who meet.
  std::vector<std::vector<std::vector<Target>>> targets_; ///< By meeting group, by operand.
  std::atomic<int64_t> *moved_;
};

} // namespace

std::unique_ptr<StepAction> make_collective_action(const schedule::Program &program,
                                                   const CollectiveStep &step,
                                                   const Partition &meeting,
                                                   std::atomic<int64_t> *moved) {
  return std::make_unique<CollectiveAction>(program, step, meeting, moved);
}

} // namespace brigade::runtime
