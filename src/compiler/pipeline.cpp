#include "compiler/pipeline.h"

#include "base/write_file.h"
#include "compiler/collectives/collectives.h"
#include "compiler/fuse/fuse.h"
#include "compiler/import/import.h"
#include "compiler/partition/partition.h"
#include "compiler/propagate/propagate.h"
#include "compiler/simplify/simplify.h"
#include "ir/parse.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <fmt/format.h>

#include <chrono>

namespace brigade::compiler {

using namespace mlir;

static constexpr llvm::StringLiteral phase_names[] = {
    "import", "simplify", "propagate", "partition", "collectives", "fuse", "memory", "emit"};

StringRef phase_name(Phase phase) { return phase_names[static_cast<int>(phase)]; }

std::optional<Phase> find_phase(StringRef name) {
  const auto *found = llvm::find(phase_names, name);
  if (found == std::end(phase_names))
    return std::nullopt;
  return static_cast<Phase>(found - std::begin(phase_names));
}

LogicalResult run_phase(ModuleOp module, Phase phase) {
  switch (phase) {
  case Phase::Import:
    return import_program(module);
  case Phase::Simplify:
    return simplify(module);
  case Phase::Propagate:
    return propagate(module);
  case Phase::Partition:
    return partition(module);
  case Phase::Collectives:
    return optimise_collectives(module);
  case Phase::Fuse:
    return fuse(module);
  case Phase::Memory:
  case Phase::Emit:
    break;
  }
  return module.emitError() << "phase " << phase_name(phase) << " makes a schedule, not a module";
}

LogicalResult Pipeline::dump(Phase phase) {
  if (options_.dump_dir.empty())
    return success();
  SmallString<128> path(options_.dump_dir);
  if (std::error_code error = llvm::sys::fs::create_directories(path))
    return module_.emitError() << "cannot make the folder " << options_.dump_dir << ": "
                               << error.message();
  llvm::sys::path::append(
      path, fmt::format("{}-{}.mlir", static_cast<int>(phase) + 1, phase_name(phase).str()));
  try {
    write_file(path.str().str(), ir::print_module(module_));
  } catch (const Error &error) {
    return module_.emitError(error.what());
  }
  return success();
}

LogicalResult Pipeline::run(Phase phase, llvm::function_ref<LogicalResult(ModuleOp)> rewrite) {
  auto start = std::chrono::steady_clock::now();
  if (failed(rewrite(module_)))
    return failure();
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  report_.phases.push_back({phase, seconds.count()});
  stopped_ |= options_.stop_after == phase;
  if (options_.verify_each && failed(verify(module_)))
    return module_.emitError() << "phase " << phase_name(phase)
                               << " has made an invalid program; please report this";
  return dump(phase);
}

LogicalResult Pipeline::run_through(Phase last) {
  for (Phase phase : {Phase::Import, Phase::Simplify, Phase::Propagate, Phase::Partition,
                      Phase::Collectives, Phase::Fuse}) {
    if (phase > last || stopped_)
      break;
    if (failed(run(phase, [phase](ModuleOp module) { return run_phase(module, phase); })))
      return failure();
  }
  return success();
}

LogicalResult run_phases(ModuleOp module, const Options &options, Phase last) {
  Report report;
  return Pipeline(module, options, report).run_through(last);
}

} // namespace brigade::compiler
