#include "stacks.h"

#include <cstring>

namespace brigade::test {

namespace {

/// [outer, size, inner] in bytes, of which row i of the middle is wanted.
struct Rows {
  int64_t outer = 1, size = 1, inner = 1;
  Rows(const Shape &shape, int64_t axis, DType dtype) {
    inner = dtype_size(dtype);
    for (size_t d = 0; d < shape.size(); ++d)
      (static_cast<int64_t>(d) < axis    ? outer
       : static_cast<int64_t>(d) == axis ? size
                                         : inner) *= shape[d];
  }
};

} // namespace

Literal take(const Literal &x, int64_t axis, int64_t index) {
  Shape shape = x.shape;
  shape.erase(shape.begin() + axis);
  Literal result(x.dtype, shape);
  Rows rows(x.shape, axis, x.dtype);
  for (int64_t o = 0; o < rows.outer; ++o)
    std::memcpy(result.bytes.data() + o * rows.inner,
                x.bytes.data() + (o * rows.size + index) * rows.inner, rows.inner);
  return result;
}

Literal stack(const std::vector<Literal> &parts, int64_t axis) {
  Shape shape = parts.front().shape;
  shape.insert(shape.begin() + axis, static_cast<int64_t>(parts.size()));
  Literal result(parts.front().dtype, shape);
  Rows rows(shape, axis, result.dtype);
  for (int64_t o = 0; o < rows.outer; ++o)
    for (size_t i = 0; i < parts.size(); ++i)
      std::memcpy(result.bytes.data() + (o * rows.size + i) * rows.inner,
                  parts[i].bytes.data() + o * rows.inner, rows.inner);
  return result;
}

} // namespace brigade::test
