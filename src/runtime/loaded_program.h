#pragma once

#include "runtime/buffer.h"
#include "runtime/partition.h"
#include "runtime/steps/step.h"

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

namespace brigade::runtime {

class Launch;

/// A step as runs walk it.
struct LoadedStep {
  enum class Kind : uint8_t { Act, Branch, Jump };
  Kind kind = Kind::Act;
  std::unique_ptr<StepAction> action; ///< Act.
  int32_t target = -1;                ///< Branch, Jump.
  schedule::Id predicate = -1;        ///< Branch.
  int32_t partition = 0;              ///< Who meets; 0: nobody, each device on its own.
  /// Where a stretch of steps ends that the same groups meet at: the last to arrive performs all of
  /// it. A branch target begins a new one.
  int32_t stretch_end = 0;
};

/// Where a result comes from.
struct ResultPlan {
  std::shared_ptr<const BufferType> type;
  schedule::Space space = schedule::Space::Result; ///< Result, Argument or Constant.
  schedule::Id index = -1; ///< Of the Result, Argument or Constant that it names.
  const std::vector<std::vector<int32_t>> *groups = nullptr; ///< Result: who shares a buffer.
  std::vector<const DeviceSet *> devices;                    ///< Result: of each group.
  Origin origin;
  schedule::Id donated_argument = -1;
};

/// A Program bound to code, devices and memory for its constants: everything that does not change
/// from run to run.
///
/// A run's memory is a table of base addresses, by slot: an arena for each (sharing, group), then
/// each argument at each position, each result of each group, each constant.
class LoadedProgram {
public:
  /// Throws InternalError where the program is malformed.
  LoadedProgram(schedule::Program program, KernelCode code, std::vector<CpuDevice *> devices,
                Allocator &allocator);
  ~LoadedProgram();

  const schedule::Program program;
  const KernelCode code;
  const std::vector<CpuDevice *> devices; ///< By position.
  Allocator &allocator;

  std::vector<Partition> partitions;  ///< [0]: each position alone.
  std::vector<int32_t> first_meeting; ///< Of each partition, in a run's list of meetings.
  int32_t meetings = 0;
  std::vector<LoadedStep> steps;
  std::vector<Place> places; ///< By buffer.

  struct Arena {
    int64_t bytes;
    int32_t slot;
    const DeviceSet *devices;
  };
  std::vector<Arena> arenas;
  Origin arena_origin;
  std::vector<int32_t> argument_slots, result_slots, constant_slots;
  int32_t slots = 0;

  std::vector<std::shared_ptr<const BufferType>> argument_types;
  std::vector<ResultPlan> results;
  std::vector<StorageRef> constants;

  double nanoseconds = 0; ///< A guess of one run on one thread; infinite where there are loops.
  mutable std::atomic<int> slow_runs{0}, inline_runs{0};
  mutable std::deque<std::atomic<int64_t>>
      moved; ///< By traffic entry: operand bytes times devices.

  /// The operation of a step and where the user wrote it.
  const char *operation(int32_t step) const { return operations_[step]; }
  Loc loc(int32_t step) const { return locs_[step]; }

  /// Run states are kept for the next launch.
  std::unique_ptr<Launch> take_launch() const;
  void keep_launch(std::unique_ptr<Launch> launch) const;

private:
  void make_partitions();
  void place_buffers();
  void load_steps();
  void plan_results();
  int32_t partition_of(const Partition &partition);
  const DeviceSet *set_of(const std::vector<int32_t> &positions);

  std::vector<int32_t> sharing_partitions_; ///< By sharing.
  std::vector<int32_t> positions_, zeros_;  ///< Place::index of arguments and constants.
  std::vector<const char *> operations_;
  std::vector<Loc> locs_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Launch>> kept_; ///< Guarded by mutex_.
};

class CpuExecutable final : public Executable {
public:
  explicit CpuExecutable(std::shared_ptr<const LoadedProgram> loaded) : loaded(std::move(loaded)) {}
  const schedule::Program &program() const override { return loaded->program; }
  std::vector<int64_t> traffic_counters() const override;

  const std::shared_ptr<const LoadedProgram> loaded; ///< Runs in flight keep it too.
};

} // namespace brigade::runtime
