// brigade-opt: single phases of the compiler on a module's text, for tests.
//
//   brigade-opt FILE|- [--phase import,simplify] [--through partition] [--locations]
//   brigade-opt --list-rules
//
// Without phases it reads, verifies and prints; --list-rules prints docs/operations.md. Exit code 2
// with one line on standard error where something is wrong.
#include "compiler/pipeline.h"
#include "ir/dialects.h"
#include "ir/parse.h"
#include "operations.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/MemoryBuffer.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>

using namespace brigade;

namespace {

int fail(const std::string &line) {
  fmt::print(stderr, "{}\n", line);
  return 2;
}

struct Arguments {
  std::string file = "-";
  std::vector<std::string> phases;
  std::string through;
  bool locations = false;
  bool list_rules = false;
};

int run(const Arguments &arguments) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(arguments.file, /*IsText=*/true);
  if (!buffer)
    return fail(fmt::format("{}: cannot be read: {}", arguments.file, buffer.getError().message()));
  std::vector<compiler::Phase> phases;
  for (const std::string &name : arguments.phases) {
    std::optional<compiler::Phase> phase = compiler::find_phase(name);
    if (!phase)
      return fail(fmt::format("--phase: there is no phase '{}'", name));
    phases.push_back(*phase);
  }
  if (!arguments.through.empty()) {
    std::optional<compiler::Phase> last = compiler::find_phase(arguments.through);
    if (!last)
      return fail(fmt::format("--through: there is no phase '{}'", arguments.through));
    for (int phase = 0; phase <= static_cast<int>(*last); ++phase)
      phases.push_back(static_cast<compiler::Phase>(phase));
  }

  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  ir::load_dialects(context);
  ir::Problem problem;
  std::string name = arguments.file == "-" ? "<stdin>" : arguments.file;
  auto module = ir::parse_module((*buffer)->getBuffer(), context, problem, name);
  if (failed(module))
    return fail(problem.text());
  ir::ErrorCollector errors(context);
  for (compiler::Phase phase : phases)
    if (failed(compiler::run_phase(**module, phase)) || failed(mlir::verify(**module)))
      return fail(errors.first().text());
  fmt::print("{}", ir::print_module(**module, arguments.locations));
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  Arguments arguments;
  CLI::App app("Runs single phases of Brigade's compiler on a module's text.");
  app.add_option("FILE", arguments.file, "The module; - is standard input");
  app.add_option("--phase", arguments.phases, "Phases to run, in order")->delimiter(',');
  app.add_option("--through", arguments.through, "Every phase up to and including this one");
  app.add_flag("--locations", arguments.locations, "Print locations");
  app.add_flag("--list-rules", arguments.list_rules, "Print which operation has which rules");
  try {
    app.parse(argc, argv);
    if (!arguments.list_rules)
      return run(arguments);
    fmt::print("{}", tools::operations_page());
    return 0;
  } catch (const CLI::ParseError &error) {
    return error.get_exit_code() == 0 ? app.exit(error) : fail(error.what());
  } catch (const std::exception &error) {
    return fail(fmt::format("{}: {}", arguments.file, error.what()));
  }
}
