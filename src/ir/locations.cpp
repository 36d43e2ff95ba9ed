#include "ir/locations.h"

#include "mlir/IR/Visitors.h"
#include "llvm/Support/Path.h"

namespace brigade::ir {

using namespace mlir;

std::optional<FileLineColLoc> file_location(Location location) {
  std::optional<FileLineColLoc> found;
  location->walk([&](Location inner) {
    auto file = dyn_cast<FileLineColLoc>(inner);
    if (!file)
      return WalkResult::advance();
    found = file;
    return WalkResult::interrupt();
  });
  return found;
}

std::string location_text(Location location) {
  std::optional<FileLineColLoc> file = file_location(location);
  if (!file)
    return "";
  return (llvm::sys::path::filename(file->getFilename().getValue()) + ":" + Twine(file->getLine()))
      .str();
}

Location location_at(MLIRContext *context, StringRef file, unsigned line, unsigned column) {
  if (file.empty())
    return UnknownLoc::get(context);
  return FileLineColLoc::get(context, file, line, column);
}

} // namespace brigade::ir
