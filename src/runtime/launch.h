#pragma once

#include "runtime/loaded_program.h"

#include <chrono>
#include <optional>

namespace brigade::runtime {

class Dispatcher;

/// One run of a program on all its devices: a run state (a program counter) for each device, and
/// the meetings where devices wait for each other. No device owns a thread: whoever has time
/// advances one until it parks at a meeting or ends.
///
/// For example, two devices and the steps [kernel, all_reduce, kernel]: a thread advances device 0
/// through the first kernel to the meeting, where it parks, and is free; another (or the same)
/// advances device 1 to the meeting, which is then full, performs the all_reduce for both, queues
/// device 0 again and goes on with device 1.
class Launch {
public:
  using Clock = std::chrono::steady_clock;

  explicit Launch(const LoadedProgram &program);

  // What the client fills in before it is dispatched.
  std::shared_ptr<const LoadedProgram> program;
  std::vector<Shards> arguments;
  /// The distinct result buffers: of a Result, one a sharing group; of an Argument, one a distinct
  /// buffer; of a Constant, one.
  struct ResultHandle {
    std::shared_ptr<CpuBuffer> buffer;
    int32_t result, group;
    int32_t position; ///< The first that holds it.
  };
  std::vector<ResultHandle> results;
  Clock::duration time_limit{};
  std::shared_ptr<const StepHook> hook;
  Dispatcher *dispatcher = nullptr;
  Pool *pool = nullptr; ///< None while it runs on its caller's thread.

  // Guarded by the dispatcher's mutex.
  int pending = 0; ///< Devices and inputs that it waits for.
  std::shared_ptr<Event> event;
  std::vector<bool> released; ///< Positions that have left their device's queue.

  /// Calls f with each argument buffer: once for each stretch of equal neighbours, so most often
  /// once for each buffer.
  template <class F> void for_each_argument(F &&f) const {
    for (const Shards &shards : arguments)
      for (size_t d = 0; d < shards.size(); ++d)
        if (d == 0 || shards[d] != shards[d - 1])
          f(static_cast<CpuBuffer &>(*shards[d]));
  }

  /// Takes memory. Returns the error that keeps the run from starting: a failed input, a capacity
  /// exceeded.
  std::shared_ptr<const RuntimeError> prepare();
  /// Advances all devices in turn on this thread, to the end.
  void run_here();
  /// Queues all devices but `first`, and advances that.
  void run_on_pool();
  void advance(int32_t position, std::vector<int32_t> *local);

  /// Marks the run failed and its parked devices over. False where it had failed or ended before.
  /// `all_over`: nobody is left to finish the launch. Called by the dispatcher.
  bool mark_failed(std::shared_ptr<const RuntimeError> error, bool &all_over);
  bool is_over(int32_t position) const;
  std::shared_ptr<const RuntimeError> error() const;
  /// What to say of a meeting that has waited longer than the limit, if there is one.
  std::shared_ptr<const RuntimeError> overdue(Clock::time_point now) const;

  /// Lets go of arguments, results and temporaries. After the last device is over.
  void drop_memory();
  /// Makes it ready for the next use.
  void reset(int32_t devices);

private:
  enum class Status : uint8_t { Queued, Running, Parked, Over };
  struct State {
    std::atomic<int32_t> pc{0}; ///< Written by who advances the device, read by overdue().
    Status status = Status::Queued;
  };
  struct Meeting {
    int32_t arrived = 0, pc = -1;
    Clock::time_point since;
  };
  enum class Met { Parked, GoOn };

  Met meet(int32_t position, int32_t pc, const LoadedStep &step, std::vector<int32_t> *local);
  bool perform(int32_t pc, int32_t group, int32_t position);
  void call_hook(int32_t position, int32_t pc) const;
  void retire(int32_t position);
  void queue(const std::vector<int32_t> &positions, int32_t except, std::vector<int32_t> *local);
  StorageRef adopt_argument(const ResultPlan &plan, int32_t group);
  void fail(const std::string &text, int32_t pc);
  std::string describe_absent(int32_t position) const;

  std::vector<std::byte *> bases_;
  std::vector<StorageRef> arenas_;

  mutable std::mutex mutex_; ///< Guards statuses, meetings, over_ and error_.
  std::unique_ptr<State[]> states_;
  std::vector<Meeting> meetings_;
  int32_t over_ = 0;
  std::atomic<bool> failed_{false};
  std::shared_ptr<const RuntimeError> error_;
};

} // namespace brigade::runtime
