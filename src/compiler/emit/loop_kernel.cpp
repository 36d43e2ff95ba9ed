#include "compiler/emit/kernel.h"
#include "compiler/emit/loops.h"

namespace brigade::compiler::emit {

void write_loop(Kernel &k) {
  Lanes &l = k.l;
  loop(l, k.begin, k.end, l.i64(1), [&](Value iteration) {
    Kernel::Part part = k.part(iteration);
    over_lanes(l, part.low, part.high, k.plan.dims.back(), [&](const Ix &ix, Value mask) {
      Point p{part.outer, mask};
      p.at.push_back(ix);
      // All values before the first store: a result may lie where an input does.
      llvm::SmallVector<Value> values;
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

void write_flat(Kernel &k) {
  Lanes &l = k.l;
  over_lanes(l, k.begin, k.end, 0, [&](const Ix &ix, Value mask) {
    llvm::SmallVector<Value> values;
    for (Value root : k.roots())
      values.push_back(k.value_at(root, {{ix}, mask}));
    for (auto [output, value] : llvm::zip(k.outputs, values))
      k.e.store(output, {{ix}, mask}, value);
  });
}

} // namespace brigade::compiler::emit
