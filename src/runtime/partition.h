#pragma once

#include "schedule/schedule.h"

#include <cstdint>
#include <vector>

namespace brigade::runtime {

/// The device positions in groups: who meets at a step.
struct Partition {
  std::vector<int32_t> group; ///< Of each position; numbered in the order of first members.
  std::vector<std::vector<int32_t>> members; ///< Of each group, ascending.

  static Partition of(const std::vector<int32_t> &labels); ///< Equal labels are together.
  bool alone() const { return members.size() == group.size(); }
  bool operator==(const Partition &) const = default;
};

/// Who meets at a collective step: the smallest groups that keep together its own groups, its
/// senders and receivers, and all who share its result buffers.
///
/// For devices data=2 x model=2 (positions 0 1 / 2 3), an all_reduce over data has groups {0,2},
/// {1,3}. Where its operands are the same along model, so is its result, which is then stored once,
/// with sharing {0,1,2,3}: all four meet.
Partition meeting_of(const schedule::Program &program, const schedule::CollectiveStep &step,
                     schedule::Id sharing);

} // namespace brigade::runtime
