#pragma once

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

#include <optional>
#include <string>

namespace brigade::ir {

/// One thing that is wrong, and where.
struct Problem {
  std::string message; ///< One line, without the place.
  std::string file;    ///< Empty where the place is not known.
  unsigned line = 0;   ///< 0: the whole file.

  /// "model.mlir:12: message".
  std::string text() const;
};

/// While it lives, keeps the first error that is reported in `context` by this thread and prints
/// nothing. Handlers nest.
///
///     ErrorCollector errors(context);
///     if (failed(compile(module, options)))
///       throw UserError(errors.first().text());
class ErrorCollector {
public:
  explicit ErrorCollector(mlir::MLIRContext &context);

  bool any() const { return first_.has_value(); }
  /// Where nothing was reported: a problem that says so.
  Problem first() const;

private:
  std::optional<Problem> first_;
  mlir::ScopedDiagnosticHandler handler_;
};

} // namespace brigade::ir
