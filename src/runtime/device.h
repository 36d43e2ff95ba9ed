#pragma once

#include "runtime/client.h"

#include <atomic>

namespace brigade::runtime {

/// A virtual device: an identity and an account of the memory that counts on it. Its work is done
/// by the pool.
class CpuDevice final : public Device {
public:
  CpuDevice(int id, int64_t memory_limit) : id_(id), limit_(memory_limit) {}

  int id() const override { return id_; }
  int process_index() const override { return 0; }
  std::string kind() const override { return "cpu"; }
  std::vector<int> coords() const override { return {id_}; }
  MemoryStats memory_stats() const override;
  void set_memory_limit(int64_t bytes) override { limit_.store(bytes, std::memory_order_relaxed); }
  void reset_peak_memory() override;

  /// Counts `bytes` more, or returns false and counts nothing where that would exceed the limit.
  bool charge(int64_t bytes);
  void discharge(int64_t bytes) { in_use_.fetch_sub(bytes, std::memory_order_relaxed); }

private:
  const int id_;
  std::atomic<int64_t> limit_, in_use_{0}, peak_{0};
};

/// Devices that one piece of memory counts on. Made once a set by the Allocator and compared by
/// address.
struct DeviceSet {
  std::vector<CpuDevice *> devices; ///< By id, each once.

  bool contains(const CpuDevice *device) const {
    for (const CpuDevice *member : devices)
      if (member == device)
        return true;
    return false;
  }
};

} // namespace brigade::runtime
