#pragma once

#include "runtime/device.h"

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

namespace brigade::runtime {

class Allocator;

/// What memory was asked for, in errors. The texts live as long as the process (base/intern.h).
struct Origin {
  const char *what = "";      ///< "result 0 of step", "temporaries of step".
  const char *operation = ""; ///< What made it, where that is one operation.
  Loc loc;
};

/// One piece of memory: 64-byte aligned, counted, pooled. Its contents are uninitialised.
struct Storage {
  std::byte *data = nullptr;
  int64_t bytes = 0;    ///< Asked for: what counts on the devices.
  int64_t capacity = 0; ///< Allocated.
  int size_class = 0;
  const DeviceSet *devices = nullptr;
  Origin origin;
  Allocator *allocator = nullptr;
  std::atomic<int> references{0};
  Storage *previous = nullptr, *next = nullptr; ///< In the allocator's list of live pieces.
};

/// A share of a Storage. The last one gives the memory back.
class StorageRef {
public:
  StorageRef() = default;
  explicit StorageRef(Storage *storage) : storage_(storage) { acquire(); }
  StorageRef(const StorageRef &other) : storage_(other.storage_) { acquire(); }
  StorageRef(StorageRef &&other) noexcept : storage_(std::exchange(other.storage_, nullptr)) {}
  StorageRef &operator=(StorageRef other) noexcept {
    std::swap(storage_, other.storage_);
    return *this;
  }
  ~StorageRef() { reset(); }

  void reset();
  Storage *get() const { return storage_; }
  Storage *operator->() const { return storage_; }
  explicit operator bool() const { return storage_; }
  /// Whether this is the only share.
  bool unique() const { return storage_->references.load(std::memory_order_acquire) == 1; }

private:
  void acquire() {
    if (storage_)
      storage_->references.fetch_add(1, std::memory_order_relaxed);
  }
  Storage *storage_ = nullptr;
};

/// Memory by size classes, eight to a doubling, so that at most an eighth is wasted. Freed pieces
/// are kept for the next request of their class, up to a limit; from 4 MiB on they are mapped with
/// huge pages where the system gives them.
///
/// Lives until its owner has let go (release()) and the last Storage is back, so that buffers may
/// outlive their client.
class Allocator {
public:
  explicit Allocator(int64_t cache_limit = default_cache_limit());

  CpuDevice *add_device(int id, int64_t memory_limit);
  /// The set of these devices, which the allocator owns. Thread-safe.
  const DeviceSet *device_set(std::vector<CpuDevice *> devices);

  /// Throws RuntimeError where a device's limit would be exceeded: it names the device, what was
  /// asked and for what, what is in use, the limit and the largest holders.
  StorageRef allocate(int64_t bytes, const DeviceSet *devices, const Origin &origin);

  PhysicalStats stats() const;
  void reset_peak();
  /// The owner's goodbye. Frees the cache; the allocator goes with its last Storage.
  void release();

  /// A quarter of the machine's memory.
  static int64_t default_cache_limit();

private:
  friend class StorageRef;
  ~Allocator();
  StorageRef hand_out_locked(Storage &storage, int64_t bytes, const DeviceSet *devices,
                             const Origin &origin);
  void free(Storage *storage);
  [[noreturn]] void throw_exceeded(int64_t bytes, const CpuDevice &device, const Origin &origin);

  static constexpr int class_count = 8 * 48;

  const int64_t cache_limit_;
  mutable std::mutex mutex_; ///< Guards everything below.
  std::array<std::vector<Storage *>, class_count> cache_;
  Storage *live_ = nullptr;
  PhysicalStats stats_;
  std::vector<std::unique_ptr<CpuDevice>> devices_;
  std::map<std::vector<CpuDevice *>, std::unique_ptr<DeviceSet>> sets_;
  int64_t owners_ = 1; ///< The client and every live Storage.
  bool released_ = false;
};

inline void StorageRef::reset() {
  if (Storage *storage = std::exchange(storage_, nullptr))
    if (storage->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
      storage->allocator->free(storage);
}

} // namespace brigade::runtime
