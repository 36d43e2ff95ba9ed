#include "commands.h"
#include "program.h"

#include "brigade/error.h"
#include "runtime/client.h"
#include "schedule/print.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace brigade::tools {

namespace {

using Json = nlohmann::ordered_json;

/// Bytes of one device, by what they are for.
struct Memory {
  int64_t arguments = 0, results = 0, constants = 0, temporaries = 0;
  int64_t peak() const { return arguments + results + constants + temporaries; }
};

/// A result in the memory of an argument or a constant counts there.
Memory memory_of(const schedule::Program &program) {
  Memory memory;
  for (const schedule::Buffer &buffer : program.buffers) {
    if (buffer.space == schedule::Space::Argument)
      memory.arguments += buffer.bytes;
    if (buffer.space == schedule::Space::Constant)
      memory.constants += buffer.bytes;
  }
  for (const schedule::Parameter &result : program.results) {
    const schedule::Buffer &buffer = program.buffers[result.buffer];
    if (buffer.space == schedule::Space::Result && result.donated_argument < 0)
      memory.results += buffer.bytes;
  }
  for (int64_t bytes : program.arena_bytes)
    memory.temporaries += bytes;
  return memory;
}

std::string place_of(const schedule::Location &location) {
  return location.file.empty() ? "" : fmt::format("{}:{}", location.file, location.line);
}

std::string count_text(int64_t count) { return count < 0 ? "?" : fmt::format("{}", count); }

void print_memory(const Memory &memory) {
  fmt::print("memory of one device, bytes: arguments {}, results {}, constants {}, temporaries {}; "
             "peak {}\n",
             memory.arguments, memory.results, memory.constants, memory.temporaries, memory.peak());
}

void print_traffic(const std::vector<schedule::Traffic> &traffic) {
  if (traffic.empty()) {
    fmt::print("no collectives\n");
    return;
  }
  fmt::print("{:<20} {:>12} {:>6} {:>6}  {}\n", "collective", "bytes", "group", "times",
             "line, reason");
  for (const schedule::Traffic &each : traffic)
    fmt::print("{:<20} {:>12} {:>6} {:>6}  {}{}{}\n", each.operation, each.bytes, each.group_size,
               count_text(each.count), place_of(each.location), each.reason.empty() ? "" : ", ",
               each.reason);
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
  print_memory(memory_of(compiled.program));
  print_traffic(compiled.program.traffic);
  return 0;
}

int partition_program(const ProgramArguments &arguments, bool json) {
  LoadedProgram program(arguments);
  compiler::Compiled compiled = program.compile();
  Memory memory = memory_of(compiled.program);
  if (!json) {
    fmt::print("{} devices{}\n", compiled.program.devices,
               program.mesh().empty() ? "" : ", " + program.mesh().to_string());
    print_traffic(compiled.program.traffic);
    fmt::print("moved by one device, bytes: {}\n", moved_bytes(compiled.program.traffic));
    print_memory(memory);
    return 0;
  }
  Json mesh = Json::object();
  for (size_t i = 0; !program.mesh().empty() && i < program.mesh().sizes().size(); ++i)
    mesh[program.mesh().axis_names()[i]] = program.mesh().sizes()[i];
  Json out = {{"devices", compiled.program.devices},
              {"mesh", mesh},
              {"collectives", traffic_json(compiled.program.traffic)},
              {"bytes_per_device", moved_bytes(compiled.program.traffic)},
              {"memory_per_device",
               {{"arguments", memory.arguments},
                {"results", memory.results},
                {"constants", memory.constants},
                {"temporaries", memory.temporaries}}},
              {"peak_bytes", memory.peak()}};
  fmt::print("{}\n", out.dump(2));
  return 0;
}

} // namespace brigade::tools
