#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// The commands of the program. Each returns the exit code: 0 done, 1 a check of the program
/// failed. Bad input throws UserError, whose one line the caller prints before it exits with 2.
namespace brigade::tools {

struct ProgramArguments {
  std::string file;
  int devices = 0;      ///< 0: as many as the program's mesh has, or 1.
  std::string mesh;     ///< "data=4,model=2": other sizes for the program's axes; empty: its own.
  std::string dump_dir; ///< For the module after each phase; empty: none.
};

struct RunArguments {
  ProgramArguments program;
  std::vector<std::string> inputs;     ///< .npy files, one an argument of @main.
  std::optional<uint64_t> random_seed; ///< Instead of inputs.
  std::string output; ///< A folder for out0.npy, out1.npy, ...; empty: results are printed.
  bool time = false;
  bool forbid_fallback = false; ///< Nothing may be interpreted, from here to the results.
};

int list_devices(int devices);
int run_program(const RunArguments &arguments);
int interpret_program(const RunArguments &arguments);
int compile_program(const ProgramArguments &arguments, bool report);
int partition_program(const ProgramArguments &arguments, bool json);

} // namespace brigade::tools
