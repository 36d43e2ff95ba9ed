#pragma once

#include "mlir/IR/Location.h"

#include <optional>
#include <string>

namespace brigade::ir {

/// The place in the user's source that `location` leads to: of a call chain the innermost frame, of
/// fused locations the first that has one. None where there is no file.
std::optional<mlir::FileLineColLoc> file_location(mlir::Location location);

/// "model.cpp:41", the file without its folders; "" for no place.
std::string location_text(mlir::Location location);

/// The location of a line of a file; unknown for an empty name.
mlir::Location location_at(mlir::MLIRContext *context, llvm::StringRef file, unsigned line,
                           unsigned column = 0);

} // namespace brigade::ir
