#pragma once

#include "base/lru_cache.h"
#include "core/trace.h"

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
using ProgramCache = LruCache<std::string, std::shared_ptr<const CompiledProgram>>;

} // namespace brigade::core
