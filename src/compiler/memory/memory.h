#pragma once

#include "compiler/emit/emit.h"
#include "schedule/schedule.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>
#include <vector>

namespace brigade::compiler {

/// A schedule, and the kernels that its steps number.
struct Planned {
  schedule::Program program;
  std::vector<emit::KernelRequest> kernels;
  std::vector<std::string> kernel_lines; ///< One a kernel, for reports.
};

/// Turns @main of a fused module into steps over buffers with places of their own.
///
/// Loops become branches and jumps; what a loop carries stays in one place, and is copied at the
/// end of a turn only where its new value cannot be written there at once. A result that a kernel
/// may write where an operand dies takes the operand's place. What lives at the same time never
/// overlaps in an arena. Results are written where the caller wants them: into a donated argument's
/// memory where every earlier value of it has been read by then.
///
/// Fails, with a diagnostic, on an operation that no step and no kernel can do.
mlir::FailureOr<Planned> plan_memory(mlir::ModuleOp module);

} // namespace brigade::compiler
