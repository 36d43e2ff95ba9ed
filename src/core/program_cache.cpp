#include "core/program_cache.h"

namespace brigade::core {

std::shared_ptr<const CompiledProgram> ProgramCache::find(const std::string &key) {
  std::lock_guard lock(mutex_);
  auto it = places_.find(key);
  if (it == places_.end())
    return nullptr;
  entries_.splice(entries_.begin(), entries_, it->second);
  return it->second->second;
}

void ProgramCache::keep(std::string key, std::shared_ptr<const CompiledProgram> program) {
  std::lock_guard lock(mutex_);
  if (places_.contains(key))
    return;
  entries_.emplace_front(std::move(key), std::move(program));
  places_[entries_.front().first] = entries_.begin();
  if (entries_.size() <= capacity_)
    return;
  places_.erase(entries_.back().first);
  entries_.pop_back();
}

} // namespace brigade::core
