#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace digits {

enum class Mode { Jit, Pmap };

struct Options {
  int devices = 8;
  std::vector<int64_t> mesh_sizes;     ///< {4, 2}
  std::vector<std::string> mesh_names; ///< {"data", "model"}
  int epochs = 30;
  int64_t batch = 64;
  int64_t width = 128;
  uint32_t seed = 0;
  Mode mode = Mode::Jit;
  std::string json, data;
};

/// Reads the command line; prints help and exits where asked. Throws brigade::UserError on a value
/// that cannot be.
Options parse_options(int argc, char **argv);

} // namespace digits
