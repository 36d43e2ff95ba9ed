#include "checks.h"
#include "hoist_checks.h"

#include "brigade/error.h"
#include "compiler/import/import.h"
#include "ir/diagnostics.h"
#include "ir/dialects.h"
#include "ir/locations.h"
#include "reference/checks.h"

#include <fmt/format.h>

namespace brigade::tools {

std::vector<DetachedCheck> detach_checks(mlir::ModuleOp module, const std::string &file) {
  ir::ErrorCollector errors(*module.getContext());
  if (mlir::failed(compiler::import_program(module)))
    throw error_in(file, errors);
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  std::vector<stablehlo::CustomCallOp> calls;
  main.walk([&](stablehlo::CustomCallOp call) {
    if (call.getCallTargetName().starts_with("check."))
      calls.push_back(call);
  });
  for (stablehlo::CustomCallOp call : calls) {
    std::string name = call.getCallTargetName().str(), place = ir::location_text(call.getLoc());
    if (!reference::find_check(name) || call->getNumOperands() != 2 || call->getNumResults() != 0)
      throw UserError(
          fmt::format("{}: @{} is no check of an actual and an expected value that is known here",
                      place, name));
    hoist_out_of_loops(call);
    if (call->getParentOp() != main)
      throw UserError(fmt::format("{}: @{} inside {} can be interpreted and not compiled", place,
                                  name, call->getParentOp()->getName().getStringRef().str()));
  }
  std::vector<DetachedCheck> checks;
  mlir::Operation *terminator = main.getBody().front().getTerminator();
  llvm::SmallVector<mlir::Value> results(terminator->getOperands());
  for (stablehlo::CustomCallOp call : calls) {
    checks.push_back({call.getCallTargetName().str(), ir::location_text(call.getLoc()),
                      results.size(), results.size() + 1});
    llvm::append_range(results, call->getOperands());
    call.erase();
  }
  if (checks.empty())
    return checks;
  terminator->setOperands(results);
  llvm::SmallVector<mlir::Type> types;
  for (mlir::Value result : results)
    types.push_back(result.getType());
  llvm::SmallVector<mlir::DictionaryAttr> attributes;
  main.getAllResultAttrs(attributes);
  auto none = mlir::DictionaryAttr::get(module.getContext());
  main.setType(mlir::FunctionType::get(module.getContext(), main.getArgumentTypes(), types));
  attributes.resize(types.size(), none);
  main.setAllResultAttrs(attributes);
  return checks;
}

std::optional<std::string> first_failure(const std::vector<DetachedCheck> &checks,
                                         const std::vector<Literal> &results) {
  for (const DetachedCheck &check : checks)
    if (auto difference =
            reference::find_check(check.name)(results[check.actual], results[check.expected]))
      return fmt::format("{}: {} failed: {}", check.place, check.name, *difference);
  return {};
}

} // namespace brigade::tools
