#include "core/jit_cache.h"

#include <fmt/format.h>

namespace brigade::core {
namespace {

uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
  return hash ^ (hash >> 29);
}

uint64_t hash_of(const CallKey &key) {
  uint64_t hash =
      mix(reinterpret_cast<uintptr_t>(key.types), static_cast<uint64_t>(key.default_device));
  hash = mix(hash, std::hash<std::string_view>()(key.statics));
  for (const Array *leaf : key.leaves)
    hash = mix(hash, reinterpret_cast<uintptr_t>(leaf->impl()->kind));
  return hash;
}

std::string describe(const Kind &kind) {
  std::string text = to_string(kind.type.dtype, kind.type.shape);
  if (kind.weak)
    text += " weak";
  if (kind.placement)
    text += fmt::format(" {} {}", kind.committed ? "committed to" : "on",
                        kind.placement->single_device
                            ? fmt::format("device {}", kind.placement->devices()[0])
                            : kind.placement->sharding.to_string());
  return text;
}

} // namespace

CompiledCall::CompiledCall(const CallKey &key)
    : types(key.types), statics(key.statics), default_device(key.default_device),
      hash(hash_of(key)) {
  kinds.reserve(key.leaves.size());
  for (const Array *leaf : key.leaves)
    kinds.push_back(leaf->impl()->kind);
}

bool CompiledCall::matches(const CallKey &key) const {
  if (types != key.types || kinds.size() != key.leaves.size() ||
      default_device != key.default_device || statics != key.statics)
    return false;
  for (size_t i = 0; i < kinds.size(); ++i)
    if (key.leaves[i]->impl()->kind != kinds[i])
      return false;
  return true;
}

JitCache::~JitCache() {
  for (std::atomic<CompiledCall *> &head : heads_)
    for (CompiledCall *call = head.load(); call;) {
      CompiledCall *next = call->next;
      delete call;
      call = next;
    }
}

const CompiledCall *JitCache::find(const CallKey &key) const {
  const CompiledCall *last = last_.load(std::memory_order_acquire);
  if (last && last->matches(key))
    return last;
  uint64_t hash = hash_of(key);
  for (const CompiledCall *call = heads_[hash % buckets].load(std::memory_order_acquire); call;
       call = call->next)
    if (call->hash == hash && call->matches(key)) {
      last_.store(call, std::memory_order_release);
      return call;
    }
  return nullptr;
}

const CompiledCall *JitCache::insert(std::unique_ptr<CompiledCall> call) {
  std::lock_guard lock(insertion_);
  std::atomic<CompiledCall *> &head = heads_[call->hash % buckets];
  for (CompiledCall *other = head.load(); other; other = other->next)
    if (other->hash == call->hash && other->types == call->types &&
        other->statics == call->statics && other->kinds == call->kinds &&
        other->default_device == call->default_device)
      return other;
  call->next = head.load();
  CompiledCall *kept = call.release();
  head.store(kept, std::memory_order_release);
  last_.store(kept, std::memory_order_release);
  size_.fetch_add(1, std::memory_order_relaxed);
  return kept;
}

std::string JitCache::explain(const CallKey &key,
                              const std::function<std::string(size_t)> &name_of) const {
  // The entry with the fewest leaves that differ; any difference of types or structure counts for
  // more than all leaves.
  const CompiledCall *nearest = nullptr;
  size_t least = ~size_t(0);
  auto distance = [&](const CompiledCall &call) {
    size_t different = 0;
    if (call.types != key.types || call.kinds.size() != key.leaves.size())
      return size_t(1) << 40;
    if (call.statics != key.statics)
      different += size_t(1) << 20;
    for (size_t i = 0; i < call.kinds.size(); ++i)
      different += call.kinds[i] != key.leaves[i]->impl()->kind;
    return different;
  };
  for (const std::atomic<CompiledCall *> &head : heads_)
    for (const CompiledCall *call = head.load(std::memory_order_acquire); call; call = call->next)
      if (size_t d = distance(*call); !nearest || d < least) {
        nearest = call;
        least = d;
      }
  if (!nearest)
    return "the first call";
  if (nearest->types != key.types)
    return "the C++ types of the arguments are new";
  if (nearest->kinds.size() != key.leaves.size())
    return fmt::format("the arguments have {} arrays, before they had {}", key.leaves.size(),
                       nearest->kinds.size());
  for (size_t i = 0; i < nearest->kinds.size(); ++i)
    if (const Kind *kind = key.leaves[i]->impl()->kind; kind != nearest->kinds[i])
      return fmt::format("{} is {}, before it was {}", name_of(i), describe(*kind),
                         describe(*nearest->kinds[i]));
  if (nearest->statics != key.statics)
    return "a static value or the length of a container in the arguments changed";
  return fmt::format("the default device is {}, before it was {}", key.default_device,
                     nearest->default_device);
}

} // namespace brigade::core
