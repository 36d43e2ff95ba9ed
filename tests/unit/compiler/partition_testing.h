#pragma once

#include "base/literal.h"
#include "ir/factors/factor_rule.h"
#include "support/literals.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <memory>
#include <string>
#include <vector>

/// Programs partitioned and run on all devices at once, against the same program on one device.
namespace brigade::compiler::testing {

using test::Within;

/// A parsed program and the context it lives in. Diagnostics are kept in `problems`.
struct TestProgram {
  std::unique_ptr<mlir::MLIRContext> context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string problems;
  std::unique_ptr<mlir::ScopedDiagnosticHandler> handler;
};

std::unique_ptr<TestProgram> parse(const std::string &text);

/// import where there is more than @main, propagate, partition and optimise_collectives, the
/// verifier after each. Reports a test failure where one fails.
bool run_phases(TestProgram &, const ir::FactorRules &rules = ir::factor_rules());

/// The text after the three phases.
std::string partitioned(const std::string &text);
/// The text after propagation alone.
std::string propagated(const std::string &text);

/// A program that JAX printed: tests/data/partition/NAME.mlir.
std::string read_program(const std::string &name);

/// Integers of random arguments: low <= x < high, where the type has them.
struct Range {
  int64_t low = 0, high = 4;
};

/// Random arguments for @main by its types. Floats are multiples of 1/4 within [-2, 2).
std::vector<Literal> random_arguments(mlir::ModuleOp, Range integers = {});

/// Runs a partitioned program on all devices of its mesh with their parts of `arguments` and
/// expects every device to have its part of `expected`.
bool expect_parts(TestProgram &partitioned, const std::vector<Literal> &arguments,
                  const std::vector<Literal> &expected, Within = {});

/// Runs `text` on one device and, partitioned, on all devices of its mesh, with the same arguments,
/// and expects every device to have its part of the same results. Returns the partitioned text.
std::string expect_same(const std::string &text, const std::vector<Literal> &arguments = {},
                        Within = {}, Range integers = {});

/// How often `what` stands in `text`.
int count(const std::string &text, const std::string &what);

/// The factorings of 8 devices, as meshes of the axes "x", "y" (and "z"): the text of sdy.mesh.
const std::vector<std::string> &meshes_of_eight();

} // namespace brigade::compiler::testing
