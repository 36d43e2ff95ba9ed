#pragma once

#include "brigade/error.h"

#include <atomic>
#include <memory>
#include <vector>

namespace brigade::runtime {

class Launch;

/// The end of a run, which every buffer that the run defines points to. Pending, then done or
/// failed for good.
class Event {
public:
  bool is_pending() const { return state_.load(std::memory_order_acquire) == pending; }
  bool has_failed() const { return state_.load(std::memory_order_acquire) == failed; }
  /// What failed; only where has_failed().
  const std::shared_ptr<const RuntimeError> &error() const { return error_; }

  void set_done() { set(done); }
  void set_failed(std::shared_ptr<const RuntimeError> error) {
    error_ = std::move(error);
    set(failed);
  }

  /// Returns once the run has ended; throws its error.
  void await() const {
    while (is_pending())
      state_.wait(pending, std::memory_order_acquire);
    if (has_failed())
      throw RuntimeError(*error_);
  }

  /// Launches that wait for this one. Guarded by the dispatcher's mutex.
  std::vector<Launch *> waiting;

private:
  enum : int { pending, done, failed };
  void set(int state) {
    state_.store(state, std::memory_order_release);
    state_.notify_all();
  }

  std::atomic<int> state_{pending};
  std::shared_ptr<const RuntimeError> error_;
};

} // namespace brigade::runtime
