#include "core/placement.h"

#include <algorithm>
#include <deque>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace brigade::core {
namespace {

/// Objects by a key of plain bytes.
template <class T> class InternTable {
public:
  template <class Make> const T *get(const std::string &key, Make &&make) {
    {
      std::shared_lock lock(mutex_);
      if (auto it = objects_.find(key); it != objects_.end())
        return it->second;
    }
    T made = make();
    std::unique_lock lock(mutex_);
    auto [it, inserted] = objects_.try_emplace(key, nullptr);
    if (inserted)
      it->second = &storage_.emplace_back(std::move(made));
    return it->second;
  }

private:
  std::shared_mutex mutex_;
  std::unordered_map<std::string, const T *> objects_;
  std::deque<T> storage_;
};

template <class T> void append(std::string &key, const T &value) {
  key.append(reinterpret_cast<const char *>(&value), sizeof value);
}

InternTable<Placement> &placements() {
  static auto *table = new InternTable<Placement>;
  return *table;
}

InternTable<Kind> &kinds() {
  static auto *table = new InternTable<Kind>;
  return *table;
}

/// Specs that differ only in unsplit dimensions at the end mean the same.
PartitionSpec without_trailing(const PartitionSpec &spec) {
  std::vector<DimSpec> dims = spec.dims();
  while (!dims.empty() && dims.back().axes().empty())
    dims.pop_back();
  return PartitionSpec(std::move(dims));
}

} // namespace

const Placement *single_device_placement(int device) {
  return placements().get("device " + std::to_string(device), [&] {
    return Placement{NamedSharding(Mesh({device}, {1}, {"device"}), {}), true};
  });
}

const Placement *sharded_placement(const NamedSharding &sharding) {
  NamedSharding normal(sharding.mesh(), without_trailing(sharding.spec()));
  std::string key = normal.mesh().to_string();
  for (int id : normal.mesh().devices())
    append(key, id);
  key += normal.spec().to_string();
  return placements().get(key, [&] { return Placement{normal, false}; });
}

const Kind *intern_kind(const TensorType &type, bool weak, bool committed,
                        const Placement *placement, Loc loc) {
  std::string key;
  key.reserve(16 + 8 * type.shape.size());
  key.push_back(static_cast<char>(type.dtype));
  key.push_back(static_cast<char>(weak | committed << 1));
  append(key, placement);
  for (int64_t size : type.shape)
    append(key, size);
  return kinds().get(key, [&] {
    Kind kind{type, weak, committed, placement, {}};
    if (placement)
      kind.local_shape = placement->sharding.shard_shape(type.shape, loc);
    return kind;
  });
}

const Kind *traced_kind(const Kind *kind) {
  return kind->placement ? intern_kind(kind->type, kind->weak, false, nullptr) : kind;
}

bool is_replicated(const Placement &placement) {
  return placement.devices().size() == 1 || placement.sharding.is_fully_replicated();
}

} // namespace brigade::core
