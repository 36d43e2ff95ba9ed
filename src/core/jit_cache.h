#pragma once

#include "core/executable.h"

#include <atomic>
#include <mutex>
#include <string_view>

/// Compiled programs of one function, by what a call passed.
namespace brigade::core {

/// What tells two calls apart. Borrowed; see CompiledCall for the copy that the cache keeps.
struct CallKey {
  const void *types;        ///< Stands for the C++ types of the arguments.
  std::string_view statics; ///< Bytes of structure and static values.
  std::span<const Array *const> leaves;
  int default_device;
};

struct CompiledCall {
  CompiledCall(const CallKey &key);
  bool matches(const CallKey &key) const;

  const void *types;
  std::string statics;
  std::vector<const Kind *> kinds;
  int default_device;
  uint64_t hash;

  LoadedProgram program;
  std::shared_ptr<void> prototype;          ///< The result tree with empty leaves.
  std::unique_ptr<LoadedProgram> companion; ///< Of a vjp: the way back.
  size_t user_results = 0;                  ///< Of a vjp: results that are no residuals.
  CompiledCall *next = nullptr;             ///< In its bucket.
};

/// Append-only, so that reading takes no lock. Nothing is locked while a miss traces and compiles:
/// two threads that miss at once both compile, and the first to finish is kept.
class JitCache {
public:
  JitCache() = default;
  ~JitCache();
  JitCache(const JitCache &) = delete;

  /// Null on a miss.
  const CompiledCall *find(const CallKey &key) const;
  const CompiledCall *insert(std::unique_ptr<CompiledCall> call);

  /// Why `key` is not there, in one sentence, by the entry that is most like it. `name_of` names
  /// leaf i.
  std::string explain(const CallKey &key, const std::function<std::string(size_t)> &name_of) const;
  size_t size() const { return size_.load(std::memory_order_relaxed); }

private:
  static constexpr size_t buckets = 64;
  std::atomic<CompiledCall *> heads_[buckets] = {};
  mutable std::atomic<const CompiledCall *> last_{nullptr};
  std::atomic<size_t> size_{0};
  std::mutex insertion_;
};

} // namespace brigade::core
