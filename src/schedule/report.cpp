#include "schedule/report.h"

#include "brigade/error.h"
#include "schedule/print.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

namespace brigade::schedule {
namespace {

constexpr size_t entries_shown = 10;

std::string short_place(const std::string &file, int32_t line) {
  return to_string(Loc{file.c_str(), static_cast<uint32_t>(line)});
}

/// Adds up one program's memory.
class Counter {
public:
  explicit Counter(const Program &program) : program_(program) {}

  MemoryReport run() {
    for (size_t i = 0; i < program_.arguments.size(); ++i) {
      const Parameter &argument = program_.arguments[i];
      Id sharing = argument.buffer < 0 ? 0 : program_.buffers[argument.buffer].sharing;
      count(Category::Argument,
            element_count(argument.shape) * static_cast<int64_t>(dtype_size(argument.dtype)),
            program_.sharings[sharing].groups, argument.buffer);
    }
    for (size_t i = 0; i < program_.results.size(); ++i) {
      const Parameter &result = program_.results[i];
      const Buffer &buffer = program_.buffers[result.buffer];
      bool own = buffer.space == Space::Result && buffer.index == static_cast<Id>(i);
      if (own && result.donated_argument < 0)
        count(Category::Result, buffer.bytes, program_.sharings[buffer.sharing].groups,
              result.buffer);
    }
    for (const Literal &constant : program_.constants)
      count(Category::Constant, static_cast<int64_t>(constant.bytes.size()), 1, -1);
    for (size_t s = 0; s < program_.sharings.size(); ++s) {
      add(Category::Temporary, program_.arena_bytes[s], program_.sharings[s].groups);
      for (size_t b = 0; b < program_.buffers.size(); ++b) {
        const Buffer &buffer = program_.buffers[b];
        if (buffer.space == Space::Arena && buffer.sharing == static_cast<Id>(s))
          list(Category::Temporary, buffer.bytes, static_cast<Id>(b));
      }
    }
    for (auto &[key, sum] : lines_) {
      auto &[category, file, line, operation] = key;
      report_.entries.push_back({category, sum.first, sum.second, operation, file, line});
    }
    std::sort(report_.entries.begin(), report_.entries.end(),
              [](const MemoryReport::Entry &a, const MemoryReport::Entry &b) {
                return std::tie(b.bytes, a.category, a.file, a.line, a.operation) <
                       std::tie(a.bytes, b.category, b.file, b.line, b.operation);
              });
    return std::move(report_);
  }

private:
  void add(Category category, int64_t bytes, int64_t copies) {
    report_.device_bytes[static_cast<int>(category)] += bytes;
    report_.physical_bytes[static_cast<int>(category)] += bytes * copies;
  }

  void list(Category category, int64_t bytes, Id buffer) {
    Id at = buffer < 0 ? -1 : program_.buffers[buffer].location;
    const Location none, &location = at < 0 ? none : program_.locations[at];
    auto &sum = lines_[{category, location.file, location.line, location.operation}];
    sum.first += bytes;
    ++sum.second;
  }

  void count(Category category, int64_t bytes, int64_t copies, Id buffer) {
    add(category, bytes, copies);
    list(category, bytes, buffer);
  }

  const Program &program_;
  MemoryReport report_;
  std::map<std::tuple<Category, std::string, int32_t, std::string>, std::pair<int64_t, int64_t>>
      lines_;
};

nlohmann::json by_category(const std::array<int64_t, MemoryReport::categories> &bytes) {
  nlohmann::json json;
  for (int i = 0; i < MemoryReport::categories; ++i)
    json[name_of(static_cast<Category>(i))] = bytes[i];
  json["peak"] = std::accumulate(bytes.begin(), bytes.end(), int64_t{0});
  return json;
}

} // namespace

int64_t MemoryReport::peak_device_bytes() const {
  return std::accumulate(device_bytes.begin(), device_bytes.end(), int64_t{0});
}

int64_t MemoryReport::peak_physical_bytes() const {
  return std::accumulate(physical_bytes.begin(), physical_bytes.end(), int64_t{0});
}

MemoryReport memory_report(const Program &program) { return Counter(program).run(); }

std::string memory_text(const Program &program) {
  MemoryReport report = memory_report(program);
  std::string text = fmt::format("memory: {} bytes a device, {} bytes in the process\n",
                                 report.peak_device_bytes(), report.peak_physical_bytes());
  for (int i = 0; i < MemoryReport::categories; ++i)
    text += fmt::format("  {:<10}{:>14}{:>14}\n", name_of(static_cast<Category>(i)),
                        report.device_bytes[i], report.physical_bytes[i]);
  for (size_t i = 0; i < std::min(entries_shown, report.entries.size()); ++i) {
    const MemoryReport::Entry &entry = report.entries[i];
    std::string place = short_place(entry.file, entry.line);
    text +=
        fmt::format("  {:>14} {} in {} buffer{}{}{}{}{}\n", entry.bytes, name_of(entry.category),
                    entry.count, entry.count == 1 ? "" : "s", entry.operation.empty() ? "" : "  ",
                    entry.operation, place.empty() ? "" : " ", place);
  }
  return text;
}

nlohmann::json memory_json(const Program &program) {
  MemoryReport report = memory_report(program);
  nlohmann::json json{{"device_bytes", by_category(report.device_bytes)},
                      {"physical_bytes", by_category(report.physical_bytes)},
                      {"buffers", nlohmann::json::array()}};
  for (const MemoryReport::Entry &entry : report.entries)
    json["buffers"].push_back({{"category", name_of(entry.category)},
                               {"bytes", entry.bytes},
                               {"count", entry.count},
                               {"operation", entry.operation},
                               {"file", entry.file},
                               {"line", entry.line}});
  return json;
}

std::string traffic_text(const Program &program) {
  if (program.traffic.empty())
    return "traffic: none\n";
  std::string text;
  for (const Traffic &entry : program.traffic) {
    std::string place = short_place(entry.location.file, entry.location.line);
    std::string times = entry.count < 0    ? "in a loop"
                        : entry.count == 1 ? "once"
                                           : fmt::format("{} times", entry.count);
    text += fmt::format("{} of {} bytes a device in groups of {}, {}{}{}{}{}\n", entry.operation,
                        entry.bytes, entry.group_size, times, entry.reason.empty() ? "" : ": ",
                        entry.reason, place.empty() ? "" : "; ", place);
  }
  return text;
}

nlohmann::json traffic_json(const Program &program) {
  nlohmann::json json = nlohmann::json::array();
  for (const Traffic &entry : program.traffic)
    json.push_back({{"operation", entry.operation},
                    {"bytes", entry.bytes},
                    {"group_size", entry.group_size},
                    {"count", entry.count < 0 ? nlohmann::json() : nlohmann::json(entry.count)},
                    {"reason", entry.reason},
                    {"file", entry.location.file},
                    {"line", entry.location.line}});
  return json;
}

} // namespace brigade::schedule
