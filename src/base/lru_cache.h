#pragma once

#include <list>
#include <map>
#include <mutex>

namespace brigade {

/// At most `capacity` values by key, of which the one used longest ago goes first. Thread-safe. A
/// Value is cheap to copy, and a default one stands for none.
template <class Key, class Value> class LruCache {
public:
  explicit LruCache(size_t capacity) : capacity_(capacity) {}

  Value find(const Key &key) {
    std::lock_guard lock(mutex_);
    auto found = entries_.find(key);
    if (found == entries_.end())
      return {};
    order_.splice(order_.begin(), order_, found->second.place);
    return found->second.value;
  }

  /// Where the key is kept already, its value stays.
  void keep(Key key, Value value) {
    std::lock_guard lock(mutex_);
    auto [entry, is_new] = entries_.try_emplace(std::move(key));
    if (!is_new)
      return;
    order_.push_front(entry);
    entry->second = {std::move(value), order_.begin()};
    if (order_.size() > capacity_) {
      entries_.erase(order_.back());
      order_.pop_back();
    }
  }

private:
  struct Entry;
  using Entries = std::map<Key, Entry>;
  struct Entry {
    Value value;
    typename std::list<typename Entries::iterator>::iterator place;
  };
  const size_t capacity_;
  std::mutex mutex_;
  Entries entries_;
  std::list<typename Entries::iterator> order_; ///< Last used first.
};

} // namespace brigade
