#include "runtime/pool.h"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>

namespace brigade::runtime {
namespace {

thread_local bool is_pool_thread = false;

/// How long a thread without work watches for more before it sleeps: about what waking it would
/// cost.
constexpr auto spin_time = std::chrono::microseconds(40);

void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

} // namespace

bool on_pool_thread() { return is_pool_thread; }

void use_openmp_threads(int threads) {
  // By name: whichever runtime oneDNN was linked with, or none.
  static const auto set_threads =
      reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (set_threads)
    set_threads(threads);
}

Pool::Pool(int threads) {
  threads_.reserve(std::max(1, threads));
  for (int i = 0; i < std::max(1, threads); ++i)
    threads_.emplace_back([this] { worker(); });
}

Pool::~Pool() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread &thread : threads_)
    thread.join();
}

void Pool::submit(const Task *tasks, size_t count) {
  int wake;
  {
    std::lock_guard lock(mutex_);
    tasks_.insert(tasks_.end(), tasks, tasks + count);
    work_.fetch_add(static_cast<int64_t>(count), std::memory_order_release);
    wake = std::min<int>(sleeping_, static_cast<int>(count));
  }
  for (int i = 0; i < wake; ++i)
    wake_.notify_one();
}

bool Pool::spin_for_work() const {
  auto end = std::chrono::steady_clock::now() + spin_time;
  do {
    for (int i = 0; i < 64; ++i) {
      if (work_.load(std::memory_order_acquire) > 0)
        return true;
      relax();
    }
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

void Pool::worker() {
  is_pool_thread = true;
  use_openmp_threads(1);
  std::unique_lock lock(mutex_);
  for (;;) {
    if (!tasks_.empty()) {
      Task task = tasks_.front();
      tasks_.pop_front();
      work_.fetch_sub(1, std::memory_order_relaxed);
      lock.unlock();
      task.run(task.object, task.argument);
      lock.lock();
    } else if (!loops_.empty()) {
      Loop *loop = loops_.back();
      loop->helpers.fetch_add(1, std::memory_order_relaxed);
      lock.unlock();
      loop->work();
      lock.lock();
      // No piece is left: nobody else need look at it. Its owner finds it gone or takes it out
      // itself.
      if (auto at = std::find(loops_.begin(), loops_.end(), loop); at != loops_.end()) {
        loops_.erase(at);
        work_.fetch_sub(1, std::memory_order_relaxed);
      }
      loop->helpers.fetch_sub(1, std::memory_order_release); // the owner may return now
    } else if (stopping_) {
      return;
    } else {
      lock.unlock();
      bool found = spin_for_work();
      lock.lock();
      if (!found) {
        ++sleeping_;
        wake_.wait(lock, [&] { return stopping_ || !tasks_.empty() || !loops_.empty(); });
        --sleeping_;
      }
    }
  }
}

void Pool::Loop::work() {
  for (;;) {
    int64_t begin = next.fetch_add(piece, std::memory_order_relaxed);
    if (begin >= n)
      return;
    body(function, begin, std::min(n, begin + piece));
  }
}

void Pool::split(int64_t n, int64_t grain, LoopBody body, void *function) {
  if (n <= 0)
    return;
  grain = std::max<int64_t>(grain, 1);
  int64_t grains = (n + grain - 1) / grain;
  // A few pieces a thread, so that one that starts late still helps.
  int64_t pieces = std::min<int64_t>(grains, 4 * threads());
  if (pieces < 2 || threads() < 2) {
    body(function, 0, n);
    return;
  }
  Loop loop{body, function, n, (grains + pieces - 1) / pieces * grain};
  bool wake;
  {
    std::lock_guard lock(mutex_);
    loops_.push_back(&loop);
    work_.fetch_add(1, std::memory_order_release);
    wake = sleeping_ > 0;
  }
  if (wake)
    wake_.notify_all();
  loop.work();
  {
    std::lock_guard lock(mutex_);
    if (auto at = std::find(loops_.begin(), loops_.end(), &loop); at != loops_.end()) {
      loops_.erase(at);
      work_.fetch_sub(1, std::memory_order_relaxed);
    }
  }
  for (int spins = 0; loop.helpers.load(std::memory_order_acquire) > 0; ++spins)
    spins < 2000 ? relax() : std::this_thread::yield();
}

} // namespace brigade::runtime
