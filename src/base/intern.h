#pragma once

#include <string_view>

namespace brigade {

/// A copy of `text` that lives as long as the process; equal texts give the same pointer. For file
/// names and operation names, of which a process sees few: what lets a Loc outlive the program it
/// came from.
const char *interned(std::string_view text);

} // namespace brigade
