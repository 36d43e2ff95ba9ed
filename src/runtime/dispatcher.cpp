#include "runtime/dispatcher.h"

#include <algorithm>

namespace brigade::runtime {

Dispatcher::~Dispatcher() {
  {
    std::unique_lock lock(mutex_);
    none_in_flight_.wait(lock, [&] { return in_flight_ == 0; });
    stopping_ = true;
    watched_changed_.notify_all();
  }
  if (watch_thread_.joinable())
    watch_thread_.join();
}

void Dispatcher::dispatch(std::unique_ptr<Launch> owned, bool small) {
  Launch &launch = *owned.release(); // freed by finish()
  launch.dispatcher = this;
  bool here, now;
  {
    std::lock_guard lock(mutex_);
    int pending = 0;
    for (const CpuDevice *device : launch.program->devices) {
      std::deque<Launch *> &queue = queues_[device->id()];
      pending += !queue.empty();
      queue.push_back(&launch);
    }
    bool inputs_ready = true;
    launch.for_each_argument([&](const CpuBuffer &buffer) { inputs_ready &= buffer.is_ready(); });
    here = small && inputs_ready && pending == 0;
    if (!here) {
      launch.pool = &pool_;
      launch.event = std::make_shared<Event>();
      for (Launch::ResultHandle &handle : launch.results)
        handle.buffer->event = launch.event;
      launch.for_each_argument([&](const CpuBuffer &buffer) {
        if (buffer.is_ready())
          return;
        std::vector<Launch *> &waiting = buffer.event->waiting;
        if (waiting.empty() || waiting.back() != &launch) {
          waiting.push_back(&launch);
          ++pending;
        }
      });
      if (launch.program->meetings > 0) {
        watched_.push_back(&launch);
        if (!watch_thread_.joinable())
          watch_thread_ = std::thread([this] { watch(); });
        if (watched_.size() == 1)
          watched_changed_.notify_all();
      }
    }
    launch.pending = pending;
    now = pending == 0;
    ++in_flight_;
  }
  if (here)
    begin(launch);
  else if (now)
    submit({&launch});
}

/// The launch may run: on this thread where it has no pool, else on the pool, of which this is a
/// thread.
void Dispatcher::begin(Launch &launch) {
  if (std::shared_ptr<const RuntimeError> error = launch.prepare())
    fail_before_start(launch, std::move(error));
  else if (launch.pool)
    launch.run_on_pool();
  else
    launch.run_here();
}

void Dispatcher::fail_before_start(Launch &launch, std::shared_ptr<const RuntimeError> error) {
  fail(launch, std::move(error));
  finish(launch);
}

void Dispatcher::submit(const Ready &ready) {
  for (Launch *launch : ready)
    pool_.submit({[](void *launch, int) {
                    auto *it = static_cast<Launch *>(launch);
                    it->dispatcher->begin(*it);
                  },
                  launch, 0});
}

void Dispatcher::count_down_locked(Launch &launch, Ready &ready) {
  if (--launch.pending == 0)
    ready.push_back(&launch);
}

void Dispatcher::wake_waiting_locked(Event &event, Ready &ready) {
  for (Launch *waiting : event.waiting)
    count_down_locked(*waiting, ready);
  event.waiting.clear();
}

void Dispatcher::release_locked(Launch &launch, const LoadedProgram &program, int32_t position,
                                Ready &ready) {
  if (launch.released[position])
    return;
  launch.released[position] = true;
  std::deque<Launch *> &queue = queues_[program.devices[position]->id()];
  queue.pop_front(); // a launch that runs is the first
  if (!queue.empty())
    count_down_locked(*queue.front(), ready);
}

void Dispatcher::release(Launch &launch, int32_t position) {
  Ready ready;
  {
    std::lock_guard lock(mutex_);
    release_locked(launch, *launch.program, position, ready);
  }
  submit(ready);
}

bool Dispatcher::fail_locked(Launch &launch, std::shared_ptr<const RuntimeError> error,
                             Ready &ready) {
  bool all_over = false;
  if (!launch.mark_failed(error, all_over))
    return false;
  if (!launch.event) { // it runs on its caller's thread, who has not seen the results yet
    launch.event = std::make_shared<Event>();
    for (Launch::ResultHandle &handle : launch.results)
      handle.buffer->event = launch.event;
  }
  launch.event->set_failed(std::move(error));
  wake_waiting_locked(*launch.event, ready);
  for (int32_t d = 0; d < launch.program->program.devices; ++d)
    if (launch.is_over(d))
      release_locked(launch, *launch.program, d, ready);
  return all_over;
}

void Dispatcher::fail(Launch &launch, std::shared_ptr<const RuntimeError> error) {
  Ready ready;
  bool all_over;
  {
    std::lock_guard lock(mutex_);
    all_over = fail_locked(launch, std::move(error), ready);
  }
  submit(ready);
  if (all_over)
    finish(launch);
}

void Dispatcher::finish(Launch &launch) {
  // Memory first: a launch that starts next may take what this one lets go.
  launch.drop_memory();
  std::shared_ptr<const LoadedProgram> program;
  Ready ready;
  {
    std::lock_guard lock(mutex_);
    program = std::move(launch.program);
    std::shared_ptr<Event> event = std::move(launch.event);
    if (event && event->is_pending()) {
      event->set_done();
      wake_waiting_locked(*event, ready);
    }
    for (int32_t d = 0; d < program->program.devices; ++d)
      release_locked(launch, *program, d, ready);
    if (!watched_.empty())
      std::erase(watched_, &launch);
    if (--in_flight_ == 0)
      none_in_flight_.notify_all();
  }
  submit(ready);
  launch.reset(program->program.devices);
  program->keep_launch(std::unique_ptr<Launch>(&launch));
}

void Dispatcher::watch() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (watched_.empty()) {
      watched_changed_.wait(lock, [&] { return stopping_ || !watched_.empty(); });
      continue;
    }
    // Often enough to be late by an eighth of the limit at most.
    Launch::Clock::duration interval = std::chrono::seconds(1);
    for (Launch *launch : watched_)
      interval = std::min(interval, launch->time_limit / 8);
    watched_changed_.wait_for(
        lock, std::max<Launch::Clock::duration>(interval, std::chrono::milliseconds(2)));
    Launch::Clock::time_point now = Launch::Clock::now();
    for (size_t i = 0; i < watched_.size(); ++i) {
      Launch &launch = *watched_[i];
      std::shared_ptr<const RuntimeError> error = launch.overdue(now);
      if (!error)
        continue;
      // Under the lock the launch cannot end. Afterwards a device that is in the middle of a step
      // will end it, or all are over and nobody else does.
      watched_.erase(watched_.begin() + static_cast<std::ptrdiff_t>(i));
      Ready ready;
      bool all_over = fail_locked(launch, std::move(error), ready);
      lock.unlock();
      submit(ready);
      if (all_over)
        finish(launch);
      lock.lock();
      break;
    }
  }
}

} // namespace brigade::runtime
