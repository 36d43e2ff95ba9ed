#pragma once

#include "runtime/dispatcher.h"

#include <atomic>
#include <memory>
#include <span>
#include <vector>

namespace brigade::runtime {

/// N virtual devices in this process, computed by one pool of threads.
class CpuClient final : public Client {
public:
  explicit CpuClient(const ClientOptions &options);
  /// Waits for runs in flight. Buffers and executables may outlive the client.
  ~CpuClient() override;

  std::span<Device *const> devices() const override { return devices_; }
  std::span<Device *const> local_devices() const override { return devices_; }
  BufferPtr buffer_from_host(const void *data, DType dtype, const Shape &shape,
                             std::span<const int> device_ids) override;
  std::unique_ptr<Executable> load(schedule::Program program, KernelCode code,
                                   std::vector<int> device_ids) override;
  std::vector<Shards> execute(Executable &executable, std::vector<Shards> arguments,
                              const ExecuteOptions &options) override;
  PhysicalStats physical_stats() const override { return allocator_->stats(); }
  void reset_peak_physical() override { allocator_->reset_peak(); }
  void set_time_limit(std::chrono::milliseconds limit) override;
  int threads() const override { return pool_->threads(); }
  void set_step_hook(StepHook hook) override;

private:
  CpuDevice &device(int id) const;
  void check_arguments(const LoadedProgram &program, const std::vector<Shards> &arguments) const;
  void donate(const LoadedProgram &program, const std::vector<Shards> &arguments) const;
  static std::vector<Shards> make_results(const LoadedProgram &program, Launch &launch);

  Allocator *allocator_; ///< Freed by its last user.
  std::vector<Device *> devices_;
  std::vector<const DeviceSet *> single_sets_; ///< By device.
  std::unique_ptr<Pool> pool_;
  std::unique_ptr<Dispatcher> dispatcher_;
  std::atomic<int64_t> time_limit_ms_;
  mutable std::mutex hook_mutex_;
  std::shared_ptr<const StepHook> hook_; ///< Guarded by hook_mutex_.
  std::atomic<bool> has_hook_{false};
};

} // namespace brigade::runtime
