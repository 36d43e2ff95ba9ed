#pragma once

#include "brigade/shape.h"

#include "llvm/ADT/ArrayRef.h"

namespace brigade::reference {

/// Walks the positions of a shape, row-major:  for (IndexWalk i(shape); i; ++i) use(*i,
/// i.position()); A shape with a size of 0 has none; a scalar has one.
class IndexWalk {
public:
  explicit IndexWalk(Shape shape)
      : shape_(std::move(shape)), index_(shape_.size(), 0), count_(element_count(shape_)) {}

  explicit operator bool() const { return position_ < count_; }
  const Shape &operator*() const { return index_; }
  int64_t operator[](size_t dimension) const { return index_[dimension]; }
  int64_t position() const { return position_; }

  IndexWalk &operator++() {
    ++position_;
    for (size_t d = shape_.size(); d-- > 0;) {
      if (++index_[d] < shape_[d])
        break;
      index_[d] = 0;
    }
    return *this;
  }

private:
  Shape shape_, index_;
  int64_t count_, position_ = 0;
};

/// The row-major position of an index in a shape.
inline int64_t position_in(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> index) {
  int64_t position = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    position = position * shape[d] + index[d];
  return position;
}

/// The entries of `index` at `dimensions`.
inline Shape pick(llvm::ArrayRef<int64_t> index, llvm::ArrayRef<int64_t> dimensions) {
  Shape out;
  for (int64_t d : dimensions)
    out.push_back(index[d]);
  return out;
}

/// The dimensions below `rank` that are not in `some`, ascending.
inline Shape other_dimensions(int64_t rank, llvm::ArrayRef<int64_t> some) {
  Shape out;
  for (int64_t d = 0; d < rank; ++d)
    if (!llvm::is_contained(some, d))
      out.push_back(d);
  return out;
}

} // namespace brigade::reference
