#include "checks.h"

#include "brigade/error.h"
#include "compiler/import/import.h"
#include "ir/diagnostics.h"
#include "ir/dialects.h"
#include "ir/locations.h"
#include "reference/checks.h"

#include "llvm/ADT/StringSwitch.h"
#include <fmt/format.h>

namespace brigade::tools {

namespace {

using Comparison = std::optional<std::string> (*)(const Literal &, const Literal &);

Comparison comparison(llvm::StringRef name) {
  return llvm::StringSwitch<Comparison>(name)
      .Case("check.expect_eq", reference::check_equal)
      .Case("check.expect_close",
            [](const Literal &a, const Literal &b) { return reference::check_close(a, b); })
      .Case("check.expect_almost_eq",
            [](const Literal &a, const Literal &b) { return reference::check_almost_equal(a, b); })
      .Default(nullptr);
}

bool is_check(mlir::Operation *op) {
  auto call = llvm::dyn_cast<stablehlo::CustomCallOp>(op);
  return call && call.getCallTargetName().starts_with("check.");
}

std::string place_of(mlir::Operation *op) { return ir::location_text(op->getLoc()); }

} // namespace

std::vector<DetachedCheck> detach_checks(mlir::ModuleOp module) {
  ir::ErrorCollector errors(*module.getContext());
  if (mlir::failed(compiler::import_program(module)))
    throw UserError(errors.first().text());
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  std::vector<mlir::Operation *> calls;
  main.walk([&](mlir::Operation *op) {
    if (is_check(op))
      calls.push_back(op);
  });
  std::vector<DetachedCheck> checks;
  mlir::Operation *terminator = main.getBody().front().getTerminator();
  llvm::SmallVector<mlir::Value> results(terminator->getOperands());
  for (mlir::Operation *op : calls) {
    std::string name = llvm::cast<stablehlo::CustomCallOp>(op).getCallTargetName().str();
    if (!comparison(name) || op->getNumOperands() != 2 || op->getNumResults() != 0)
      throw UserError(
          fmt::format("{}: @{} is no check of an actual and an expected value that is known here",
                      place_of(op), name));
    if (op->getParentOp() != main)
      throw UserError(
          fmt::format("{}: @{} inside another operation can be interpreted and not compiled",
                      place_of(op), name));
    checks.push_back({name, place_of(op), results.size(), results.size() + 1});
    results.append(op->operand_begin(), op->operand_end());
    op->erase();
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
    if (auto difference = comparison(check.name)(results[check.actual], results[check.expected]))
      return fmt::format("{}: {} failed: {}", check.place, check.name, *difference);
  return {};
}

} // namespace brigade::tools
