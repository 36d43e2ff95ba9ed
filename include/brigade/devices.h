#pragma once

#include "brigade/array.h"

#include <string>
#include <vector>

namespace brigade {

namespace runtime {
class Device; // src/runtime/client.h
}

/// Bytes of one device. A value that several devices hold counts on each of them.
struct MemoryStats {
  int64_t bytes_in_use = 0;
  int64_t peak_bytes_in_use = 0;
  int64_t bytes_limit = 0; ///< 0: none.
};

/// What this process has really allocated for arrays and runs. Replicas that share memory count
/// once.
struct PhysicalMemoryStats {
  int64_t bytes_in_use = 0;
  int64_t peak_bytes_in_use = 0;
  int64_t bytes_cached = 0; ///< Freed and kept for reuse; not in use.
};
PhysicalMemoryStats physical_memory_stats();

/// A virtual device of this process. Lives until the process ends.
class Device {
public:
  explicit Device(runtime::Device *device) : device_(device) {}
  Device(const Device &) = delete;

  int id() const; ///< Global: unique over all processes.
  int process_index() const;
  std::string kind() const; ///< "cpu"
  std::vector<int> coords() const;
  MemoryStats memory_stats() const;
  /// What the device may hold; 0: no limit. A call that would need more throws RuntimeError.
  void set_memory_limit(int64_t bytes);
  std::string to_string() const; ///< CpuDevice(id=3)

private:
  runtime::Device *device_;
};

/// The number of virtual devices of this process; 1 where it is not set. Throws UserError once any
/// device has been used.
void set_num_cpu_devices(int count, Loc loc = Loc::current());

/// How long a collective may wait for the other devices of its group, in calls made from now on;
/// 0: the default, five minutes. A run that waits longer fails: reading its results throws
/// RuntimeError that names the collective and its line, which devices came, and what each of the
/// others is doing. May be called before or after the first use of a device.
void set_collective_time_limit(double seconds, Loc loc = Loc::current());

std::vector<Device *> devices();       ///< Of all processes, by id.
std::vector<Device *> local_devices(); ///< Of this process, by id.

/// Where new arrays and calls of uncommitted arrays go: device 0, unless a DefaultDevice is in
/// scope.
Device *default_device();

/// Makes `device` the default of this thread while it lives.
class DefaultDevice {
public:
  explicit DefaultDevice(Device *device);
  ~DefaultDevice();
  DefaultDevice(const DefaultDevice &) = delete;

private:
  Device *before_;
};

/// One device's piece of an array.
struct Array::Shard {
  Device *device = nullptr;
  std::vector<int64_t> offsets; ///< Where it begins in the whole array, one a dimension.
  Array data;                   ///< The piece, committed to `device`.
};

/// A mesh over devices 0, 1, ... in the order of create_device_mesh. Throws UserError where there
/// are too few devices.
Mesh make_mesh(const std::vector<int64_t> &sizes, const std::vector<std::string> &names,
               Loc loc = Loc::current());

/// Global ids of devices for a grid of these sizes, row-major: neighbours in the last dimensions
/// are nearest.
std::vector<int> create_device_mesh(const std::vector<int64_t> &sizes, Loc loc = Loc::current());

namespace debug {
/// A grid that shows which devices hold which part of an array of one or two dimensions.
std::string sharding_grid(const Shape &shape, const NamedSharding &sharding,
                          Loc loc = Loc::current());
/// Prints sharding_grid of a concrete array to standard output.
void visualize_sharding(const Array &array, Loc loc = Loc::current());
} // namespace debug

} // namespace brigade
