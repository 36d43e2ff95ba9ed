#pragma once

#include "runtime/launch.h"

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace brigade::runtime {

/// Decides when a launch starts: once it is the first in the queue of each of its devices and its
/// inputs are there. Launches enter the queues of all their devices at once, so any two of them are
/// in the same order on every device they share.
///
/// Lock order: the dispatcher's mutex, then a launch's.
class Dispatcher {
public:
  Dispatcher(Pool &pool, size_t devices) : pool_(pool), queues_(devices) {}
  /// Waits for all launches to end.
  ~Dispatcher();

  /// Runs a small launch whose devices and inputs are free here and now, else arranges for it to
  /// run on the pool.
  void dispatch(std::unique_ptr<Launch> launch, bool small);

  /// Poisons the launch: its results fail at once; devices that are not in the middle of a step are
  /// free.
  void fail(Launch &launch, std::shared_ptr<const RuntimeError> error);
  /// The device at this position of a failed launch is out of its last step.
  void release(Launch &launch, int32_t position);
  /// All devices are over. Frees the launch.
  void finish(Launch &launch);

private:
  using Ready = std::vector<Launch *>;

  void begin(Launch &launch);
  void fail_before_start(Launch &launch, std::shared_ptr<const RuntimeError> error);
  /// True where the launch has failed just now and nobody is left to finish it.
  bool fail_locked(Launch &launch, std::shared_ptr<const RuntimeError> error, Ready &ready);
  void release_locked(Launch &launch, const LoadedProgram &program, int32_t position, Ready &ready);
  void wake_waiting_locked(Event &event, Ready &ready);
  void count_down_locked(Launch &launch, Ready &ready);
  void submit(const Ready &ready);
  void watch();

  Pool &pool_;
  std::mutex mutex_; ///< Guards everything below, and the parts of launches and events that say so.
  std::vector<std::deque<Launch *>> queues_; ///< By device.
  std::vector<Launch *> watched_; ///< Launches with meetings, whose time limits are looked after.
  int64_t in_flight_ = 0;
  std::condition_variable none_in_flight_, watched_changed_;
  bool stopping_ = false;
  std::thread watch_thread_; ///< Started with the first launch that needs it.
};

} // namespace brigade::runtime
