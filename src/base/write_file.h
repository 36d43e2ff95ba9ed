#pragma once

#include <string>
#include <string_view>

namespace brigade {

/// Writes beside `path` and renames, so that the file appears whole or not at all. Throws UserError
/// naming the path.
void write_file(const std::string &path, std::string_view bytes);

} // namespace brigade
