#pragma once

#include "runtime/steps/step.h"

namespace brigade::runtime {

/// A kernel's pointer table and arguments. Used by kernel steps and by the epilogues of products.
class KernelCall {
public:
  KernelCall(const schedule::KernelStep &step, const KernelCode &code);

  /// Fills `pointers`, which has room for pointer_count().
  void gather(const StepContext &context, int32_t position, void **pointers) const {
    for (size_t i = 0; i < step_.buffers.size(); ++i)
      pointers[i] = context.address(step_.buffers[i], position);
  }
  int run(void *const *pointers, int64_t begin, int64_t end) const {
    return function_(pointers, step_.extents.data(), begin, end);
  }
  size_t pointer_count() const { return step_.buffers.size(); }
  const schedule::KernelStep &step() const { return step_; }

private:
  schedule::KernelStep step_;
  KernelFn function_;
};

} // namespace brigade::runtime
