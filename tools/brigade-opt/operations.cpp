#include "operations.h"

#include "compiler/emit/elemental.h"
#include "compiler/partition/splitter.h"
#include "ir/dialects.h"
#include "ir/factors/factor_rule.h"
#include "reference/rules.h"
#include "transforms/transforms.h"

#include "mlir/IR/MLIRContext.h"

#include <fmt/format.h>

namespace brigade::tools {

namespace {

constexpr const char *introduction = R"(# Operations

What each layer knows of each operation: the entries of its rule tables. `brigade-opt --list-rules` prints this page, and a
test compares the two.

| column | says |
|---|---|
| value | the interpreter evaluates it (`src/reference`) |
| jvp | `rule`: it has a derivative; `zero`: its results never have a tangent (`src/transforms/jvp`) |
| transpose | it has one where it is linear (`src/transforms/transpose`) |
| batch | vmap has a rule for it (`src/transforms/batch`) |
| factors | how its dimensions belong together: a rule, or what being elementwise implies (`src/ir/factors`) |
| split | `own`: factors do not say enough, and it is partitioned by a rule of its own (`src/compiler/partition`) |
| compiled | `element` and `point`: inside any kernel, at the same or at any index (`src/compiler/emit`); `kernel`: a kernel of its own kind; `step`: a step of the schedule (`src/compiler/memory`) |

Where a missing entry is needed, the error names the operation and the user's line. What has no entry under `compiled`
computes nothing, is gone before anything is compiled, or is refused.
)";

/// Operations that no kernel computes element by element.
const std::map<std::string, const char *> &compiled_as() {
  static const std::map<std::string, const char *> table = {
      {"stablehlo.all_gather", "step"},
      {"stablehlo.all_reduce", "step"},
      {"stablehlo.all_to_all", "step"},
      {"stablehlo.collective_broadcast", "step"},
      {"stablehlo.collective_permute", "step"},
      {"stablehlo.dot_general", "step"},
      {"stablehlo.partition_id", "step"},
      {"stablehlo.reduce", "kernel"},
      {"stablehlo.reduce_scatter", "step"},
      {"stablehlo.scatter", "kernel"},
      {"stablehlo.while", "step"}};
  return table;
}

std::string row(mlir::RegisteredOperationName operation,
                const std::map<std::string, transforms::RuleNames> &transform_rules) {
  llvm::StringRef name = operation.getStringRef();
  auto transforms = transform_rules.find(name.str());
  transforms::RuleNames rules =
      transforms == transform_rules.end() ? transforms::RuleNames{} : transforms->second;
  const char *factors = ir::factor_rules().find(name)           ? "rule"
                        : operation.hasTrait<ir::Elementwise>() ? "elementwise"
                                                                : "";
  const compiler::emit::EmitRule *emission = compiler::emit::emit_rules().find(name);
  auto other = compiled_as().find(name.str());
  const char *compiled = emission                       ? emission->element ? "element" : "point"
                         : other != compiled_as().end() ? other->second
                                                        : "";
  return fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} |\n", name.str(),
                     reference::evaluate_rules().find(name) ? "yes" : "",
                     rules.jvp            ? "rule"
                     : rules.zero_tangent ? "zero"
                                          : "",
                     rules.transpose ? "yes" : "", rules.batch ? "yes" : "", factors,
                     compiler::split_rules().find(name) ? "own" : "", compiled);
}

} // namespace

std::string operations_page() {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  ir::load_dialects(context);
  std::map<std::string, transforms::RuleNames> transform_rules = transforms::rule_names();
  std::map<std::string, std::string> rows; // By name.
  for (mlir::RegisteredOperationName operation : context.getRegisteredOperations())
    rows[operation.getStringRef().str()] = row(operation, transform_rules);

  std::string page = introduction;
  for (const char *dialect : {"stablehlo", "chlo", "sdy", "brigade"}) {
    page += fmt::format("\n## {}\n\n| operation | value | jvp | transpose | batch | factors | "
                        "split | compiled |\n|---|---|---|---|---|---|---|---|\n",
                        dialect);
    std::string prefix = std::string(dialect) + ".";
    for (auto row = rows.lower_bound(prefix); row != rows.end() && row->first.starts_with(prefix);
         ++row)
      page += row->second;
  }
  return page;
}

} // namespace brigade::tools
