#include "compiler/emit/choice.h"
#include "compiler/emit/kernel.h"
#include "compiler/emit/loops.h"

namespace brigade::compiler::emit {

using llvm::ArrayRef;
using llvm::SmallVector;
using mlir::arith::CmpIPredicate;

void write_loop(Kernel &k) {
  Lanes &l = k.l;
  loop(l, k.begin, k.end, l.i64(1), [&](Value iteration) {
    Kernel::Part part = k.part(iteration);
    over_lanes(l, part.low, part.high, k.plan.dims.back(), [&](const Ix &ix, Value mask) {
      Point p{part.outer, mask};
      p.at.push_back(ix);
      // All values before the first store: a result may lie where an input does.
      SmallVector<Value> values;
      for (Value root : k.roots())
        values.push_back(k.value_at(root, {remap(l, k.plan.dims, p.at, shape_of(root)), mask}));
      for (auto [output, value] : llvm::zip(k.outputs, values)) {
        BufferRef flat = output;
        flat.shape.assign(k.plan.dims.begin(), k.plan.dims.end());
        k.e.store(flat, p, value);
      }
    });
  });
}

namespace {

SmallVector<Value> flat_values(Kernel &k, const Point &p) {
  SmallVector<Value> values;
  for (Value root : k.roots())
    values.push_back(k.value_at(root, p));
  return values;
}

void store_flat(Kernel &k, const Point &p, ArrayRef<Value> values) {
  for (auto [output, value] : llvm::zip(k.outputs, values))
    k.e.store(output, p, value);
}

/// Whole vectors and the last part of one in one loop: only what touches memory tells them apart.
void write_long_flat(Kernel &k) {
  Lanes &l = k.l;
  Value width = l.i64(l.width);
  loop(l, k.begin, k.end, width, [&](Value i) {
    Value rest = l.sub(k.end, i);
    V whole = compare(CmpIPredicate::sge, V(rest, l), V(width, l));
    for (auto [input, buffer] : llvm::zip(k.fusion.getBody().getArguments(), k.inputs)) {
      if (buffer.shape.empty())
        continue;
      k.e.bind(input, [&, buffer = buffer](const Point &p) {
        Choice choice(l, buffer.dtype);
        choice.add(whole);
        return choice.value(
            p, [&](const Point &at) { return k.e.load(buffer, at); },
            [&](const Point &at) { return k.e.load(buffer, {at.at, first_lanes(l, rest)}); });
      });
    }
    Point p{{{i, 1, 0, {}}}, {}};
    SmallVector<Value> values = flat_values(k, p);
    when(l, whole.v, [&] { store_flat(k, p, values); });
    when(l, (whole ^ whole.constant(1)).v,
         [&] { store_flat(k, {p.at, first_lanes(l, rest)}, values); });
  });
}

} // namespace

void write_flat(Kernel &k) {
  if (k.plan.single_copy && k.l.width > 1) {
    write_long_flat(k);
    return;
  }
  over_lanes(k.l, k.begin, k.end, 0, [&](const Ix &ix, Value mask) {
    Point p{{ix}, mask};
    store_flat(k, p, flat_values(k, p));
  });
}

} // namespace brigade::compiler::emit
