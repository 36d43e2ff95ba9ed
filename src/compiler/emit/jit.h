#pragma once

#include "runtime/client.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <string>
#include <vector>

/// From modules of kernels to code in this process.
namespace brigade::compiler::emit {

/// What one thread compiles with. Contexts are kept from one compile to the next, up to a number of
/// kernels, since a context never frees the constants it has seen.
class Workbench;

class WorkbenchLease {
public:
  WorkbenchLease();
  ~WorkbenchLease();
  WorkbenchLease(const WorkbenchLease &) = delete;

  mlir::MLIRContext &context();
  /// Lowers the module, which is changed, to an object file.
  mlir::FailureOr<std::unique_ptr<llvm::MemoryBuffer>> compile(mlir::ModuleOp module);

private:
  std::unique_ptr<Workbench> bench_;
};

/// Links object files and looks the functions up.
mlir::FailureOr<runtime::KernelCode>
link_objects(std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects,
             const std::vector<std::string> &names);

} // namespace brigade::compiler::emit
