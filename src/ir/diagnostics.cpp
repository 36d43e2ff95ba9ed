#include "ir/diagnostics.h"

#include "ir/locations.h"

#include "llvm/Support/Threading.h"

namespace brigade::ir {

using namespace mlir;

std::string Problem::text() const {
  if (file.empty())
    return message;
  return file + (line == 0 ? "" : ":" + std::to_string(line)) + ": " + message;
}

/// The message in one line.
static std::string one_line(const Diagnostic &diagnostic) {
  std::string text = diagnostic.str();
  for (char &c : text)
    if (c == '\n')
      c = ' ';
  return text;
}

ErrorCollector::ErrorCollector(MLIRContext &context)
    : handler_(&context, [this, thread = llvm::get_threadid()](Diagnostic &diagnostic) {
        if (llvm::get_threadid() != thread)
          return failure();
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error || first_)
          return success();
        first_ = Problem{one_line(diagnostic), "", 0};
        if (std::optional<FileLineColLoc> place = file_location(diagnostic.getLocation())) {
          first_->file = place->getFilename().str();
          first_->line = place->getLine();
        }
        return success();
      }) {}

Problem ErrorCollector::first() const {
  return first_.value_or(Problem{"failed without saying why", "", 0});
}

} // namespace brigade::ir
