#pragma once

#include "core/trace.h"

/// A traced function compiled for arrays of given kinds on given devices.
namespace brigade::core {

/// Run with concrete arrays; immutable, so that threads may share it.
struct LoadedProgram {
  std::shared_ptr<runtime::Executable> executable;
  std::vector<const Placement *> wants; ///< Where each argument must be, captures included.
  std::vector<bool> donated;
  bool donates = false;
  std::vector<Array> captures; ///< Already where they must be.
  std::vector<const Kind *> results;
  size_t arguments = 0; ///< Without captures.
  /// Traced values were read on the way: other arguments may need another program.
  bool read_values = false;
};

using OptionalSharding = std::optional<NamedSharding>;

/// What to compile, for a list of leaves.
struct BuildRequest {
  std::string name;
  const char *transform = "jit";
  std::vector<const Kind *> arguments;        ///< Concrete kinds.
  std::vector<OptionalSharding> in_shardings; ///< One a leaf, or empty.
  std::vector<bool> donated;                  ///< One a leaf, or empty.
  KnownValues known;                          ///< What item() may see while `body` is traced.
  std::optional<int> device;                  ///< Run there.
  bool moves_committed = false; ///< As pmap does: committed arguments do not decide the devices.
  FlatBody body;
  /// The shardings of the results, given what they are; none: all open.
  std::function<std::vector<OptionalSharding>(std::span<const Kind *const> results)> out_shardings;
  /// What messages call leaf i: "argument 0 (.w)".
  std::function<std::string(size_t leaf)> argument_name;
  Loc loc;
};

/// Traces, compiles and loads. Must not be called while tracing.
LoadedProgram build(const BuildRequest &request);

/// The StableHLO text of the same program.
std::string print(const BuildRequest &request);

/// `array`, or, where it is traced over known arguments, what it is computed to be. Throws
/// UserError, in which `use` needs the value, where they are not known.
Array known_value(const Array &array, const char *use, Loc loc);

/// Launches and returns pending results. `name_of` as in BuildRequest; it is called for errors
/// alone. Throws UserError on an argument that was donated before, or donated twice here.
void run(const LoadedProgram &program, std::span<const Array *const> arguments,
         std::vector<Array> &results, Loc loc,
         const std::function<std::string(size_t)> *name_of = nullptr);

} // namespace brigade::core
