#pragma once

#include "base/literal.h"
#include "ir/rules.h"

#include "mlir/IR/Region.h"
#include "mlir/Support/LogicalResult.h"

#include <functional>
#include <memory>
#include <variant>
#include <vector>

/// What each operation means. An operation has exactly one rule, of the simplest of three kinds
/// that fits.
namespace brigade::reference {

class Machine; // reference/machine.h
class Frame;

/// Computes `count` elements that lie one after another: out[i] = f(in[0][i], in[1][i], ...).
/// in[k] holds the element type of operand k, out that of the result.
using ElementLoop = std::function<void(const std::byte *const *in, std::byte *out, int64_t count)>;

/// An elementwise operation with one result, made ready for its element types and attributes.
/// Fails, with a diagnostic, on an element type that it does not take.
using ElementRule = mlir::FailureOr<ElementLoop> (*)(mlir::Operation *op);

struct RegionRunner;

/// An operation that maps whole arrays to whole arrays on each device by itself.
using ArrayRule = mlir::FailureOr<std::vector<Literal>> (*)(
    mlir::Operation *op, llvm::ArrayRef<const Literal *> operands, RegionRunner &regions);

/// An operation that concerns all `active` devices (ascending) at once: control flow, calls,
/// collectives. It reads its operands from `frame` and writes its results there.
using DevicesRule = mlir::LogicalResult (*)(mlir::Operation *op, Machine &machine, Frame &frame,
                                            llvm::ArrayRef<int> active);

using EvaluateRule = std::variant<ElementRule, ArrayRule, DevicesRule>;
using EvaluateRules = ir::RuleTable<EvaluateRule>;

/// Runs the regions of the operation at hand, on one device.
struct RegionRunner {
  virtual ~RegionRunner() = default;
  virtual const EvaluateRules &rules() const = 0;
  /// A value from outside the region; null where it has not been computed.
  virtual const Literal *captured(mlir::Value value) const = 0;
  /// The operands of the region's terminator for these block arguments.
  virtual mlir::FailureOr<std::vector<Literal>> run(mlir::Region &region,
                                                    std::vector<Literal> arguments) = 0;
};

// One function a family, each in the file of that name.
void add_arithmetic_evaluations(EvaluateRules &rules);
void add_functions_evaluations(EvaluateRules &rules);
void add_logic_evaluations(EvaluateRules &rules);
void add_convert_evaluations(EvaluateRules &rules);
void add_chlo_evaluations(EvaluateRules &rules);
void add_structure_evaluations(EvaluateRules &rules);
void add_indexing_evaluations(EvaluateRules &rules);
void add_contraction_evaluations(EvaluateRules &rules);
void add_reduction_evaluations(EvaluateRules &rules);
void add_control_evaluations(EvaluateRules &rules);
void add_collectives_evaluations(EvaluateRules &rules);
void add_sharding_evaluations(EvaluateRules &rules);
void add_checks_evaluations(EvaluateRules &rules);
void add_run_parallel_evaluations(EvaluateRules &rules);

/// The rules of all families.
const EvaluateRules &evaluate_rules();

} // namespace brigade::reference
