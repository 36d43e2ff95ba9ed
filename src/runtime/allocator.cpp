#include "runtime/allocator.h"

#include <fmt/format.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <new>
#include <tuple>

namespace brigade::runtime {
namespace {

constexpr int64_t alignment = 64;
constexpr int64_t huge_page = 2 << 20;
constexpr int64_t mapped_from = 4 << 20; ///< Larger pieces come from mmap.

/// Classes are 64 * 2^e * (1 + s/8): number 8e + s. The first doublings repeat sizes below 512,
/// which are multiples of 64.
int class_of(int64_t bytes) {
  uint64_t units = static_cast<uint64_t>((std::max<int64_t>(bytes, 1) + alignment - 1) / alignment);
  if (units < 8)
    return static_cast<int>(units);
  int exponent = std::bit_width(units) - 4; // units >> exponent lies in 8 .. 15
  uint64_t mantissa = (units + (uint64_t{1} << exponent) - 1) >> exponent;
  return 8 * exponent + static_cast<int>(mantissa); // a mantissa of 16 is the next doubling's 8
}

int64_t class_bytes(int size_class) {
  if (size_class < 16)
    return alignment * size_class;
  int exponent = size_class / 8 - 1;
  return alignment * (int64_t{8 + size_class % 8} << exponent);
}

std::byte *map_pages(int64_t bytes) {
  // Reserve one huge page more, so that the piece can begin on a boundary.
  int64_t reserved = bytes + huge_page;
  void *base = mmap(nullptr, reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (base == MAP_FAILED)
    return nullptr;
  auto begin = reinterpret_cast<uintptr_t>(base);
  uintptr_t aligned = (begin + huge_page - 1) / huge_page * huge_page;
  if (aligned > begin)
    munmap(base, aligned - begin);
  uintptr_t end = begin + reserved, used = aligned + bytes;
  if (end > used)
    munmap(reinterpret_cast<void *>(used), end - used);
  madvise(reinterpret_cast<void *>(aligned), bytes, MADV_HUGEPAGE);
  return reinterpret_cast<std::byte *>(aligned);
}

/// Sizes of mapped pieces are whole pages.
int64_t rounded_capacity(int size_class) {
  int64_t bytes = class_bytes(size_class);
  return bytes < mapped_from ? bytes : (bytes + 4095) / 4096 * 4096;
}

std::byte *take_from_system(int64_t capacity) {
  if (capacity >= mapped_from)
    return map_pages(capacity);
  return static_cast<std::byte *>(std::aligned_alloc(alignment, capacity));
}

void give_to_system(std::byte *data, int64_t capacity) {
  if (capacity >= mapped_from)
    munmap(data, capacity);
  else
    std::free(data);
}

std::string describe(const Origin &origin) {
  std::string text = origin.what;
  if (origin.operation && *origin.operation && !text.ends_with(origin.operation))
    text += fmt::format(" ({})", origin.operation);
  if (std::string place = to_string(origin.loc); !place.empty())
    text += " at " + place;
  return text;
}

} // namespace

int64_t Allocator::default_cache_limit() {
  return static_cast<int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE) / 4;
}

Allocator::Allocator(int64_t cache_limit) : cache_limit_(cache_limit) {}

Allocator::~Allocator() {
  for (std::vector<Storage *> &pieces : cache_)
    for (Storage *piece : pieces) {
      give_to_system(piece->data, piece->capacity);
      delete piece;
    }
}

CpuDevice *Allocator::add_device(int id, int64_t memory_limit) {
  std::lock_guard lock(mutex_);
  return devices_.emplace_back(std::make_unique<CpuDevice>(id, memory_limit)).get();
}

const DeviceSet *Allocator::device_set(std::vector<CpuDevice *> devices) {
  std::sort(devices.begin(), devices.end(), [](auto *a, auto *b) { return a->id() < b->id(); });
  devices.erase(std::unique(devices.begin(), devices.end()), devices.end());
  std::lock_guard lock(mutex_);
  std::unique_ptr<DeviceSet> &set = sets_[devices];
  if (!set)
    set = std::make_unique<DeviceSet>(DeviceSet{std::move(devices)});
  return set.get();
}

StorageRef Allocator::allocate(int64_t bytes, const DeviceSet *devices, const Origin &origin) {
  for (size_t i = 0; i < devices->devices.size(); ++i)
    if (!devices->devices[i]->charge(bytes)) {
      for (size_t j = 0; j < i; ++j)
        devices->devices[j]->discharge(bytes);
      throw_exceeded(bytes, *devices->devices[i], origin);
    }

  int size_class = class_of(bytes);
  {
    std::lock_guard lock(mutex_);
    std::vector<Storage *> &pieces = cache_[size_class];
    if (!pieces.empty()) {
      Storage *storage = pieces.back();
      pieces.pop_back();
      stats_.bytes_cached -= storage->capacity;
      return hand_out_locked(*storage, bytes, devices, origin);
    }
  }
  auto storage = std::make_unique<Storage>();
  storage->capacity = rounded_capacity(size_class);
  storage->size_class = size_class;
  storage->allocator = this;
  storage->data = take_from_system(storage->capacity);
  if (!storage->data) {
    for (CpuDevice *device : devices->devices)
      device->discharge(bytes);
    throw RuntimeError(fmt::format("the system has no {} bytes left for {}", bytes,
                                   describe({origin.what, origin.operation, {}})),
                       origin.loc);
  }
  std::lock_guard lock(mutex_);
  return hand_out_locked(*storage.release(), bytes, devices, origin);
}

StorageRef Allocator::hand_out_locked(Storage &storage, int64_t bytes, const DeviceSet *devices,
                                      const Origin &origin) {
  storage.bytes = bytes;
  storage.devices = devices;
  storage.origin = origin;
  ++owners_;
  storage.previous = nullptr;
  storage.next = live_;
  if (live_)
    live_->previous = &storage;
  live_ = &storage;
  stats_.bytes_in_use += storage.capacity;
  stats_.peak_bytes_in_use = std::max(stats_.peak_bytes_in_use, stats_.bytes_in_use);
  return StorageRef(&storage);
}

void Allocator::free(Storage *storage) {
  for (CpuDevice *device : storage->devices->devices)
    device->discharge(storage->bytes);
  bool last, keep;
  {
    std::lock_guard lock(mutex_);
    (storage->previous ? storage->previous->next : live_) = storage->next;
    if (storage->next)
      storage->next->previous = storage->previous;
    stats_.bytes_in_use -= storage->capacity;
    keep = !released_ && stats_.bytes_cached + storage->capacity <= cache_limit_;
    if (keep) {
      cache_[storage->size_class].push_back(storage);
      stats_.bytes_cached += storage->capacity;
    }
    last = --owners_ == 0;
  }
  if (!keep) {
    give_to_system(storage->data, storage->capacity);
    delete storage;
  }
  if (last)
    delete this;
}

void Allocator::release() {
  bool last;
  {
    std::lock_guard lock(mutex_);
    released_ = true;
    last = --owners_ == 0;
  }
  if (last)
    delete this;
}

PhysicalStats Allocator::stats() const {
  std::lock_guard lock(mutex_);
  return stats_;
}

void Allocator::reset_peak() {
  std::lock_guard lock(mutex_);
  stats_.peak_bytes_in_use = stats_.bytes_in_use;
}

void Allocator::throw_exceeded(int64_t bytes, const CpuDevice &device, const Origin &origin) {
  struct Holder {
    int64_t bytes;
    std::string text;
  };
  std::vector<Holder> holders;
  {
    std::lock_guard lock(mutex_);
    for (Storage *piece = live_; piece; piece = piece->next)
      if (piece->devices->contains(&device))
        holders.push_back({piece->bytes, describe(piece->origin)});
  }
  constexpr size_t shown = 3;
  std::sort(holders.begin(), holders.end(), [](const Holder &a, const Holder &b) {
    return std::tie(b.bytes, a.text) < std::tie(a.bytes, b.text);
  });
  holders.resize(std::min(holders.size(), shown));
  std::string largest;
  for (const Holder &holder : holders)
    largest += fmt::format("{}{} bytes of {}", largest.empty() ? "; largest: " : ", ", holder.bytes,
                           holder.text);
  MemoryStats stats = device.memory_stats();
  throw RuntimeError(
      fmt::format(
          "{} is out of memory: {} asks for {} bytes, {} are in use of {}{}; free or donate "
          "arrays, or raise the limit with set_memory_limit",
          device.to_string(), describe({origin.what, origin.operation, {}}), bytes,
          stats.bytes_in_use, stats.bytes_limit, largest),
      origin.loc);
}

} // namespace brigade::runtime
