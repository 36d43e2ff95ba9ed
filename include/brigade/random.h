#pragma once

#include "brigade/numpy.h"

/// Random numbers by explicit keys, as jax.random: threefry 2x32 in its partitionable form, so that
/// element i depends on the key and on i alone and a split array has the same bits on any devices.
/// With JAX's default configuration (32 bits) bits, split, fold_in, uniform on [0, 1), randint and
/// permutation are equal bit by bit, normal within 4 units in the last place.
namespace brigade::random {

/// A key or a stack of keys: u32[..., 2]. A tree of one leaf.
struct Key {
  Array data;
  /// Key i of a stack.
  Key operator[](Index i) const { return {data[i]}; }
};

/// From an integer. One that fits in 32 bits gives {0, its bits}; JAX drops the upper half of
/// others, which is kept here.
Key key(int64_t seed, Loc loc = Loc::current());
/// A stack of `count` new keys. Use `key` no more.
Key split(const Key &key, int64_t count = 2, Loc loc = Loc::current());
/// The same as separate keys: auto [a, b] = split_into<2>(key).
template <size_t n> std::array<Key, n> split_into(const Key &key, Loc loc = Loc::current()) {
  const Key keys = split(key, static_cast<int64_t>(n), loc);
  return [&]<size_t... i>(std::index_sequence<i...>) {
    return std::array<Key, n>{Key{keys.data[Index(i, loc)]}...};
  }(std::make_index_sequence<n>{});
}
/// A new key from a key and an integer.
Key fold_in(const Key &key, const Array &data, Loc loc = Loc::current());

/// Uniform bits of an unsigned dtype.
Array bits(const Key &key, const Shape &shape = {}, DType dtype = DType::U32,
           Loc loc = Loc::current());
/// Uniform on [low, high).
Array uniform(const Key &key, const Shape &shape = {}, DType dtype = DType::F32,
              const Array &low = 0.0, const Array &high = 1.0, Loc loc = Loc::current());
/// Mean 0, variance 1.
Array normal(const Key &key, const Shape &shape = {}, DType dtype = DType::F32,
             Loc loc = Loc::current());
/// Uniform integers in [low, high), low where high is not above it.
Array randint(const Key &key, const Shape &shape, const Array &low, const Array &high,
              DType dtype = DType::S32, Loc loc = Loc::current());
/// True with probability p.
Array bernoulli(const Key &key, const Array &p = 0.5, std::optional<Shape> shape = {},
                Loc loc = Loc::current());
/// 0, ..., n - 1 in random order. Outside jit only: it sorts on the host.
Array permutation(const Key &key, int64_t n, Loc loc = Loc::current());
/// The slices of x along `axis` in random order. The key must be concrete.
Array permutation(const Key &key, const Array &x, int axis = 0, Loc loc = Loc::current());
inline Array permutation(const Key &key, int n, Loc loc = Loc::current()) {
  return permutation(key, static_cast<int64_t>(n), loc);
}

} // namespace brigade::random
