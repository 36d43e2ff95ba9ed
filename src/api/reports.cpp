#include "brigade/detail/transform.h"

#include <fmt/format.h>

#include <ostream>

/// What a user prints of a compiled program.
namespace brigade {
namespace {

std::string bytes_text(int64_t bytes) {
  if (bytes < 10000)
    return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes);
  for (const char *unit : {"KiB", "MiB", "GiB", "TiB"}) {
    value /= 1024;
    if (value < 1000)
      return fmt::format("{:.1f} {}", value, unit);
  }
  return fmt::format("{:.1f} PiB", value / 1024);
}

} // namespace

std::string TrafficReport::to_string() const {
  if (transfers.empty())
    return "nothing moves between devices\n";
  size_t operation = 9, where = 5;
  for (const Transfer &t : transfers) {
    operation = std::max(operation, t.operation.size());
    where = std::max(where, t.where.size());
  }
  std::string out = fmt::format("{:<{}}  {:>10}  {:>5}  {:>5}  {:<{}}  {}\n", "operation",
                                operation, "bytes", "group", "times", "where", where, "why");
  for (const Transfer &t : transfers)
    out += fmt::format("{:<{}}  {:>10}  {:>5}  {:>5}  {:<{}}  {}\n", t.operation, operation,
                       bytes_text(t.bytes), t.group_size,
                       t.count < 0 ? "?" : std::to_string(t.count), t.where, where, t.reason);
  return out;
}

std::string MemoryReport::to_string() const {
  std::string out;
  for (auto [name, bytes] :
       {std::pair("arguments", arguments), std::pair("results", results),
        std::pair("constants", constants), std::pair("temporaries", temporaries),
        std::pair("peak a device", peak()), std::pair("physical", physical)})
    out += fmt::format("{:<14}{:>12}\n", name, bytes_text(bytes));
  for (const Line &line : lines)
    out += fmt::format("{:<14}{:>12}  {:<28}  {}\n", line.category, bytes_text(line.bytes),
                       line.operation, line.where);
  return out;
}

std::ostream &operator<<(std::ostream &out, const TrafficReport &report) {
  return out << report.to_string();
}
std::ostream &operator<<(std::ostream &out, const MemoryReport &report) {
  return out << report.to_string();
}
std::ostream &operator<<(std::ostream &out, const ProgramText &text) {
  return out << text.to_string();
}

} // namespace brigade
