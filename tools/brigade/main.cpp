// brigade: runs, interprets, compiles and explains programs in StableHLO text.
//
// Exit codes: 0 done; 1 a check of the program failed; 2 bad input, one line on standard error.
#include "commands.h"

#include "brigade/error.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <functional>

using namespace brigade;
using namespace brigade::tools;

namespace {

void add_program(CLI::App *command, ProgramArguments &program) {
  command->add_option("FILE", program.file, "The program: a module in StableHLO text")->required();
  command
      ->add_option("--devices", program.devices,
                   "Virtual devices; at least as many as the mesh has")
      ->check(CLI::Range(1, 4096));
  command->add_option("--mesh", program.mesh, "Other sizes for the mesh, as data=4,model=2");
  command->add_option("--dump", program.dump_dir, "A folder for the module after each phase");
}

void add_run(CLI::App *command, RunArguments &run) {
  add_program(command, run.program);
  command->add_option("--input", run.inputs, ".npy files, one an argument of @main, in order");
  command->add_option("--random-inputs", run.random_seed, "Made-up arguments from this seed");
  command->add_option("--output", run.output, "A folder for out0.npy, out1.npy, ...");
  command->add_flag("--time", run.time, "Print how long it took");
}

int fail(const char *line) {
  fmt::print(stderr, "{}\n", line);
  return 2;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("Brigade: programs in StableHLO on many virtual devices.", "brigade");
  app.require_subcommand(1);
  std::function<int()> chosen;

  int devices = 1;
  CLI::App *list =
      app.add_subcommand("devices", "Lists devices: kind, coordinates, memory, threads");
  list->add_option("--devices", devices, "Virtual devices")->check(CLI::Range(1, 4096));
  list->callback([&] { chosen = [&] { return list_devices(devices); }; });

  RunArguments run;
  CLI::App *run_command = app.add_subcommand("run", "Compiles and runs @main");
  add_run(run_command, run);
  run_command->add_flag("--forbid-fallback", run.forbid_fallback,
                        "Make it an error if anything is interpreted instead of compiled");
  run_command->callback([&] { chosen = [&] { return run_program(run); }; });

  RunArguments interpreted;
  CLI::App *interpret =
      app.add_subcommand("interpret", "Runs @main by the interpreter, slowly and by definition");
  add_run(interpret, interpreted);
  interpret->callback([&] { chosen = [&] { return interpret_program(interpreted); }; });

  ProgramArguments compiled;
  bool report = false;
  CLI::App *compile = app.add_subcommand("compile", "Compiles @main");
  add_program(compile, compiled);
  compile->add_flag("--report", report,
                    "Phases with times, kernels, memory by category, collectives");
  compile->callback([&] { chosen = [&] { return compile_program(compiled, report); }; });

  ProgramArguments partitioned;
  bool json = false;
  CLI::App *partition =
      app.add_subcommand("partition", "Says what a partitioned program moves and keeps");
  add_program(partition, partitioned);
  partition->add_flag("--json", json, "As JSON");
  partition->callback([&] { chosen = [&] { return partition_program(partitioned, json); }; });

  try {
    app.parse(argc, argv);
    return chosen();
  } catch (const CLI::ParseError &error) {
    return error.get_exit_code() == 0 ? app.exit(error) : fail(error.what());
  } catch (const std::bad_alloc &) {
    return fail("memory has run out: the program's arrays are larger than this machine's");
  } catch (const std::exception &error) {
    return fail(error.what());
  }
}
