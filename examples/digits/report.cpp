#include "report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>

namespace digits {

void print_result(const Result &result) {
  fmt::print("test accuracy {:.4f}\n", result.accuracy);
  fmt::print(
      "{:.0f} images/s; step {:.3f} ms (median); compile {:.1f} ms; waited {:.1f} ms for data\n",
      result.images_per_second, result.step_seconds * 1e3, result.compile_seconds * 1e3,
      result.data_wait_seconds * 1e3);
  if (result.traffic.empty())
    fmt::print("traffic of one step: none\n");
  else
    fmt::print("traffic of one step:\n  {:<20} {:>10} {:>6} {:>6}  {}\n", "operation", "bytes",
               "group", "times", "line");
  for (const Move &move : result.traffic)
    fmt::print("  {:<20} {:>10} {:>6} {:>6}  {}\n", move.operation, move.bytes, move.group,
               move.count, move.where);
  fmt::print("memory of one step, bytes a device:");
  for (const auto &[category, bytes] : result.peak_bytes)
    fmt::print(" {} {}", category, bytes);
  fmt::print("; physical peak {}\n", result.physical_bytes);
}

void write_json(const Options &options, const Result &result) {
  nlohmann::ordered_json mesh, traffic = nlohmann::ordered_json::array(), peak;
  for (size_t i = 0; i < options.mesh_names.size(); ++i)
    mesh[options.mesh_names[i]] = options.mesh_sizes[i];
  for (const Move &move : result.traffic)
    traffic.push_back({{"op", move.operation},
                       {"bytes", move.bytes},
                       {"group", move.group},
                       {"count", move.count},
                       {"line", move.where}});
  for (const auto &[category, bytes] : result.peak_bytes)
    peak[category] = bytes;
  const nlohmann::ordered_json report = {
      {"devices", options.devices},
      {"mesh", mesh},
      {"mode", options.mode == Mode::Jit ? "jit" : "pmap"},
      {"losses", result.losses},
      {"accuracy", result.accuracy},
      {"step_seconds", result.step_seconds},
      {"compile_seconds", result.compile_seconds},
      {"images_per_second", result.images_per_second},
      {"data_wait_seconds", result.data_wait_seconds},
      {"traffic", traffic},
      {"peak_bytes", peak},
      {"physical_bytes", result.physical_bytes},
  };
  const std::string beside = options.json + ".part";
  std::ofstream out(beside);
  out << report.dump(2) << '\n';
  out.close();
  if (!out || std::rename(beside.c_str(), options.json.c_str()) != 0) {
    std::remove(beside.c_str());
    throw brigade::UserError(fmt::format("--json {}: cannot be written", options.json));
  }
}

} // namespace digits
