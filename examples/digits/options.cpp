#include "options.h"

#include <brigade/error.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace digits {

/// "data=4,model=2" into sizes and names.
static void parse_mesh(const std::string &text, Options &options) {
  for (const std::string &axis : CLI::detail::split(text, ',')) {
    const size_t equals = axis.find('=');
    int64_t size = 0;
    if (equals == std::string::npos || !CLI::detail::lexical_cast(axis.substr(equals + 1), size) ||
        size < 1)
      throw brigade::UserError(fmt::format(
          "--mesh {}: \"{}\" is no axis; write for example data=4,model=2", text, axis));
    options.mesh_names.push_back(axis.substr(0, equals));
    options.mesh_sizes.push_back(size);
  }
  for (const char *needed : {"data", "model"}) {
    const auto count = std::count(options.mesh_names.begin(), options.mesh_names.end(), needed);
    if (count != 1)
      throw brigade::UserError(
          fmt::format("--mesh {}: names axis \"{}\" {} times; the example splits the batch over "
                      "\"data\" and hidden features over \"model\", each named once",
                      text, needed, count));
  }
  for (const std::string &name : options.mesh_names)
    if (name != "data" && name != "model")
      throw brigade::UserError(fmt::format(
          "--mesh {}: unknown axis \"{}\"; the axes are \"data\" and \"model\"", text, name));
  int64_t product = 1;
  for (int64_t size : options.mesh_sizes)
    product *= size;
  if (product != options.devices)
    throw brigade::UserError(fmt::format("--mesh {}: {} = {} devices where --devices is {}", text,
                                         fmt::join(options.mesh_sizes, " x "), product,
                                         options.devices));
}

Options parse_options(int argc, char **argv) {
  Options options;
  std::string mesh, mode = "jit";
  options.data = BRIGADE_DIGITS_DATA;
  CLI::App app("Trains a small network on handwritten digits over a mesh of virtual devices.",
               "digits");
  app.add_option("--devices", options.devices, "Virtual devices")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--mesh", mesh, "How they are arranged; data=4,model=2 for 8");
  app.add_option("--epochs", options.epochs, "Passes over the data")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--batch", options.batch, "Images a step, over all devices")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--width", options.width, "Hidden features")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app.add_option("--seed", options.seed, "Fixes the initial weights and the order of the data")
      ->capture_default_str();
  app.add_option("--mode", mode,
                 "jit: one program over the mesh; pmap: a copy of the model a device")
      ->check(CLI::IsMember({"jit", "pmap"}))
      ->capture_default_str();
  app.add_option("--json", options.json, "Writes what was measured to this file");
  app.add_option("--data", options.data, "The folder of digits.npy and order.npy")
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0)
      std::exit(app.exit(error));
    throw brigade::UserError(error.what());
  }
  options.mode = mode == "jit" ? Mode::Jit : Mode::Pmap;
  if (mesh.empty())
    mesh = options.devices % 2 == 0 ? fmt::format("data={},model=2", options.devices / 2)
                                    : fmt::format("data={},model=1", options.devices);
  parse_mesh(mesh, options);
  return options;
}

} // namespace digits
