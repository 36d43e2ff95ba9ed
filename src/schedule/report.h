#pragma once

#include "schedule/schedule.h"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <string>
#include <vector>

namespace brigade::schedule {

/// What a run needs, in bytes. Known before it runs: the runtime's own counts come to the same.
struct MemoryReport {
  static constexpr int categories = 4;
  /// On one device, by Category. A result in the memory of a donated argument counts as the
  /// argument alone; one that names an argument, a constant or another result counts once.
  std::array<int64_t, categories> device_bytes{};
  /// In the process: what several devices share counts once.
  std::array<int64_t, categories> physical_bytes{};

  /// The largest buffers, by category and line.
  struct Entry {
    Category category;
    int64_t bytes; ///< On one device.
    int64_t count; ///< Buffers of that line.
    std::string operation, file;
    int32_t line;
  };
  std::vector<Entry> entries; ///< Largest first.

  int64_t peak_device_bytes() const;
  int64_t peak_physical_bytes() const;
};

MemoryReport memory_report(const Program &program);

std::string memory_text(const Program &program);
nlohmann::json memory_json(const Program &program);

/// One line a collective: "all_reduce of 4096 bytes a device in groups of 4, 1 time: <reason>;
/// app.cpp:12".
std::string traffic_text(const Program &program);
/// A list of {operation, bytes, group_size, count, reason, file, line}; count is null where it is
/// not known.
nlohmann::json traffic_json(const Program &program);

} // namespace brigade::schedule
