#pragma once

#include "runtime/allocator.h"
#include "runtime/event.h"

#include <memory>

namespace brigade::runtime {

struct BufferType {
  DType dtype;
  Shape shape;
  int64_t bytes;
  BufferType(DType dtype, Shape shape)
      : dtype(dtype), shape(std::move(shape)),
        bytes(element_count(this->shape) * static_cast<int64_t>(dtype_size(dtype))) {}
  BufferType(const BufferType &) = delete;
};

/// A handle on a Storage, which a run may still have to fill or even to allocate.
///
/// Donation: the run marks the handle deleted when it is launched and takes the storage when it
/// starts. Earlier launches that read the buffer may still be queued then, so each counts as a user
/// from its launch to its end, and the storage is taken by the donating run only where that is the
/// last user, else dropped by the last user.
class CpuBuffer final : public Buffer {
public:
  CpuBuffer(std::shared_ptr<const BufferType> type, const DeviceSet *devices)
      : type_(std::move(type)), devices_(devices) {}

  DType dtype() const override { return type_->dtype; }
  const Shape &shape() const override { return type_->shape; }
  int64_t bytes() const override { return type_->bytes; }
  bool is_ready() const override { return !event || !event->is_pending(); }
  void await() const override;
  const std::byte *data() const override;
  bool is_deleted() const override { return deleted_.load(std::memory_order_acquire); }

  const DeviceSet *devices() const { return devices_; }
  const std::shared_ptr<const BufferType> &type() const { return type_; }

  /// True for the one caller that may go on with the donation.
  bool mark_deleted() { return !deleted_.exchange(true, std::memory_order_acq_rel); }
  void unmark_deleted() { deleted_.store(false, std::memory_order_release); }
  void add_users(int count) { users_.fetch_add(count, std::memory_order_relaxed); }
  int users() const { return users_.load(std::memory_order_acquire); }
  /// Drops the storage where it was the last user of a deleted buffer.
  void drop_users(int count) {
    if (users_.fetch_sub(count, std::memory_order_acq_rel) == count && is_deleted())
      storage.reset();
  }

  std::shared_ptr<Event>
      event;          ///< The run that fills it; none: filled. Set before the buffer is handed out.
  StorageRef storage; ///< Set before the event is done.

private:
  std::shared_ptr<const BufferType> type_;
  const DeviceSet *devices_;
  std::atomic<bool> deleted_{false};
  std::atomic<int> users_{0};
};

} // namespace brigade::runtime
