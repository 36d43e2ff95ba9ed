#include "core/client.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>

namespace brigade {
namespace core {
namespace {

struct Process {
  std::unique_ptr<runtime::Client> client;
  std::vector<std::unique_ptr<Device>> devices;
};

std::mutex mutex;
int requested_devices = 1;
std::chrono::milliseconds requested_time_limit{0}; ///< 0: the client's own.
std::atomic<Process *> process{nullptr};
thread_local Device *thread_default = nullptr;

Process &get_process() {
  if (Process *existing = process.load(std::memory_order_acquire))
    return *existing;
  std::lock_guard lock(mutex);
  if (Process *existing = process.load(std::memory_order_relaxed))
    return *existing;
  auto *made = new Process;
  made->client = runtime::make_cpu_client({.devices = requested_devices});
  made->client->set_time_limit(requested_time_limit);
  for (runtime::Device *d : made->client->devices())
    made->devices.push_back(std::make_unique<Device>(d));
  process.store(made, std::memory_order_release);
  return *made;
}

} // namespace

runtime::Client &client() { return *get_process().client; }

Device *device(int id) { return get_process().devices[static_cast<size_t>(id)].get(); }

int default_device_id() { return thread_default ? thread_default->id() : 0; }

} // namespace core

int Device::id() const { return device_->id(); }
int Device::process_index() const { return device_->process_index(); }
std::string Device::kind() const { return device_->kind(); }
std::vector<int> Device::coords() const { return device_->coords(); }
void Device::set_memory_limit(int64_t bytes) { device_->set_memory_limit(bytes); }
std::string Device::to_string() const { return device_->to_string(); }

MemoryStats Device::memory_stats() const {
  runtime::MemoryStats stats = device_->memory_stats();
  return {stats.bytes_in_use, stats.peak_bytes_in_use, stats.bytes_limit};
}

PhysicalMemoryStats physical_memory_stats() {
  runtime::PhysicalStats stats = core::client().physical_stats();
  return {stats.bytes_in_use, stats.peak_bytes_in_use, stats.bytes_cached};
}

void set_num_cpu_devices(int count, Loc loc) {
  if (count < 1)
    throw UserError("set_num_cpu_devices(" + std::to_string(count) + "): at least 1 is needed",
                    loc);
  std::lock_guard lock(core::mutex);
  if (core::Process *process = core::process.load()) {
    size_t have = process->devices.size();
    if (have == static_cast<size_t>(count))
      return;
    throw UserError("set_num_cpu_devices(" + std::to_string(count) + ") after the " +
                        std::to_string(have) + (have == 1 ? " device is" : " devices are") +
                        " in use; call it before the first array is made",
                    loc);
  }
  core::requested_devices = count;
}

void set_collective_time_limit(double seconds, Loc loc) {
  constexpr double longest = 1e9;
  if (!(seconds >= 0))
    throw UserError(fmt::format("set_collective_time_limit({}): a time in seconds is needed, or 0 "
                                "for the default",
                                seconds),
                    loc);
  std::chrono::milliseconds limit(
      static_cast<int64_t>(std::ceil(1000 * std::min(seconds, longest))));
  std::lock_guard lock(core::mutex);
  core::requested_time_limit = limit;
  if (core::Process *process = core::process.load())
    process->client->set_time_limit(limit);
}

std::vector<Device *> devices() {
  std::vector<Device *> out;
  for (runtime::Device *d : core::client().devices())
    out.push_back(core::device(d->id()));
  return out;
}

std::vector<Device *> local_devices() {
  std::vector<Device *> out;
  for (runtime::Device *d : core::client().local_devices())
    out.push_back(core::device(d->id()));
  return out;
}

Device *default_device() { return core::device(core::default_device_id()); }

DefaultDevice::DefaultDevice(Device *device) : before_(core::thread_default) {
  core::thread_default = device;
}
DefaultDevice::~DefaultDevice() { core::thread_default = before_; }

} // namespace brigade
