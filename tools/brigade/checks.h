#pragma once

#include "program.h"

namespace brigade::tools {

/// A `check.*` custom call of a program, taken out of it: its two operands have become results of
/// @main.
struct DetachedCheck {
  std::string name;        ///< "check.expect_eq"
  std::string place;       ///< "file:line"
  size_t actual, expected; ///< Which results.
};

/// `file`: whose module it is. Inlines all calls, then takes the checks out of @main, those in
/// loops first out of the loops. Throws UserError where one is unknown or inside another operation.
std::vector<DetachedCheck> detach_checks(mlir::ModuleOp module, const std::string &file);

/// The first check that fails, in one line; none where all hold.
std::optional<std::string> first_failure(const std::vector<DetachedCheck> &checks,
                                         const std::vector<Literal> &results);

} // namespace brigade::tools
