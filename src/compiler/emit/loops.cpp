#include "compiler/emit/loops.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace brigade::compiler::emit {

namespace scf = mlir::scf;
using mlir::arith::CmpIPredicate;

void loop(Lanes &l, Value low, Value high, Value step, llvm::function_ref<void(Value)> body) {
  loop(l, low, high, step, {}, [&](Value i, const Carried &) -> Carried {
    body(i);
    return {};
  });
}

Carried loop(Lanes &l, Value low, Value high, Value step, const Carried &init,
             llvm::function_ref<Carried(Value, const Carried &)> body) {
  auto a = constant_of(low), c = constant_of(high), s = constant_of(step);
  if (a && c && *a >= *c)
    return init;
  if (a && c && s && *a + *s >= *c) // one turn
    return body(low, init);
  auto made = l.b.create<scf::ForOp>(l.loc, low, high, step, init);
  // The body is written once the loop stands in the kernel: functions that it calls are declared in
  // the kernel's module.
  mlir::Block *block = made.getBody();
  if (!block->empty())
    block->clear();
  OpBuilder::InsertionGuard guard(l.b);
  l.b.setInsertionPointToEnd(block);
  Lanes::Scope scope(l);
  Carried next = body(made.getInductionVar(), Carried(made.getRegionIterArgs()));
  l.b.create<scf::YieldOp>(l.loc, next);
  return Carried(made.getResults());
}

Carried nest(Lanes &l, llvm::ArrayRef<int64_t> dims, const Carried &init,
             llvm::function_ref<Carried(const Index &, const Carried &)> body) {
  Index at;
  std::function<Carried(const Carried &)> level = [&](const Carried &carried) -> Carried {
    if (at.size() == dims.size())
      return body(at, carried);
    return loop(l, l.i64(0), l.i64(dims[at.size()]), l.i64(1), carried,
                [&](Value i, const Carried &inner) {
                  at.push_back(uniform(i));
                  Carried next = level(inner);
                  at.pop_back();
                  return next;
                });
  };
  return level(init);
}

void when(Lanes &l, Value condition, llvm::function_ref<void()> body) {
  auto made = l.b.create<scf::IfOp>(l.loc, condition, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(l.b);
  l.b.setInsertionPointToStart(made.thenBlock());
  Lanes::Scope scope(l);
  body();
}

Value first_lanes(Lanes &l, Value count) {
  V number(l.lane_numbers(l.b.getI32Type()), l);
  return compare(CmpIPredicate::slt, number, truncate(V(count, l), l.b.getI32Type()));
}

void over_lanes(Lanes &l, Value low, Value high, int64_t size,
                llvm::function_ref<void(const Ix &, Value mask)> body) {
  if (l.width == 1) {
    loop(l, low, high, l.i64(1), [&](Value i) { body(uniform(i), {}); });
    return;
  }
  Value width = l.i64(l.width);
  Value rest = l.rem(l.sub(high, low), width);
  Value full = l.sub(high, rest);
  loop(l, low, full, width, [&](Value i) { body({i, 1, size, {}}, {}); });
  auto known = constant_of(rest);
  if (known == 0)
    return;
  auto tail = [&] { body({full, 1, size, {}}, first_lanes(l, rest)); };
  if (known) {
    Lanes::Scope scope(l);
    tail();
    return;
  }
  when(l, compare(CmpIPredicate::ne, V(rest, l), V(l.i64(0), l)), tail);
}

} // namespace brigade::compiler::emit
