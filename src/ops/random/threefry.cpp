#include "ops/random/threefry.h"

namespace brigade::ops {

using namespace lax;

void check_key(const char *function, const random::Key &key, Loc loc) {
  const Array &data = key.data;
  if (!data.has_value())
    fail(loc, "random::{}: the key has no value; make one with random::key(seed)", function);
  if (data.dtype() != DType::U32 || data.ndim() < 1 || data.shape(-1) != 2)
    fail(loc, "random::{}: the key is {}; a key is u32[2]: make one with random::key(seed)",
         function, name_of(data));
  if (data.ndim() > 1)
    fail(loc,
         "random::{}: a stack of keys, {}, where one is needed; take one by index, or use vmap",
         function, name_of(data));
}

Words words_of(const random::Key &key, Loc loc) {
  auto word = [&](int64_t i) {
    return lax::reshape(lax::slice(key.data, {i}, {i + 1}, {}, loc), {}, loc);
  };
  return {word(0), word(1)};
}

Words threefry(const Words &key, const Words &counter, Loc loc) {
  static constexpr int rotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const Shape &shape = counter.first.shape();
  auto number = [&](int64_t n) {
    return lax::full(shape, scalar_integer(DType::U32, n, loc), loc);
  };
  auto plus = [&](const Array &a, const Array &b) { return lax::add(a, b, loc); };
  auto flip = [&](const Array &a, const Array &b) { return lax::bitwise_xor(a, b, loc); };
  auto rotate = [&](const Array &a, int by) {
    return lax::bitwise_or(lax::shift_left(a, number(by), loc),
                           lax::shift_right_logical(a, number(32 - by), loc), loc);
  };
  const Array parity =
      flip(flip(key.first, key.second), scalar_integer(DType::U32, 0x1BD11BDA, loc));
  const Array schedule[3] = {lax::full(shape, key.first, loc), lax::full(shape, key.second, loc),
                             lax::full(shape, parity, loc)};
  Array x = plus(counter.first, schedule[0]), y = plus(counter.second, schedule[1]);
  for (int group = 0; group < 5; ++group) {
    for (int by : rotations[group % 2]) {
      x = plus(x, y);
      y = flip(x, rotate(y, by));
    }
    x = plus(x, schedule[(group + 1) % 3]);
    y = plus(plus(y, schedule[(group + 2) % 3]), number(group + 1));
  }
  return {x, y};
}

Words positions(const Shape &shape, Loc loc) {
  // Sums of iotas rather than a reshaped iota, so that a split array needs no data from elsewhere.
  const bool wide = element_count(shape) > (int64_t{1} << 32);
  const DType dtype = wide ? DType::U64 : DType::U32;
  const std::vector<int64_t> strides = row_major_strides(shape);
  Array position = lax::full(shape, scalar_integer(dtype, 0, loc), loc);
  for (size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] <= 1)
      continue;
    Array along = lax::broadcasted_iota(dtype, shape, static_cast<int>(d), loc);
    if (strides[d] != 1)
      along = lax::mul(along, lax::full(shape, scalar_integer(dtype, strides[d], loc), loc), loc);
    position = lax::add(position, along, loc);
  }
  if (!wide)
    return {lax::full(shape, scalar_integer(DType::U32, 0, loc), loc), position};
  Array high = lax::shift_right_logical(position,
                                        lax::full(shape, scalar_integer(dtype, 32, loc), loc), loc);
  return {lax::convert_element_type(high, DType::U32, loc),
          lax::convert_element_type(position, DType::U32, loc)};
}

} // namespace brigade::ops
