#include "compiler/emit/index.h"

#include <numeric>

namespace brigade::compiler::emit {

namespace arith = mlir::arith;

MemoKey key_of(Value v, const Point &p) {
  auto word = [](Value x) { return reinterpret_cast<uintptr_t>(x.getAsOpaquePointer()); };
  MemoKey key{word(v), word(p.mask)};
  for (const Ix &ix : p.at) {
    key.push_back(word(ix.lanes ? ix.lanes : ix.base));
    key.push_back(ix.lanes ? ~uintptr_t{0} : static_cast<uintptr_t>(ix.step));
  }
  return key;
}

Ix uniform(Value base) { return {base, 0, 0, {}}; }

Value lane_values(Lanes &l, const Ix &ix) {
  if (ix.lanes)
    return ix.lanes;
  if (ix.step == 0 || l.width == 1)
    return ix.base;
  MemoKey key{uintptr_t(-2), reinterpret_cast<uintptr_t>(ix.base.getAsOpaquePointer()),
              static_cast<uintptr_t>(ix.step)};
  if (Value known = l.remembered(key))
    return known;
  V numbers(l.lane_numbers(l.b.getI64Type()), l);
  Value result =
      ix.step == 1 ? V(ix.base, l) + numbers : V(ix.base, l) + numbers * V(l.i64(ix.step), l);
  l.remember(std::move(key), result);
  return result;
}

Ix scaled(Lanes &l, Ix ix, int64_t factor) {
  if (factor == 1)
    return ix;
  if (ix.lanes)
    return {{}, 0, 0, V(ix.lanes, l) * V(l.i64(factor), l)};
  return {l.mul(ix.base, l.i64(factor)), ix.step * factor, ix.run * factor, {}};
}

Ix shifted(Lanes &l, Ix ix, Value offset) {
  if (constant_of(offset) == 0)
    return ix;
  if (ix.lanes)
    return {{}, 0, 0, V(ix.lanes, l) + V(offset, l)};
  return {l.add(ix.base, offset), ix.step, 0, {}};
}

Ix sum(Lanes &l, Ix a, Ix c) {
  if (a.lanes || c.lanes)
    return {{}, 0, 0, V(lane_values(l, a), l) + V(lane_values(l, c), l)};
  // What is uniform is taken to be a multiple of the other's run: true of an outer index that was
  // scaled by the inner size.
  int64_t run = a.is_uniform() ? c.run : c.is_uniform() ? a.run : 0;
  return {l.add(a.base, c.base), a.step + c.step, run, {}};
}

namespace {

/// ix / size and ix % size.
std::pair<Ix, Ix> split(Lanes &l, const Ix &ix, int64_t size) {
  Value divisor = l.i64(size);
  if (ix.is_uniform())
    return {uniform(l.div(ix.base, divisor)), uniform(l.rem(ix.base, divisor))};
  if (!ix.lanes && ix.run > 0 && size % ix.run == 0)
    return {uniform(l.div(ix.base, divisor)), {l.rem(ix.base, divisor), ix.step, ix.run, {}}};
  if (!ix.lanes && ix.step % size == 0)
    return {{l.div(ix.base, divisor), ix.step / size, ix.run / size, {}},
            uniform(l.rem(ix.base, divisor))};
  // Lanes differ in both. 32 bits hold the numbers of most arrays, and divide faster; 64 are always
  // right.
  Value numbers = lane_values(l, ix);
  Value divisors = l.spread(divisor);
  Value quotient = l.b.create<arith::DivUIOp>(l.loc, numbers, divisors);
  Value remainder = V(numbers, l) - V(quotient, l) * V(divisors, l);
  return {{{}, 0, 0, quotient}, {{}, 0, 0, remainder}};
}

} // namespace

Index remap(Lanes &l, llvm::ArrayRef<int64_t> from, const Index &ix, llvm::ArrayRef<int64_t> to) {
  if (from == to)
    return ix;
  Index out(to.size(), uniform(l.i64(0)));
  size_t i = 0, j = 0;
  while (i < from.size() && j < to.size()) {
    if (from[i] == 1) {
      ++i;
      continue;
    }
    if (to[j] == 1) {
      ++j;
      continue;
    }
    // The shortest groups of dimensions from here on that hold equally many elements.
    size_t i_end = i + 1, j_end = j + 1;
    int64_t a = from[i], b = to[j];
    while (a != b) {
      if (a < b)
        a *= from[i_end++];
      else
        b *= to[j_end++];
    }
    Ix number = ix[i];
    for (size_t d = i + 1; d < i_end; ++d)
      number = from[d] == 1 ? number : sum(l, scaled(l, number, from[d]), ix[d]);
    for (size_t d = j_end; d-- > j + 1;)
      if (to[d] != 1)
        std::tie(number, out[d]) = split(l, number, to[d]);
    out[j] = number;
    i = i_end;
    j = j_end;
  }
  return out;
}

Index delinearize(Lanes &l, Value number, llvm::ArrayRef<int64_t> shape) {
  int64_t count = std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
  return remap(l, {count}, {uniform(number)}, shape);
}

Ix linearize(Lanes &l, const Index &ix, llvm::ArrayRef<int64_t> shape) {
  Ix number = uniform(l.i64(0));
  for (size_t d = 0; d < shape.size(); ++d)
    number = shape[d] == 1 ? number : sum(l, scaled(l, number, shape[d]), ix[d]);
  return number;
}

} // namespace brigade::compiler::emit
