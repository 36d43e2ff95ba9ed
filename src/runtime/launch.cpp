#include "runtime/launch.h"

#include "runtime/dispatcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace brigade::runtime {

using schedule::Space;

Launch::Launch(const LoadedProgram &program)
    : released(program.program.devices), bases_(program.slots),
      states_(std::make_unique<State[]>(program.program.devices)), meetings_(program.meetings) {
  for (size_t i = 0; i < program.constants.size(); ++i)
    bases_[program.constant_slots[i]] = program.constants[i]->data;
}

// Memory ------------------------------------------------------------------------------------------

/// The memory of the donated argument, where nobody but this group's devices in this run will read
/// it again.
StorageRef Launch::adopt_argument(const ResultPlan &plan, int32_t group) {
  if (plan.donated_argument < 0 || !program->program.arguments[plan.donated_argument].donated)
    return {};
  const Shards &shards = arguments[plan.donated_argument];
  const std::vector<int32_t> &members = (*plan.groups)[group];
  auto &buffer = static_cast<CpuBuffer &>(*shards[members[0]]);
  int uses = 0;
  for (size_t d = 0; d < shards.size(); ++d) {
    if (shards[d].get() != &buffer)
      continue;
    if (!std::binary_search(members.begin(), members.end(), static_cast<int32_t>(d)))
      return {};
    uses += d == 0 || shards[d] != shards[d - 1];
  }
  if (!buffer.storage || buffer.users() != uses || !buffer.storage.unique() ||
      buffer.storage->bytes != plan.type->bytes || buffer.storage->devices != plan.devices[group])
    return {};
  buffer.storage->origin = plan.origin;
  return std::move(buffer.storage);
}

std::shared_ptr<const RuntimeError> Launch::prepare() {
  std::shared_ptr<const RuntimeError> failed_input;
  for_each_argument([&](const CpuBuffer &buffer) {
    if (!failed_input && buffer.event && buffer.event->has_failed())
      failed_input = buffer.event->error();
  });
  if (failed_input)
    return failed_input;
  int32_t devices = program->program.devices;
  for (size_t i = 0; i < arguments.size(); ++i)
    for (int32_t d = 0; d < devices; ++d)
      bases_[program->argument_slots[i] + d] =
          static_cast<CpuBuffer &>(*arguments[i][d]).storage->data;
  try {
    for (const LoadedProgram::Arena &arena : program->arenas) {
      arenas_.push_back(
          program->allocator.allocate(arena.bytes, arena.devices, program->arena_origin));
      bases_[arena.slot] = arenas_.back()->data;
    }
    // Results that pass an argument on take a share first, so that no other result takes its
    // memory.
    for (ResultHandle &handle : results) {
      const ResultPlan &plan = program->results[handle.result];
      if (plan.space == Space::Argument)
        handle.buffer->storage =
            static_cast<CpuBuffer &>(*arguments[plan.index][handle.position]).storage;
      else if (plan.space == Space::Constant)
        handle.buffer->storage = program->constants[plan.index];
    }
    for (ResultHandle &handle : results) {
      const ResultPlan &plan = program->results[handle.result];
      if (plan.space != Space::Result || plan.index != handle.result)
        continue;
      StorageRef storage = adopt_argument(plan, handle.group);
      if (!storage)
        storage =
            program->allocator.allocate(plan.type->bytes, plan.devices[handle.group], plan.origin);
      bases_[program->result_slots[handle.result] + handle.group] = storage->data;
      handle.buffer->storage = std::move(storage);
    }
    for (ResultHandle &handle : results) { // results that name another's buffer
      const ResultPlan &plan = program->results[handle.result];
      if (plan.space != Space::Result || plan.index == handle.result)
        continue;
      for (const ResultHandle &owner : results)
        if (owner.result == plan.index && owner.group == handle.group)
          handle.buffer->storage = owner.buffer->storage;
    }
  } catch (const RuntimeError &error) {
    return std::make_shared<RuntimeError>(error);
  }
  return nullptr;
}

void Launch::drop_memory() {
  arenas_.clear();
  for_each_argument([](CpuBuffer &buffer) { buffer.drop_users(1); });
  arguments.clear();
  results.clear();
}

void Launch::reset(int32_t devices) {
  hook.reset();
  error_.reset();
  failed_.store(false, std::memory_order_relaxed);
  over_ = 0;
  pool = nullptr;
  for (Meeting &meeting : meetings_)
    meeting.arrived = 0;
  for (int32_t d = 0; d < devices; ++d) {
    states_[d].pc.store(0, std::memory_order_relaxed);
    states_[d].status = Status::Queued;
    released[d] = false;
  }
}

// Walking the steps -------------------------------------------------------------------------------

void Launch::run_here() {
  std::vector<int32_t> local; // no memory for one device
  local.reserve(program->program.devices - 1);
  for (int32_t d = program->program.devices; d-- > 1;)
    local.push_back(d);
  int32_t position = 0;
  for (;;) {
    advance(position, &local);
    if (local.empty())
      return;
    position = local.back();
    local.pop_back();
  }
}

void Launch::run_on_pool() {
  // The last advance may free this launch.
  int32_t devices = program->program.devices;
  std::vector<int32_t> everyone(devices);
  for (int32_t d = 0; d < devices; ++d)
    everyone[d] = d;
  queue(everyone, 0, nullptr);
  advance(0, nullptr);
}

void Launch::queue(const std::vector<int32_t> &positions, int32_t except,
                   std::vector<int32_t> *local) {
  if (local) {
    for (size_t i = positions.size(); i-- > 0;)
      if (positions[i] != except)
        local->push_back(positions[i]);
    return;
  }
  std::vector<Pool::Task> tasks;
  tasks.reserve(positions.size());
  for (int32_t position : positions)
    if (position != except)
      tasks.push_back({[](void *launch, int position) {
                         static_cast<Launch *>(launch)->advance(position, nullptr);
                       },
                       this, position});
  if (!tasks.empty())
    pool->submit(tasks.data(), tasks.size());
}

void Launch::advance(int32_t position, std::vector<int32_t> *local) {
  const LoadedProgram &loaded = *program;
  auto end = static_cast<int32_t>(loaded.steps.size());
  State &state = states_[position];
  if (!local) {
    std::lock_guard lock(mutex_);
    state.status = Status::Running;
  }
  StepContext context{loaded.places.data(), bases_.data(), pool};
  for (int32_t pc = state.pc.load(std::memory_order_relaxed);;
       state.pc.store(pc, std::memory_order_relaxed)) {
    if (pc == end || failed_.load(std::memory_order_relaxed))
      return retire(position);
    const LoadedStep &step = loaded.steps[pc];
    if (hook)
      call_hook(position, pc);
    if (step.kind == LoadedStep::Kind::Jump) {
      pc = step.target;
    } else if (step.kind == LoadedStep::Kind::Branch) {
      bool holds = *context.address(step.predicate, position) != std::byte{0};
      pc = holds ? pc + 1 : step.target;
    } else if (step.partition == 0) {
      if (perform(pc, position, position))
        ++pc;
    } else {
      if (meet(position, pc, step, local) == Met::Parked)
        return;
      pc = step.stretch_end;
    }
  }
}

Launch::Met Launch::meet(int32_t position, int32_t pc, const LoadedStep &step,
                         std::vector<int32_t> *local) {
  const Partition &partition = program->partitions[step.partition];
  int32_t group = partition.group[position];
  const std::vector<int32_t> &members = partition.members[group];
  int32_t other = pc;
  {
    std::lock_guard lock(mutex_);
    if (failed_.load(std::memory_order_relaxed))
      return Met::GoOn;
    Meeting &meeting = meetings_[program->first_meeting[step.partition] + group];
    if (meeting.arrived == 0) {
      meeting.pc = pc;
      if (!local)
        meeting.since = Clock::now();
    }
    other = meeting.pc;
    if (other == pc) {
      if (++meeting.arrived < static_cast<int32_t>(members.size())) {
        states_[position].status = Status::Parked;
        return Met::Parked;
      }
      meeting.arrived = 0;
    }
  }
  if (other != pc) {
    fail(fmt::format("devices that should meet take different ways: {} came to {}, others to {} "
                     "at {}; a branch around it must go the same way on all of them",
                     program->devices[position]->to_string(), program->operation(pc),
                     program->operation(other), to_string(program->loc(other))),
         pc);
    return Met::GoOn;
  }
  for (int32_t i = pc; i < step.stretch_end; ++i) {
    states_[position].pc.store(i, std::memory_order_relaxed);
    if (hook && i > pc)
      call_hook(position, i);
    if (!perform(i, group, members[0]))
      return Met::GoOn;
  }
  {
    std::lock_guard lock(mutex_);
    if (failed_.load(std::memory_order_relaxed))
      return Met::GoOn; // the others are over
    for (int32_t member : members)
      if (member != position) {
        states_[member].status = Status::Queued;
        states_[member].pc.store(step.stretch_end, std::memory_order_relaxed);
      }
  }
  queue(members, position, local);
  return Met::GoOn;
}

bool Launch::perform(int32_t pc, int32_t group, int32_t position) {
  StepContext context{program->places.data(), bases_.data(), pool};
  try {
    int code = program->steps[pc].action->perform(context, group, position);
    if (code == 0)
      return true;
    fail(fmt::format("{} failed with code {}", program->operation(pc), code), pc);
  } catch (const std::exception &error) {
    fail(fmt::format("{} failed: {}", program->operation(pc), error.what()), pc);
  }
  return false;
}

void Launch::call_hook(int32_t position, int32_t pc) const {
  (*hook)(position, program->program, program->program.steps[pc]);
}

void Launch::retire(int32_t position) {
  // Once the device is counted as over, another thread may end the launch: nothing of it is touched
  // then.
  bool last, released = false;
  for (;;) {
    {
      std::lock_guard lock(mutex_);
      if (released || !failed_.load(std::memory_order_relaxed)) {
        states_[position].status = Status::Over;
        last = ++over_ == program->program.devices;
        break;
      }
    }
    dispatcher->release(*this, position);
    released = true;
  }
  if (last)
    dispatcher->finish(*this);
}

// Failure -----------------------------------------------------------------------------------------

void Launch::fail(const std::string &text, int32_t pc) {
  dispatcher->fail(*this, std::make_shared<RuntimeError>(text, program->loc(pc)));
}

bool Launch::mark_failed(std::shared_ptr<const RuntimeError> error, bool &all_over) {
  std::lock_guard lock(mutex_);
  if (failed_.load(std::memory_order_relaxed) || over_ == program->program.devices)
    return false;
  error_ = std::move(error);
  failed_.store(true, std::memory_order_relaxed);
  for (int32_t d = 0; d < program->program.devices; ++d)
    if (states_[d].status == Status::Parked) {
      states_[d].status = Status::Over;
      ++over_;
    }
  all_over = over_ == program->program.devices;
  return true;
}

bool Launch::is_over(int32_t position) const {
  std::lock_guard lock(mutex_);
  return states_[position].status == Status::Over;
}

std::shared_ptr<const RuntimeError> Launch::error() const {
  std::lock_guard lock(mutex_);
  return error_;
}

std::string Launch::describe_absent(int32_t position) const {
  const State &state = states_[position];
  int32_t pc = state.pc.load(std::memory_order_relaxed);
  std::string name = program->devices[position]->to_string();
  if (pc == static_cast<int32_t>(program->steps.size()) || state.status == Status::Over)
    return name + " has ended";
  const char *doing = state.status == Status::Running  ? "is in"
                      : state.status == Status::Parked ? "waits at"
                                                       : "is queued before";
  std::string place = to_string(program->loc(pc));
  return fmt::format("{} {} {}{}{}", name, doing, program->operation(pc),
                     place.empty() ? "" : " at ", place);
}

std::shared_ptr<const RuntimeError> Launch::overdue(Clock::time_point now) const {
  std::lock_guard lock(mutex_);
  if (failed_.load(std::memory_order_relaxed))
    return nullptr;
  for (size_t p = 1; p < program->partitions.size(); ++p) {
    const Partition &partition = program->partitions[p];
    for (size_t g = 0; g < partition.members.size() && !partition.alone(); ++g) {
      const Meeting &meeting = meetings_[program->first_meeting[p] + g];
      if (meeting.arrived == 0 || now - meeting.since < time_limit)
        continue;
      std::string came, absent;
      for (int32_t d : partition.members[g]) {
        bool here = states_[d].status == Status::Parked &&
                    states_[d].pc.load(std::memory_order_relaxed) == meeting.pc;
        if (here)
          came += fmt::format("{}{}", came.empty() ? "" : ", ", program->devices[d]->id());
        else
          absent += (absent.empty() ? "" : ", ") + describe_absent(d);
      }
      return std::make_shared<RuntimeError>(
          fmt::format("time limit: {} waited {:.3g} s for all of its devices; {} came; missing: {}",
                      program->operation(meeting.pc),
                      std::chrono::duration<double>(time_limit).count(), came, absent),
          program->loc(meeting.pc));
    }
  }
  return nullptr;
}

} // namespace brigade::runtime
