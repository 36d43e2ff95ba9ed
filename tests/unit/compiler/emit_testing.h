#pragma once

#include "base/literal.h"
#include "compiler/memory/memory.h"
#include "support/literals.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <string>
#include <vector>

/// Programs fused, planned, emitted and run by the runtime, against the interpreter.
namespace brigade::compiler::testing {

using test::literal;
using test::Within;

/// A program through the phases from fuse on.
struct CompiledText {
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  Planned planned;
  runtime::KernelCode code;
  std::string fused; ///< The text after fuse.
};

/// Null, and a failed test, where a phase fails.
std::unique_ptr<CompiledText> compile_text(const std::string &text);

/// The diagnostics of a program that does not compile.
std::string compile_error(const std::string &text);

std::vector<Literal> run_on_one_device(const CompiledText &compiled,
                                       const std::vector<Literal> &arguments);

/// Runs @main compiled and interpreted on the same arguments (random ones where none are given) and
/// expects the same results: exactly for integers and bools, within a tolerance for floats. Returns
/// the compiled program.
std::unique_ptr<CompiledText>
expect_compiled(const std::string &text, std::vector<Literal> arguments = {}, Within within = {});

/// Random values of the types of @main's arguments: floats within [-2, 2), integers within [-4, 9)
/// (unsigned from 0).
std::vector<Literal> random_values(mlir::ModuleOp module, unsigned seed = 1);

/// Nothing that lives at the same time overlaps: for each step, what it writes against what later
/// steps still read.
std::string overlap_in(const schedule::Program &program);

} // namespace brigade::compiler::testing
