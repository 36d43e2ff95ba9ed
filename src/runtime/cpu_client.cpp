#include "runtime/cpu_client.h"

#include "base/thread_budget.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <cstring>
#include <set>
#include <typeinfo>

namespace brigade::runtime {

using schedule::Space;

namespace {

constexpr int64_t default_time_limit_ms = 300'000;

/// A run that is guessed to take less stays on its caller's thread: about what handing it to
/// another one costs.
constexpr double small_run_ns = 40'000;

/// A program that was guessed small but took this long, several timed runs in a row, goes to the
/// pool from then on. One slow run says little: its thread may have lost its processor.
constexpr auto slow_run = std::chrono::microseconds(500);
constexpr int slow_runs_in_a_row = 3;

} // namespace

CpuClient::CpuClient(const ClientOptions &options)
    : allocator_(new Allocator), time_limit_ms_(default_time_limit_ms) {
  for (int id = 0; id < options.devices; ++id) {
    CpuDevice *device = allocator_->add_device(id, options.memory_limit);
    devices_.push_back(device);
    single_sets_.push_back(allocator_->device_set({device}));
  }
  pool_ = std::make_unique<Pool>(options.threads > 0 ? options.threads : thread_budget());
  dispatcher_ = std::make_unique<Dispatcher>(*pool_, devices_.size());
}

CpuClient::~CpuClient() {
  dispatcher_.reset();
  pool_.reset();
  allocator_->release();
}

CpuDevice &CpuClient::device(int id) const {
  if (id < 0 || id >= static_cast<int>(devices_.size()))
    throw UserError(fmt::format("there is no device {}; this process has {}, 0 to {}", id,
                                devices_.size(), devices_.size() - 1));
  return static_cast<CpuDevice &>(*devices_[id]);
}

void CpuClient::set_time_limit(std::chrono::milliseconds limit) {
  time_limit_ms_.store(limit.count() > 0 ? limit.count() : default_time_limit_ms,
                       std::memory_order_relaxed);
}

void CpuClient::set_step_hook(StepHook hook) {
  std::lock_guard lock(hook_mutex_);
  hook_ = hook ? std::make_shared<const StepHook>(std::move(hook)) : nullptr;
  has_hook_.store(hook_ != nullptr, std::memory_order_release);
}

BufferPtr CpuClient::buffer_from_host(const void *data, DType dtype, const Shape &shape,
                                      std::span<const int> device_ids) {
  const DeviceSet *set;
  if (device_ids.size() == 1) {
    device(device_ids[0]);
    set = single_sets_[device_ids[0]];
  } else {
    std::vector<CpuDevice *> members;
    for (int id : device_ids)
      members.push_back(&device(id));
    set = allocator_->device_set(std::move(members));
  }
  auto type = std::make_shared<BufferType>(dtype, shape);
  auto buffer = std::make_shared<CpuBuffer>(type, set);
  buffer->storage = allocator_->allocate(type->bytes, set, {"an array from the host", "", {}});
  if (type->bytes > 0)
    std::memcpy(buffer->storage->data, data, type->bytes);
  return buffer;
}

std::unique_ptr<Executable> CpuClient::load(schedule::Program program, KernelCode code,
                                            std::vector<int> device_ids) {
  std::vector<CpuDevice *> devices;
  std::set<int> seen;
  for (int id : device_ids) {
    devices.push_back(&device(id));
    if (!seen.insert(id).second)
      throw UserError(fmt::format("device {} appears twice in a program's device list", id));
  }
  return std::make_unique<CpuExecutable>(std::make_shared<LoadedProgram>(
      std::move(program), std::move(code), std::move(devices), *allocator_));
}

void CpuClient::check_arguments(const LoadedProgram &program,
                                const std::vector<Shards> &arguments) const {
  if (arguments.size() != program.argument_types.size())
    throw UserError(fmt::format("{} takes {} arguments, {} are given", program.program.name,
                                program.argument_types.size(), arguments.size()));
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Shards &shards = arguments[i];
    const BufferType &type = *program.argument_types[i];
    if (shards.size() != program.devices.size())
      throw UserError(fmt::format("argument {} has {} shards; the program runs on {} devices", i,
                                  shards.size(), program.devices.size()));
    const Buffer *last = nullptr;
    for (size_t d = 0; d < shards.size(); ++d) {
      const Buffer *given = shards[d].get();
      if (!given || typeid(*given) != typeid(CpuBuffer))
        throw UserError(fmt::format("argument {} at device position {} is no buffer of this "
                                    "client",
                                    i, d));
      auto &buffer = static_cast<const CpuBuffer &>(*given);
      if (given != last) {
        if (buffer.type().get() != &type &&
            (buffer.dtype() != type.dtype || buffer.shape() != type.shape))
          throw UserError(fmt::format("argument {} is {} where the program takes {}", i,
                                      to_string(buffer.dtype(), buffer.shape()),
                                      to_string(type.dtype, type.shape)));
        if (buffer.is_deleted())
          throw UserError(fmt::format("argument {}, {}, was donated to an earlier run and cannot "
                                      "be used again",
                                      i, to_string(type.dtype, type.shape)));
        last = given;
      }
      if (!buffer.devices()->contains(program.devices[d]))
        throw UserError(fmt::format("argument {} at device position {} is on {}, not on {}", i, d,
                                    buffer.devices()->devices.empty()
                                        ? "no device"
                                        : buffer.devices()->devices[0]->to_string(),
                                    program.devices[d]->to_string()));
    }
  }
}

/// Marks donated arguments deleted, all of them or, with an error, none.
void CpuClient::donate(const LoadedProgram &program, const std::vector<Shards> &arguments) const {
  std::vector<std::pair<CpuBuffer *, size_t>> marked;
  auto give_up = [&](size_t argument, CpuBuffer *buffer) {
    size_t other = argument;
    for (auto [marked_buffer, marked_argument] : marked) {
      other = marked_buffer == buffer ? marked_argument : other;
      marked_buffer->unmark_deleted();
    }
    throw UserError(
        other == argument
            ? fmt::format("argument {} was donated to another run at the same time", argument)
            : fmt::format("argument {} is donated and the same array is argument {}; "
                          "a donated array can be given once",
                          std::min(argument, other), std::max(argument, other)));
  };
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (!program.program.arguments[i].donated)
      continue;
    for (size_t d = 0; d < arguments[i].size(); ++d) {
      auto *buffer = static_cast<CpuBuffer *>(arguments[i][d].get());
      bool seen = false; // a replica at an earlier position
      for (size_t e = d; e-- > 0 && !seen;)
        seen = arguments[i][e].get() == buffer;
      if (seen)
        continue;
      if (!buffer->mark_deleted())
        give_up(i, buffer);
      marked.emplace_back(buffer, i);
    }
  }
  if (marked.empty())
    return;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!program.program.arguments[i].donated)
      for (const BufferPtr &buffer : arguments[i])
        if (buffer->is_deleted())
          give_up(i, static_cast<CpuBuffer *>(buffer.get()));
}

std::vector<Shards> CpuClient::make_results(const LoadedProgram &program, Launch &launch) {
  std::vector<Shards> results;
  results.reserve(program.results.size());
  auto count = static_cast<int32_t>(program.devices.size());
  for (int32_t i = 0; i < static_cast<int32_t>(program.results.size()); ++i) {
    const ResultPlan &plan = program.results[i];
    Shards &shards = results.emplace_back(count);
    auto add = [&](const DeviceSet *set, int32_t group, int32_t position) {
      auto buffer = std::make_shared<CpuBuffer>(plan.type, set);
      launch.results.push_back({buffer, i, group, position});
      return buffer;
    };
    if (plan.space == Space::Result) {
      for (size_t g = 0; g < plan.groups->size(); ++g) {
        const std::vector<int32_t> &members = (*plan.groups)[g];
        BufferPtr buffer = add(plan.devices[g], static_cast<int32_t>(g), members[0]);
        for (size_t m = 1; m < members.size(); ++m)
          shards[members[m]] = buffer;
        shards[members[0]] = std::move(buffer);
      }
    } else if (plan.space == Space::Constant) {
      BufferPtr buffer = add(program.constants[plan.index]->devices, 0, 0);
      for (BufferPtr &shard : shards)
        shard = buffer;
    } else {
      // An argument passed on: as many buffers as it has.
      const Shards &given = launch.arguments[plan.index];
      for (int32_t d = 0; d < count; ++d) {
        int32_t first = 0;
        while (given[first] != given[d])
          ++first;
        shards[d] =
            first < d ? shards[first] : add(static_cast<CpuBuffer &>(*given[d]).devices(), d, d);
      }
    }
  }
  return results;
}

std::vector<Shards> CpuClient::execute(Executable &executable, std::vector<Shards> arguments,
                                       const ExecuteOptions &options) {
  auto &loaded = static_cast<CpuExecutable &>(executable).loaded;
  const LoadedProgram &program = *loaded;
  check_arguments(program, arguments);
  donate(program, arguments);

  std::unique_ptr<Launch> launch = program.take_launch();
  launch->program = loaded;
  launch->arguments = std::move(arguments);
  launch->for_each_argument([](CpuBuffer &buffer) { buffer.add_users(1); });
  std::vector<Shards> results = make_results(program, *launch);
  launch->time_limit =
      options.time_limit.count() > 0
          ? options.time_limit
          : std::chrono::milliseconds(time_limit_ms_.load(std::memory_order_relaxed));
  if (has_hook_.load(std::memory_order_acquire)) {
    std::lock_guard lock(hook_mutex_);
    launch->hook = hook_;
  }
  bool small = program.nanoseconds < small_run_ns && !launch->hook &&
               program.slow_runs.load(std::memory_order_relaxed) < slow_runs_in_a_row;
  if (!small) {
    dispatcher_->dispatch(std::move(launch), false);
    return results;
  }
  // The guess may be wrong: the first runs are timed, and then one in 64.
  int run = program.inline_runs.fetch_add(1, std::memory_order_relaxed);
  if (run >= 4 && run % 64 != 0) {
    dispatcher_->dispatch(std::move(launch), true);
    return results;
  }
  auto begin = std::chrono::steady_clock::now();
  dispatcher_->dispatch(std::move(launch), true);
  if (std::chrono::steady_clock::now() - begin < slow_run)
    program.slow_runs.store(0, std::memory_order_relaxed);
  else if (run > 0) // run 0 makes library code
    program.slow_runs.fetch_add(1, std::memory_order_relaxed);
  return results;
}

std::unique_ptr<Client> make_cpu_client(const ClientOptions &options) {
  if (options.devices < 1)
    throw UserError(fmt::format("a client of {} devices; it needs at least 1", options.devices));
  return std::make_unique<CpuClient>(options);
}

} // namespace brigade::runtime
