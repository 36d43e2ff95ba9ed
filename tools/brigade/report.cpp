#include "commands.h"
#include "program.h"

#include "brigade/error.h"
#include "runtime/client.h"
#include "schedule/print.h"
#include "schedule/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace brigade::tools {

namespace {

using Json = nlohmann::ordered_json;

std::string place_of(const schedule::Location &location) {
  return location.file.empty() ? "" : fmt::format("{}:{}", location.file, location.line);
}

Json traffic_json(const std::vector<schedule::Traffic> &traffic) {
  Json list = Json::array();
  for (const schedule::Traffic &each : traffic)
    list.push_back({{"op", each.operation},
                    {"bytes", each.bytes},
                    {"group", each.group_size},
                    {"count", each.count < 0 ? Json(nullptr) : Json(each.count)},
                    {"line", place_of(each.location)},
                    {"reason", each.reason}});
  return list;
}

std::string traffic_or_none(const schedule::Program &program) {
  return program.traffic.empty() ? "no collectives\n" : schedule::traffic_text(program);
}

/// Operand bytes that one device gives to collectives in one run; loops of unknown length count
/// once.
int64_t moved_bytes(const std::vector<schedule::Traffic> &traffic) {
  int64_t total = 0;
  for (const schedule::Traffic &each : traffic)
    total += each.bytes * std::max<int64_t>(each.count, 1);
  return total;
}

} // namespace

int list_devices(int devices) {
  auto client = runtime::make_cpu_client({.devices = devices});
  for (const runtime::Device *device : client->devices()) {
    runtime::MemoryStats memory = device->memory_stats();
    std::vector<int> coords = device->coords();
    std::string place;
    for (int coord : coords)
      place += fmt::format("{}{}", place.empty() ? "" : ",", coord);
    fmt::print("{} kind {} process {} coords ({}) memory {} of {} bytes\n", device->to_string(),
               device->kind(), device->process_index(), place, memory.bytes_in_use,
               memory.bytes_limit == 0 ? "unlimited" : fmt::format("{}", memory.bytes_limit));
  }
  fmt::print("{} threads compute for all of them\n", client->threads());
  return 0;
}

int compile_program(const ProgramArguments &arguments, bool report) {
  LoadedProgram program(arguments);
  compiler::Compiled compiled = program.compile();
  if (!report) {
    fmt::print("{}: {} kernels, {} steps, {} devices\n", arguments.file,
               compiled.program.kernels.size(), compiled.program.steps.size(),
               compiled.program.devices);
    return 0;
  }
  double total = 0;
  for (const compiler::PhaseTime &phase : compiled.report.phases) {
    fmt::print("{:<12} {:>9.3f} ms\n", compiler::phase_name(phase.phase).str(),
               phase.seconds * 1e3);
    total += phase.seconds;
  }
  fmt::print("{:<12} {:>9.3f} ms\n", "all", total * 1e3);
  fmt::print("{} kernels\n", compiled.report.kernels.size());
  for (const std::string &kernel : compiled.report.kernels)
    fmt::print("  {}\n", kernel);
  fmt::print("{}{}", schedule::memory_text(compiled.program), traffic_or_none(compiled.program));
  return 0;
}

int partition_program(const ProgramArguments &arguments, bool json) {
  LoadedProgram program(arguments);
  compiler::Compiled compiled = program.compile();
  if (!json) {
    fmt::print("{} devices{}\n", compiled.program.devices,
               program.mesh().empty() ? "" : ", " + program.mesh().to_string());
    fmt::print("{}", traffic_or_none(compiled.program));
    fmt::print("moved by one device, bytes: {}\n", moved_bytes(compiled.program.traffic));
    fmt::print("{}", schedule::memory_text(compiled.program));
    return 0;
  }
  Json mesh = Json::object();
  for (size_t i = 0; !program.mesh().empty() && i < program.mesh().sizes().size(); ++i)
    mesh[program.mesh().axis_names()[i]] = program.mesh().sizes()[i];
  schedule::MemoryReport report = schedule::memory_report(compiled.program);
  Json memory;
  for (int i = 0; i < schedule::MemoryReport::categories; ++i)
    memory[schedule::name_of(static_cast<schedule::Category>(i))] = report.device_bytes[i];
  Json out = {{"devices", compiled.program.devices},
              {"mesh", mesh},
              {"collectives", traffic_json(compiled.program.traffic)},
              {"bytes_per_device", moved_bytes(compiled.program.traffic)},
              {"memory_per_device", memory},
              {"peak_bytes", report.peak_device_bytes()},
              {"physical_peak_bytes", report.peak_physical_bytes()}};
  fmt::print("{}\n", out.dump(2));
  return 0;
}

} // namespace brigade::tools
