#pragma once

#include "core/array_impl.h"
#include "core/mesh_union.h"

#include "schedule/schedule.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

/// Tracing, seen from code that knows no MLIR. The stack of scopes is thread-local. The bottom
/// scope begins a program; every function traced above it is a private function of that program.
///
///   ProgramTrace program("step");                          // f(x) = x * c, c a concrete array of
///   the caller TracedFunction f = trace_function("step", kinds, body, loc);   // f.captures = {c}
///   TracedFunction g = vjp(f, {true, false}, loc);                 // (x, c, ct) -> (y, ct_x)
///   Compilation out = program.compile(g, ...);
namespace brigade::core {

class Program;      // src/core/tracer/program.h
class ProgramLease; // src/core/tracer/program.h

/// A function of the program being traced.
struct TracedFunction {
  void *function = nullptr;            ///< An mlir::func::FuncOp.
  std::vector<const Kind *> arguments; ///< Of the caller's arguments; captures come after them.
  std::vector<const Kind *> results;   ///< Traced kinds.
  std::vector<Array> captures;         ///< Concrete arrays, and values of the scopes around.
};

using FlatBody = std::function<std::vector<Array>(std::span<const Array>)>;

/// What a function's arguments stand for while it is traced: for each a concrete array or a value
/// of the scope around, or an empty Array where it stands for many values, as a mapped one does.
/// With it, item() computes a value of the function from what has been traced so far. None: the
/// function is traced for whatever values come, as jit's is.
using KnownValues = std::optional<std::vector<Array>>;

/// Traces `f` over values of the given kinds as a new private function. `transform` is what
/// messages call it. Whatever `f` throws passes through and leaves nothing behind.
TracedFunction trace_function(const std::string &name, const char *transform,
                              std::span<const Kind *const> arguments, const KnownValues &known,
                              const FlatBody &f, Loc loc);

/// The value of a traced array, which `run` computes: a function of one result, of arrays that are
/// concrete or values of scopes further out. Throws UserError, in which `use` needs the value,
/// where it depends on arguments that are not known.
Array value_of_traced(
    const Array &array, const char *use, Loc loc,
    const std::function<Array(const TracedFunction &f, std::span<const Array> inputs)> &run);

/// Calls `f` in the current scope. `operands` are all of its arguments, captures included where
/// they belong.
std::vector<Array> call_function(const TracedFunction &f, std::span<const Array> operands, Loc loc);

/// The transforms of transforms/transforms.h. `f` has captures as its last arguments; the flags and
/// axes cover them too.
TracedFunction jvp(const TracedFunction &f, const std::vector<bool> &active, Loc loc);
TracedFunction vjp(const TracedFunction &f, const std::vector<bool> &wrt, Loc loc);
struct Linearized {
  TracedFunction forward, backward;
};
/// forward.results: those of f, then the residuals.
Linearized vjp_split(const TracedFunction &f, const std::vector<bool> &wrt, Loc loc);
TracedFunction batch(const TracedFunction &f, const std::vector<std::optional<int64_t>> &in_axes,
                     const std::vector<std::optional<int64_t>> &out_axes, int64_t size,
                     const std::string &axis_name, Loc loc);

/// Calls `f` once a device of a one-dimensional mesh: sdy.manual_computation. Dimension in_axes[i]
/// of operand i, which is as long as the mesh, is split, and `f` does not see it; no axis: every
/// device has the whole. Results are stacked along out_axes; no axis: they are taken to be the same
/// on all devices.
std::vector<Array> call_manual(const TracedFunction &f, std::span<const Array> operands,
                               const Mesh &mesh, const std::vector<std::optional<int64_t>> &in_axes,
                               const std::vector<std::optional<int64_t>> &out_axes, Loc loc);

/// Dimension `axis` split over the one axis of the mesh; none: the whole on each device.
NamedSharding stacked_along(const Mesh &mesh, std::optional<int64_t> axis, Loc loc);

/// Records the value's sharding. Dimensions that the spec does not name are closed and unsplit.
Array constrain(const Array &array, const NamedSharding &sharding, Loc loc);

/// A named axis is in scope while this lives.
class AxisScope {
public:
  AxisScope(std::string name, int64_t size);
  ~AxisScope();
  AxisScope(const AxisScope &) = delete;
};

/// How the program's function becomes an executable's @main.
struct MainOptions {
  std::string name;
  std::vector<std::optional<NamedSharding>>
      in_shardings; ///< One an argument, captures included; none: open.
  std::vector<std::optional<NamedSharding>> out_shardings; ///< One a result.
  std::vector<bool> donated;                               ///< One an argument.
  MeshUnion mesh{{}, {}}; ///< Of all meshes that the program and its arguments name.
};

/// What the runtime needs and nothing of MLIR.
struct Compilation {
  schedule::Program program;
  runtime::KernelCode code;
  std::vector<PartitionSpec> arguments, results; ///< Over MainOptions::mesh.
};

/// The bottom of the trace stack and the owner of the program. None may be active on this thread.
class ProgramTrace {
public:
  ProgramTrace();
  ~ProgramTrace();
  ProgramTrace(const ProgramTrace &) = delete;
  static ProgramTrace &current();
  Program &program();

  /// The meshes that constraints and manual computations named so far.
  std::vector<Mesh> meshes() const;
  Compilation compile(const TracedFunction &main, const MainOptions &options, Loc loc);
  /// StableHLO text of the program with `main` as @main.
  std::string print(const TracedFunction &main, const MainOptions &options, bool with_locations);

  /// Some traced value was read, so that other arguments might have been traced to another program.
  bool read_values = false;

private:
  std::unique_ptr<ProgramLease> program_;
};

/// `array` is a traced value of a scope that is over or of another thread.
[[noreturn]] void throw_stale(const ArrayImpl &array, Loc loc);
/// `use`, for example "item()", needs a traced array to be concrete.
[[noreturn]] void throw_traced_read(const ArrayImpl &array, const char *use, Loc loc);

} // namespace brigade::core
