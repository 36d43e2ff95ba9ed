#pragma once

#include <string>

namespace brigade::tools {

/// docs/operations.md: what the rule tables hold for each operation of our dialects, as Markdown.
std::string operations_page();

} // namespace brigade::tools
