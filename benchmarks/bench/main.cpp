#include "workload.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <fstream>

int main(int argc, char **argv) {
  bench::Settings settings;
  std::vector<std::string> only;
  std::string out;
  CLI::App app("Times the benchmark workloads and prints one JSON object a line.", "bench");
  app.add_option("--only", only, "Beginnings of names")->delimiter(',');
  app.add_option("--seconds", settings.seconds, "Of timed calls, a workload")
      ->capture_default_str();
  app.add_option("--devices", settings.devices, "Above 1: the sharded workloads")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--out", out, "Writes a JSON list to this file");
  CLI11_PARSE(app, argc, argv);
  try {
    brigade::set_num_cpu_devices(settings.devices);
    nlohmann::ordered_json rows = nlohmann::ordered_json::array();
    for (const bench::Workload &workload : settings.devices > 1
                                               ? bench::sharded_workloads(settings.devices)
                                               : bench::single_device_workloads()) {
      auto begins = [&](const std::string &start) { return workload.name.starts_with(start); };
      if (!only.empty() && std::none_of(only.begin(), only.end(), begins))
        continue;
      const bench::Row row = workload.run(settings, workload.name);
      rows.push_back({{"name", row.name},
                      {"compile_s", row.compile_seconds},
                      {"step_s", row.step_seconds},
                      {"calls", row.calls},
                      {"temp_bytes", row.temp_bytes},
                      {"value", row.value}});
      fmt::print("{}\n", rows.back().dump());
      std::fflush(stdout);
    }
    if (!out.empty())
      std::ofstream(out) << rows.dump(1) << '\n';
    return 0;
  } catch (const std::exception &error) {
    fmt::print(stderr, "bench: {}\n", error.what());
    return 1;
  }
}
