#include "runtime/device.h"

namespace brigade::runtime {

std::string Device::to_string() const {
  std::string name = kind();
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z')
    name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name + "Device(id=" + std::to_string(id()) + ")";
}

MemoryStats CpuDevice::memory_stats() const {
  return {in_use_.load(std::memory_order_relaxed), peak_.load(std::memory_order_relaxed),
          limit_.load(std::memory_order_relaxed)};
}

void CpuDevice::reset_peak_memory() {
  peak_.store(in_use_.load(std::memory_order_relaxed), std::memory_order_relaxed);
}

bool CpuDevice::charge(int64_t bytes) {
  int64_t now = in_use_.fetch_add(bytes, std::memory_order_relaxed) + bytes;
  int64_t limit = limit_.load(std::memory_order_relaxed);
  if (limit > 0 && now > limit) {
    in_use_.fetch_sub(bytes, std::memory_order_relaxed);
    return false;
  }
  int64_t peak = peak_.load(std::memory_order_relaxed);
  while (now > peak && !peak_.compare_exchange_weak(peak, now, std::memory_order_relaxed)) {
  }
  return true;
}

} // namespace brigade::runtime
