#include "brigade/error.h"

#include <string_view>

namespace brigade {

std::string to_string(Loc loc) {
  std::string_view file = loc.file ? loc.file : "";
  if (file.empty())
    return {};
  if (size_t slash = file.rfind('/'); slash != std::string_view::npos)
    file.remove_prefix(slash + 1);
  return std::string(file) + ":" + std::to_string(loc.line);
}

static std::string with_place(const std::string &text, Loc loc) {
  std::string place = to_string(loc);
  return place.empty() ? text : text + "; " + place;
}

Error::Error(const std::string &text, Loc loc)
    : std::runtime_error(with_place(text, loc)), loc_(loc) {}

} // namespace brigade
