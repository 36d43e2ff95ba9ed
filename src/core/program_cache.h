#pragma once

#include "core/trace.h"

#include <list>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace brigade::core {

/// A compiled program and how the compiler split its arguments and results.
struct CompiledProgram {
  std::shared_ptr<runtime::Executable> executable;
  std::vector<PartitionSpec> arguments, results;
};

/// The programs compiled last, by their text and devices: what a function that captures, and so is
/// a new one each time that it is made, finds again.
///
///   for (...)
///     w = w - grad([&](Array v) { return loss(v, x); })(w);   // traced each time, compiled once
class ProgramCache {
public:
  explicit ProgramCache(size_t capacity) : capacity_(capacity) {}

  /// Null where it is not kept.
  std::shared_ptr<const CompiledProgram> find(const std::string &key);
  void keep(std::string key, std::shared_ptr<const CompiledProgram> program);

private:
  using Entry = std::pair<std::string, std::shared_ptr<const CompiledProgram>>;

  const size_t capacity_;
  std::mutex mutex_;
  std::list<Entry> entries_; ///< The one used last comes first.
  std::unordered_map<std::string_view, std::list<Entry>::iterator> places_; ///< Keys of entries_.
};

} // namespace brigade::core
