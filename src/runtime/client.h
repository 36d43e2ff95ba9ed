#pragma once

#include "brigade/dtype.h"
#include "brigade/error.h"
#include "brigade/shape.h"
#include "runtime/shards.h"
#include "schedule/schedule.h"

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

/// The runtime: devices, buffers, loaded programs and their runs. Knows no MLIR and no LLVM.
namespace brigade::runtime {

/// Counts of one device, in logical bytes: a replica counts on each device that holds it.
struct MemoryStats {
  int64_t bytes_in_use = 0, peak_bytes_in_use = 0, bytes_limit = 0; ///< limit 0: none
};

/// Counts of the process's pool: what is really allocated.
struct PhysicalStats {
  int64_t bytes_in_use = 0, peak_bytes_in_use = 0, bytes_cached = 0;
};

class Device {
public:
  virtual ~Device() = default;
  virtual int id() const = 0; ///< Global.
  virtual int process_index() const = 0;
  virtual std::string kind() const = 0; ///< "cpu"
  virtual std::vector<int> coords() const = 0;
  virtual MemoryStats memory_stats() const = 0;
  virtual void set_memory_limit(int64_t bytes) = 0;
  virtual void reset_peak_memory() = 0; ///< The peak becomes what is in use now.
  std::string to_string() const;        ///< CpuDevice(id=3)
};

/// Immutable memory on one device, or on several that share it. It may not be filled yet: it is
/// defined by a run, and until that run ends its contents are pending. A failed run leaves an error
/// instead, which await() throws.
class Buffer {
public:
  virtual ~Buffer() = default;
  virtual DType dtype() const = 0;
  virtual const Shape &shape() const = 0;
  virtual int64_t bytes() const = 0;
  virtual bool is_ready() const = 0; ///< Filled or failed.
  /// Returns once filled; throws RuntimeError that names the operation and the line that failed.
  virtual void await() const = 0;
  virtual const std::byte *data() const = 0; ///< After await() only.
  /// True once it was given to a run as a donated argument: nobody may use it again.
  virtual bool is_deleted() const = 0;
};

/// Kernel ABI. Returns 0, or a code that poisons the run. Never unwinds.
using KernelFn = int (*)(void *const *buffers, const int64_t *extents, int64_t begin, int64_t end);

/// Addresses of a Program's kernels, in its order, and whatever keeps them alive.
struct KernelCode {
  std::vector<KernelFn> functions;
  std::shared_ptr<void> keep_alive;
};

/// A Program bound to code and an ordered list of devices.
class Executable {
public:
  virtual ~Executable() = default;
  virtual const schedule::Program &program() const = 0;
  /// Bytes that collectives have moved so far, one an entry of program().traffic.
  virtual std::vector<int64_t> traffic_counters() const = 0;
};

/// Called before a device performs a step; `position` counts in the executable's list of devices.
/// May block.
using StepHook =
    std::function<void(int position, const schedule::Program &, const schedule::Step &)>;

struct ExecuteOptions {
  std::chrono::milliseconds time_limit{
      0}; ///< How long a collective may wait; 0: the client's setting.
};

class Client {
public:
  virtual ~Client() = default;
  virtual std::span<Device *const> devices() const = 0; ///< Of all processes, by id.
  virtual std::span<Device *const> local_devices() const = 0;

  /// Copies from the host. The buffer counts on every device named. Throws RuntimeError where a
  /// capacity is exceeded.
  virtual BufferPtr buffer_from_host(const void *data, DType dtype, const Shape &shape,
                                     std::span<const int> device_ids) = 0;

  virtual std::unique_ptr<Executable> load(schedule::Program program, KernelCode code,
                                           std::vector<int> device_ids) = 0;

  /// Launches on all of the executable's devices, atomically and in order of launch on each device,
  /// and returns at once: results[i][d] are pending buffers. Arguments that are donated
  /// (Parameter::donated) are deleted. Throws before anything starts where an argument is deleted,
  /// given twice while donated, or of the wrong shape.
  virtual std::vector<Shards> execute(Executable &executable, std::vector<Shards> arguments,
                                      const ExecuteOptions &options = {}) = 0;

  virtual PhysicalStats physical_stats() const = 0;
  virtual void reset_peak_physical() = 0; ///< The peak becomes what is in use now.
  /// How long a collective may wait for its members before the run fails.
  virtual void set_time_limit(std::chrono::milliseconds limit) = 0;

  virtual int threads() const = 0; ///< That the client computes with.
  /// Watches or delays the steps of runs launched from now on; empty: none. Such runs never stay on
  /// the caller's thread.
  virtual void set_step_hook(StepHook hook) = 0;
};

struct ClientOptions {
  int devices = 1;          ///< Virtual devices of this process.
  int threads = 0;          ///< 0: the thread budget (cgroup and affinity).
  int64_t memory_limit = 0; ///< Bytes a device; 0: none.
};

std::unique_ptr<Client> make_cpu_client(const ClientOptions &options);

} // namespace brigade::runtime
