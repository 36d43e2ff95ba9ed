#pragma once

#include "runtime/client.h"
#include "runtime/partition.h"
#include "runtime/pool.h"
#include "schedule/schedule.h"

#include <atomic>
#include <memory>

namespace brigade::runtime {

/// Where a buffer is: at position d, bases[slot + index[d]] + offset.
struct Place {
  const int32_t *index = nullptr; ///< The group of each position, or the position itself, or zeros.
  int32_t slot = 0;
  int64_t offset = 0;
};

/// The memory of one run, and who may help with its work.
struct StepContext {
  const Place *places;     ///< By buffer.
  std::byte *const *bases; ///< By slot.
  Pool *pool;              ///< None: the whole step stays on this thread.

  std::byte *address(schedule::Id buffer, int32_t position) const {
    const Place &place = places[buffer];
    return bases[place.slot + place.index[position]] + place.offset;
  }
};

/// A step bound to code. Knows nothing of runs: it may be performed by many at once.
class StepAction {
public:
  virtual ~StepAction() = default;
  /// Performs the step for one group of those who meet at it, of which `position` is the first
  /// member (each position is a group of its own where nobody meets). Returns 0 or a kernel's error
  /// code. May throw RuntimeError.
  virtual int perform(const StepContext &context, int32_t group, int32_t position) const = 0;
  /// A rough guess of one call's time on one thread.
  virtual double nanoseconds() const = 0;
};

std::unique_ptr<StepAction> make_kernel_action(const schedule::Program &program,
                                               const schedule::KernelStep &step,
                                               const KernelCode &code);
std::unique_ptr<StepAction> make_dot_action(const schedule::Program &program,
                                            const schedule::DotStep &step, const KernelCode &code);
/// `moved` counts operand bytes times members, whenever the step is performed.
std::unique_ptr<StepAction> make_collective_action(const schedule::Program &program,
                                                   const schedule::CollectiveStep &step,
                                                   const Partition &meeting,
                                                   std::atomic<int64_t> *moved);
std::unique_ptr<StepAction> make_copy_action(const schedule::Program &program,
                                             const schedule::CopyStep &step);
std::unique_ptr<StepAction> make_position_action(const schedule::PositionStep &step);

/// Splitting work that takes less than this over threads costs more than it gains.
constexpr double worth_splitting_ns = 15000;

} // namespace brigade::runtime
