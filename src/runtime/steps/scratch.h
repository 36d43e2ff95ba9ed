#pragma once

#include <cstddef>
#include <memory>

namespace brigade::runtime {

/// The pointers that a kernel is called with: on the stack where they are few.
class PointerTable {
public:
  explicit PointerTable(size_t count)
      : many_(count > few ? std::make_unique<void *[]>(count) : nullptr) {}
  void **data() { return many_ ? many_.get() : stack_; }

private:
  static constexpr size_t few = 24;
  void *stack_[few];
  std::unique_ptr<void *[]> many_;
};

/// At least `bytes` of the calling thread's own memory, 64-byte aligned; good until its next call
/// with the same `use`. Kept between calls.
enum class ScratchUse { Library, Operand, OtherOperand, Product, Count };
std::byte *thread_scratch(ScratchUse use, size_t bytes);

} // namespace brigade::runtime
