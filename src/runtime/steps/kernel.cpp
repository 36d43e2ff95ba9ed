#include "runtime/steps/kernel.h"

#include "runtime/steps/scratch.h"

#include <algorithm>
#include <cstring>

namespace brigade::runtime {

KernelCall::KernelCall(const schedule::KernelStep &step, const KernelCode &code)
    : step_(step), function_(code.functions[step.kernel]) {}

namespace {

class KernelAction final : public StepAction {
public:
  KernelAction(const schedule::Program &program, const schedule::KernelStep &step,
               const KernelCode &code)
      : call_(step, code) {
    int64_t bytes = 0;
    for (schedule::Id buffer : step.buffers)
      bytes += program.buffers[buffer].bytes;
    nanoseconds_ = 20 + std::max(0.15 * static_cast<double>(bytes),
                                 1.0 * static_cast<double>(step.iterations));
    splits_ = step.iterations > step.grain && nanoseconds_ > worth_splitting_ns;
  }

  double nanoseconds() const override { return nanoseconds_; }

  int perform(const StepContext &context, int32_t, int32_t position) const override {
    PointerTable pointers(call_.pointer_count());
    call_.gather(context, position, pointers.data());
    const schedule::KernelStep &step = call_.step();
    if (!splits_ || !context.pool)
      return call_.run(pointers.data(), 0, step.iterations);
    std::atomic<int> failure{0};
    context.pool->parallel_for(step.iterations, step.grain, [&](int64_t begin, int64_t end) {
      if (int code = call_.run(pointers.data(), begin, end))
        failure.store(code, std::memory_order_relaxed);
    });
    return failure.load(std::memory_order_relaxed);
  }

private:
  KernelCall call_;
  double nanoseconds_;
  bool splits_;
};

class CopyAction final : public StepAction {
public:
  CopyAction(const schedule::Program &program, const schedule::CopyStep &step)
      : step_(step), bytes_(program.buffers[step.to].bytes) {}

  double nanoseconds() const override { return 10 + 0.1 * static_cast<double>(bytes_); }

  int perform(const StepContext &context, int32_t, int32_t position) const override {
    std::byte *to = context.address(step_.to, position);
    const std::byte *from = context.address(step_.from, position);
    if (to == from)
      return 0;
    if (!context.pool || nanoseconds() < worth_splitting_ns)
      std::memcpy(to, from, bytes_);
    else
      context.pool->parallel_for(bytes_, 1 << 18, [&](int64_t begin, int64_t end) {
        std::memcpy(to + begin, from + begin, end - begin);
      });
    return 0;
  }

private:
  schedule::CopyStep step_;
  int64_t bytes_;
};

class PositionAction final : public StepAction {
public:
  explicit PositionAction(schedule::Id to) : to_(to) {}
  double nanoseconds() const override { return 5; }
  int perform(const StepContext &context, int32_t, int32_t position) const override {
    auto value = static_cast<uint32_t>(position);
    std::memcpy(context.address(to_, position), &value, sizeof value);
    return 0;
  }

private:
  schedule::Id to_;
};

} // namespace

std::unique_ptr<StepAction> make_kernel_action(const schedule::Program &program,
                                               const schedule::KernelStep &step,
                                               const KernelCode &code) {
  return std::make_unique<KernelAction>(program, step, code);
}

std::unique_ptr<StepAction> make_copy_action(const schedule::Program &program,
                                             const schedule::CopyStep &step) {
  return std::make_unique<CopyAction>(program, step);
}

std::unique_ptr<StepAction> make_position_action(const schedule::PositionStep &step) {
  return std::make_unique<PositionAction>(step.to);
}

} // namespace brigade::runtime
