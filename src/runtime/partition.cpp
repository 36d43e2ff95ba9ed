#include "runtime/partition.h"

#include <map>
#include <numeric>

namespace brigade::runtime {
namespace {

/// Disjoint sets over positions, by the smallest member.
class Sets {
public:
  explicit Sets(int32_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }

  int32_t root(int32_t x) const {
    while (parent_[x] != x)
      x = parent_[x];
    return x;
  }
  void join(int32_t a, int32_t b) {
    a = root(a), b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  void join_equal(const std::vector<int32_t> &labels) {
    std::map<int32_t, int32_t> first;
    for (int32_t i = 0; i < static_cast<int32_t>(labels.size()); ++i)
      join(first.try_emplace(labels[i], i).first->second, i);
  }

private:
  std::vector<int32_t> parent_;
};

} // namespace

Partition Partition::of(const std::vector<int32_t> &labels) {
  Partition partition;
  std::map<int32_t, int32_t> number;
  for (int32_t i = 0; i < static_cast<int32_t>(labels.size()); ++i) {
    auto group = number.try_emplace(labels[i], static_cast<int32_t>(number.size())).first->second;
    partition.group.push_back(group);
    if (group == static_cast<int32_t>(partition.members.size()))
      partition.members.emplace_back();
    partition.members[group].push_back(i);
  }
  return partition;
}

Partition meeting_of(const schedule::Program &program, const schedule::CollectiveStep &step,
                     schedule::Id sharing) {
  Sets sets(program.devices);
  for (const std::vector<int32_t> &group : step.groups)
    for (int32_t member : group)
      sets.join(group[0], member);
  for (auto [source, target] : step.source_target)
    sets.join(source, target);
  sets.join_equal(program.sharings[sharing].group);
  for (schedule::Id result : step.results)
    sets.join_equal(program.sharings[program.buffers[result].sharing].group);
  std::vector<int32_t> labels;
  for (int32_t position = 0; position < program.devices; ++position)
    labels.push_back(sets.root(position));
  return Partition::of(labels);
}

} // namespace brigade::runtime
