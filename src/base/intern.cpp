#include "base/intern.h"

#include <mutex>
#include <set>
#include <string>

namespace brigade {

const char *interned(std::string_view text) {
  static std::mutex mutex;
  // Never destroyed: errors may name a file while the process ends.
  static auto &texts = *new std::set<std::string, std::less<>>;
  std::lock_guard lock(mutex);
  auto found = texts.find(text);
  return (found != texts.end() ? found : texts.emplace(text).first)->c_str();
}

} // namespace brigade
