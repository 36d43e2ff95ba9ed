#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

namespace brigade::runtime {

/// A small pool of threads for tasks, which never block, and for loops split over whoever is idle.
class Pool {
public:
  struct Task {
    void (*run)(void *object, int argument);
    void *object;
    int argument;
  };

  explicit Pool(int threads);
  /// Runs what has been submitted to its end first.
  ~Pool();
  Pool(const Pool &) = delete;

  int threads() const { return static_cast<int>(threads_.size()); }
  void submit(Task task) { submit(&task, 1); }
  void submit(const Task *tasks, size_t count);

  /// Calls f(begin, end) over pieces of [0, n), each beginning at a multiple of `grain`; returns
  /// when all are done. The caller works too. f must not throw, and must give the same whatever the
  /// pieces.
  template <class F> void parallel_for(int64_t n, int64_t grain, F &&f) {
    using Function = std::remove_reference_t<F>;
    split(
        n, grain,
        [](void *function, int64_t begin, int64_t end) {
          (*static_cast<Function *>(function))(begin, end);
        },
        const_cast<void *>(static_cast<const void *>(&f)));
  }

private:
  using LoopBody = void (*)(void *function, int64_t begin, int64_t end);

  /// A loop that is being split. Lives on the stack of the thread that asked for it.
  struct Loop {
    LoopBody body;
    void *function;
    int64_t n, piece;
    std::atomic<int64_t> next{0};
    std::atomic<int> helpers{0};
    void work();
  };

  void split(int64_t n, int64_t grain, LoopBody body, void *function);
  void worker();
  bool spin_for_work() const;

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;    ///< Guarded by mutex_.
  std::vector<Loop *> loops_; ///< Guarded by mutex_. Those that may have pieces left.
  std::atomic<int64_t> work_{
      0};            ///< Tasks and loops in the lists: what idle threads watch before they sleep.
  int sleeping_ = 0; ///< Guarded by mutex_.
  bool stopping_ = false; ///< Guarded by mutex_.
  std::vector<std::thread> threads_;
};

/// Tells the OpenMP runtime that oneDNN uses, if there is one, how many threads the calling
/// thread's loops get.
void use_openmp_threads(int threads);

/// True on threads of a Pool.
bool on_pool_thread();

} // namespace brigade::runtime
