#include "runtime/loaded_program.h"

#include "base/intern.h"
#include "runtime/launch.h"
#include "schedule/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>

namespace brigade::runtime {

using schedule::Id;
using schedule::Space;

LoadedProgram::LoadedProgram(schedule::Program given, KernelCode given_code,
                             std::vector<CpuDevice *> given_devices, Allocator &allocator)
    : program(std::move(given)), code(std::move(given_code)), devices(std::move(given_devices)),
      allocator(allocator), moved(program.traffic.size()) {
  std::string problem = schedule::check(program);
  if (problem.empty() && code.functions.size() != program.kernels.size())
    problem =
        fmt::format("{} kernels with code for {}", program.kernels.size(), code.functions.size());
  if (problem.empty() && devices.size() != static_cast<size_t>(program.devices))
    problem = fmt::format("a program for {} devices loaded on {}", program.devices, devices.size());
  if (!problem.empty())
    throw InternalError(
        fmt::format("schedule of {}: {}; please report this", program.name, problem));
  positions_.resize(program.devices);
  std::iota(positions_.begin(), positions_.end(), 0);
  zeros_.resize(program.devices, 0);
  make_partitions();
  place_buffers();
  load_steps();
  plan_results();
}

LoadedProgram::~LoadedProgram() = default;

const DeviceSet *LoadedProgram::set_of(const std::vector<int32_t> &positions) {
  std::vector<CpuDevice *> members;
  for (int32_t position : positions)
    members.push_back(devices[position]);
  return allocator.device_set(std::move(members));
}

int32_t LoadedProgram::partition_of(const Partition &partition) {
  auto at = std::find(partitions.begin(), partitions.end(), partition);
  if (at == partitions.end())
    at = partitions.insert(at, partition);
  return static_cast<int32_t>(at - partitions.begin());
}

void LoadedProgram::make_partitions() {
  partitions.push_back(Partition::of(positions_));
  for (const schedule::Sharing &sharing : program.sharings)
    sharing_partitions_.push_back(partition_of(Partition::of(sharing.group)));
  for (const schedule::Step &step : program.steps)
    if (auto *collective = std::get_if<schedule::CollectiveStep>(&step.body))
      partition_of(meeting_of(program, *collective, step.sharing));
  for (const Partition &partition : partitions) {
    first_meeting.push_back(meetings);
    meetings += partition.alone() ? 0 : static_cast<int32_t>(partition.members.size());
  }
}

void LoadedProgram::place_buffers() {
  arena_origin = {interned("temporaries of " + program.name), "", {}};
  std::vector<int32_t> first_arena;
  for (size_t i = 0; i < program.sharings.size(); ++i) {
    const Partition &partition = partitions[sharing_partitions_[i]];
    first_arena.push_back(slots);
    for (const std::vector<int32_t> &members : partition.members) {
      if (program.arena_bytes[i] > 0)
        arenas.push_back({program.arena_bytes[i], slots, set_of(members)});
      ++slots;
    }
  }
  for (size_t i = 0; i < program.arguments.size(); ++i) {
    argument_slots.push_back(slots);
    slots += program.devices;
    argument_types.push_back(
        std::make_shared<BufferType>(program.arguments[i].dtype, program.arguments[i].shape));
  }
  std::vector<Id> result_sharing(program.results.size(), 0);
  for (const schedule::Buffer &buffer : program.buffers)
    if (buffer.space == Space::Result)
      result_sharing[buffer.index] = buffer.sharing;
  for (size_t i = 0; i < program.results.size(); ++i) {
    result_slots.push_back(slots);
    slots += program.sharings[result_sharing[i]].groups;
  }
  const DeviceSet *everyone = set_of(positions_);
  for (size_t i = 0; i < program.constants.size(); ++i) {
    constant_slots.push_back(slots++);
    const Literal &value = program.constants[i];
    StorageRef storage =
        allocator.allocate(static_cast<int64_t>(value.bytes.size()), everyone,
                           {interned(fmt::format("constant {} of {}", i, program.name)), "", {}});
    if (!value.bytes.empty())
      std::memcpy(storage->data, value.bytes.data(), value.bytes.size());
    constants.push_back(std::move(storage));
  }
  for (const schedule::Buffer &buffer : program.buffers) {
    const int32_t *group = program.sharings[buffer.sharing].group.data();
    switch (buffer.space) {
    case Space::Arena:
      places.push_back({group, first_arena[buffer.sharing], buffer.offset});
      break;
    case Space::Argument:
      places.push_back({positions_.data(), argument_slots[buffer.index], 0});
      break;
    case Space::Result:
      places.push_back({group, result_slots[buffer.index], 0});
      break;
    case Space::Constant:
      places.push_back({zeros_.data(), constant_slots[buffer.index], 0});
      break;
    }
  }
}

void LoadedProgram::load_steps() {
  auto count = static_cast<int32_t>(program.steps.size());
  std::vector<bool> is_target(count + 1, false);
  size_t collectives = 0;
  for (int32_t i = 0; i < count; ++i) {
    const schedule::Step &step = program.steps[i];
    LoadedStep &loaded = steps.emplace_back();
    loaded.partition = sharing_partitions_[step.sharing];
    if (step.location >= 0) {
      const schedule::Location &location = program.locations[step.location];
      operations_.push_back(interned(location.operation));
      locs_.push_back({interned(location.file), static_cast<uint32_t>(location.line)});
    } else {
      operations_.push_back("a step without a name");
      locs_.push_back({});
    }
    if (auto *kernel = std::get_if<schedule::KernelStep>(&step.body)) {
      loaded.action = make_kernel_action(program, *kernel, code);
    } else if (auto *dot = std::get_if<schedule::DotStep>(&step.body)) {
      loaded.action = make_dot_action(program, *dot, code);
    } else if (auto *collective = std::get_if<schedule::CollectiveStep>(&step.body)) {
      loaded.partition = partition_of(meeting_of(program, *collective, step.sharing));
      std::atomic<int64_t> *counter = collectives < moved.size() ? &moved[collectives] : nullptr;
      ++collectives;
      loaded.action =
          make_collective_action(program, *collective, partitions[loaded.partition], counter);
    } else if (auto *copy = std::get_if<schedule::CopyStep>(&step.body)) {
      loaded.action = make_copy_action(program, *copy);
    } else if (auto *position = std::get_if<schedule::PositionStep>(&step.body)) {
      loaded.action = make_position_action(*position);
    } else if (auto *branch = std::get_if<schedule::BranchStep>(&step.body)) {
      loaded.kind = LoadedStep::Kind::Branch;
      loaded.predicate = branch->predicate;
      loaded.target = branch->target;
    } else {
      loaded.kind = LoadedStep::Kind::Jump;
      loaded.target = std::get<schedule::JumpStep>(step.body).target;
    }
    if (loaded.kind != LoadedStep::Kind::Act) {
      is_target[loaded.target] = true;
      if (loaded.target <= i)
        nanoseconds = std::numeric_limits<double>::infinity();
    } else {
      nanoseconds += loaded.action->nanoseconds() *
                     static_cast<double>(partitions[loaded.partition].members.size());
    }
  }
  for (int32_t i = count; i-- > 0;) {
    bool joins = i + 1 < count && !is_target[i + 1] && steps[i + 1].kind == LoadedStep::Kind::Act &&
                 steps[i + 1].partition == steps[i].partition;
    steps[i].stretch_end = joins ? steps[i + 1].stretch_end : i + 1;
  }
}

void LoadedProgram::plan_results() {
  for (size_t i = 0; i < program.results.size(); ++i) {
    const schedule::Parameter &result = program.results[i];
    const schedule::Buffer &buffer = program.buffers[result.buffer];
    ResultPlan &plan = results.emplace_back();
    plan.type = std::make_shared<BufferType>(result.dtype, result.shape);
    plan.space = buffer.space;
    plan.index = buffer.index;
    plan.donated_argument = result.donated_argument;
    plan.origin.what = interned(fmt::format("result {} of {}", i, program.name));
    if (buffer.location >= 0) {
      const schedule::Location &location = program.locations[buffer.location];
      plan.origin.operation = interned(location.operation);
      plan.origin.loc = {interned(location.file), static_cast<uint32_t>(location.line)};
    }
    plan.groups = &partitions[sharing_partitions_[buffer.sharing]].members;
    if (plan.space == Space::Constant)
      plan.groups = nullptr;
    else
      for (const std::vector<int32_t> &members : *plan.groups)
        plan.devices.push_back(set_of(members));
  }
}

std::unique_ptr<Launch> LoadedProgram::take_launch() const {
  {
    std::lock_guard lock(mutex_);
    if (!kept_.empty()) {
      std::unique_ptr<Launch> launch = std::move(kept_.back());
      kept_.pop_back();
      return launch;
    }
  }
  return std::make_unique<Launch>(*this);
}

void LoadedProgram::keep_launch(std::unique_ptr<Launch> launch) const {
  std::lock_guard lock(mutex_);
  if (kept_.size() < 4)
    kept_.push_back(std::move(launch));
}

std::vector<int64_t> CpuExecutable::traffic_counters() const {
  std::vector<int64_t> bytes;
  for (const std::atomic<int64_t> &counter : loaded->moved)
    bytes.push_back(counter.load(std::memory_order_relaxed) / loaded->program.devices);
  return bytes;
}

} // namespace brigade::runtime
