#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace brigade::runtime {

class Buffer;
using BufferPtr = std::shared_ptr<Buffer>;

/// One array: a buffer for each device position; replicas name the same buffer several times. A
/// single buffer is held without an allocation, since calls on one device handle these by the
/// hundred.
class Shards {
public:
  Shards() = default;
  explicit Shards(size_t count, const BufferPtr &value = nullptr) { assign(count, value); }
  Shards(std::initializer_list<BufferPtr> buffers) {
    for (const BufferPtr &buffer : buffers)
      push_back(buffer);
  }
  Shards(const Shards &) = default;
  Shards &operator=(const Shards &) = default;
  Shards(Shards &&other) noexcept
      : size_(std::exchange(other.size_, 0)), one_(std::move(other.one_)),
        more_(std::move(other.more_)) {}
  Shards &operator=(Shards &&other) noexcept {
    size_ = std::exchange(other.size_, 0);
    one_ = std::move(other.one_);
    more_ = std::move(other.more_);
    return *this;
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  BufferPtr *begin() { return size_ <= 1 ? &one_ : more_.data(); }
  BufferPtr *end() { return begin() + size_; }
  const BufferPtr *begin() const { return size_ <= 1 ? &one_ : more_.data(); }
  const BufferPtr *end() const { return begin() + size_; }
  BufferPtr &operator[](size_t i) { return begin()[i]; }
  const BufferPtr &operator[](size_t i) const { return begin()[i]; }
  BufferPtr &front() { return *begin(); }
  const BufferPtr &front() const { return *begin(); }
  const BufferPtr &back() const { return end()[-1]; }

  void push_back(BufferPtr buffer) {
    if (size_ == 0) {
      one_ = std::move(buffer);
    } else {
      if (size_ == 1)
        more_.push_back(std::move(one_));
      more_.push_back(std::move(buffer));
    }
    ++size_;
  }

private:
  void assign(size_t count, const BufferPtr &value) {
    size_ = count;
    if (count == 1)
      one_ = value;
    else if (count > 1)
      more_.assign(count, value);
  }

  size_t size_ = 0;
  BufferPtr one_;               ///< Where size_ is 1.
  std::vector<BufferPtr> more_; ///< Where size_ is more.
};

} // namespace brigade::runtime
