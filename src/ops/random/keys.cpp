#include "ops/random/threefry.h"
#include "ops/whole.h"

namespace brigade::random {

using namespace ops;

Key key(int64_t seed, Loc loc) {
  const bool narrow = seed == static_cast<int32_t>(seed) || seed == static_cast<uint32_t>(seed);
  Literal data(DType::U32, {2});
  data.data<uint32_t>()[0] = narrow ? 0 : static_cast<uint32_t>(static_cast<uint64_t>(seed) >> 32);
  data.data<uint32_t>()[1] = static_cast<uint32_t>(seed);
  return {core::constant(data, false, loc)};
}

static Array joined(const Words &words, Loc loc) {
  const int64_t last = words.first.ndim();
  return lax::concatenate(
      {lax::expand_dims(words.first, {last}, loc), lax::expand_dims(words.second, {last}, loc)},
      static_cast<int>(last), loc);
}

Key split(const Key &key, int64_t count, Loc loc) {
  if (count < 0)
    fail(loc, "random::split: {} keys; the number must not be negative", count);
  check_key("split", key, loc);
  auto body = [&](std::span<const Array> a) {
    return joined(threefry(words_of({a[0]}, loc), positions({count}, loc), loc), loc);
  };
  return {as_one_program("random_split", Statics() << count, {key.data}, body, loc)};
}

Key fold_in(const Key &key, const Array &data, Loc loc) {
  if (!is_integer(data.dtype()) || data.ndim() != 0)
    fail(loc, "random::fold_in: the data is {}; it must be an integer scalar", name_of(data));
  check_key("fold_in", key, loc);
  auto body = [&](std::span<const Array> a) {
    const Words counter{scalar_integer(DType::U32, 0, loc),
                        lax::convert_element_type(a[1], DType::U32, loc)};
    return joined(threefry(words_of({a[0]}, loc), counter, loc), loc);
  };
  return {as_one_program("random_fold_in", "", {key.data, data}, body, loc)};
}

Array bits(const Key &key, const Shape &shape, DType dtype, Loc loc) {
  if (!is_unsigned_integer(dtype))
    fail(loc, "random::bits: dtype {}; it must be unsigned: u8, u16, u32 or u64",
         dtype_name(dtype));
  check_key("bits", key, loc);
  auto body = [&](std::span<const Array> a) {
    const Words words = threefry(words_of({a[0]}, loc), positions(shape, loc), loc);
    if (dtype != DType::U64)
      return lax::convert_element_type(lax::bitwise_xor(words.first, words.second, loc), dtype,
                                       loc);
    Array high = lax::convert_element_type(words.first, dtype, loc),
          low = lax::convert_element_type(words.second, dtype, loc);
    Array raised =
        lax::shift_left(high, lax::full(shape, scalar_integer(dtype, 32, loc), loc), loc);
    return lax::bitwise_or(raised, low, loc);
  };
  return as_one_program("random_bits", Statics() << dtype << shape, {key.data}, body, loc);
}

} // namespace brigade::random
