#pragma once

#include "brigade/sharding.h"
#include "runtime/client.h"
#include "schedule/schedule.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

/// From a module of stablehlo, chlo, sdy and brigade operations to a Program and its kernels.
///
/// What a module holds: one public function @main; at most one sdy.mesh; `sdy.sharding` on
/// arguments and results where the user gave one (missing: open, the compiler chooses);
/// `tf.aliasing_output` or `jax.buffer_donor` on donated arguments; `mhlo.num_partitions` where
/// there is a mesh.
namespace brigade::compiler {

/// The phases, in order. `--stop-after` and `--dump` use these names in lower case.
enum class Phase { Import, Simplify, Propagate, Partition, Collectives, Fuse, Memory, Emit };
llvm::StringRef phase_name(Phase phase);
std::optional<Phase> find_phase(llvm::StringRef name);

struct Options {
  int devices = 1;          ///< Must equal the mesh's size where the module has one.
  bool verify_each = false; ///< The verifier after every phase.
  std::string dump_dir;     ///< Numbered files, one a phase; empty: none.
  std::optional<Phase> stop_after;
};

struct PhaseTime {
  Phase phase;
  double seconds;
};

struct Report {
  std::vector<PhaseTime> phases;
  std::vector<std::string>
      kernels; ///< One line a kernel: name, operations, iterations, bytes, line.
};

struct Compiled {
  schedule::Program program;
  runtime::KernelCode code;
  /// How each argument of @main is split, and each result; empty specs where there is no mesh.
  std::vector<PartitionSpec> argument_shardings, result_shardings;
  Report report;
};

/// Compiles `module`, changing it. Failure comes with a diagnostic on the operation at fault.
mlir::FailureOr<Compiled> compile(mlir::ModuleOp module, const Options &options);

/// Runs the phases up to and including `last` (before Memory) in place: what `brigade partition`
/// and brigade-opt use.
mlir::LogicalResult run_phases(mlir::ModuleOp module, const Options &options, Phase last);

} // namespace brigade::compiler
