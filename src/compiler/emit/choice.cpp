#include "compiler/emit/choice.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace brigade::compiler::emit {

using mlir::arith::CmpIPredicate;

void Choice::add(V condition) {
  V &all = Lanes::is_vector(condition) ? by_lane_ : whole_;
  all = all.v ? all & condition : condition;
}

void Choice::require_range(const Ix &ix, Value low, Value high) {
  V index(lane_values(l_, ix), l_);
  // As unsigned numbers, what is below low is large.
  add(compare(CmpIPredicate::ult, index - V(low, l_), V(high, l_) - V(low, l_)));
}

Value Choice::value(const Point &p, llvm::function_ref<Value(const Point &)> inside,
                    llvm::function_ref<Value(const Point &)> outside) {
  bool vector = by_lane_.v || !p.is_uniform();
  auto chosen = [&]() -> Value {
    Point q = p;
    if (by_lane_.v)
      q.mask = q.mask ? (V(q.mask, l_) & by_lane_).v : by_lane_.v;
    Value a = inside(q);
    if (!a || !by_lane_.v)
      return a;
    Value c = outside(p);
    return c ? select(by_lane_, V(a, l_), V(c, l_)).v : Value();
  };
  if (!whole_.v)
    return chosen();

  // The same for all lanes: a branch, so that only one side reads memory.
  auto branch = [&](mlir::Block &block, llvm::function_ref<Value()> make) -> Value {
    mlir::OpBuilder::InsertionGuard guard(l_.b);
    l_.b.setInsertionPointToEnd(&block);
    Lanes::Scope scope(l_);
    Value made = make();
    if (made && vector)
      made = l_.spread(made);
    if (made)
      l_.b.create<mlir::scf::YieldOp>(l_.loc, made);
    return made;
  };
  mlir::Block *then_block = new mlir::Block, *else_block = new mlir::Block;
  mlir::OperationState state(l_.loc, mlir::scf::IfOp::getOperationName());
  state.addOperands(whole_.v);
  state.addRegion()->push_back(then_block);
  state.addRegion()->push_back(else_block);
  // The type is known once a side has been written, and the operation must stand in the kernel
  // before that.
  state.addTypes(result_type(vector));
  auto choice = mlir::cast<mlir::scf::IfOp>(l_.b.create(state));
  Value a = branch(*then_block, chosen);
  Value c = a ? branch(*else_block, [&] { return outside(p); }) : Value();
  return c ? choice.getResult(0) : Value();
}

Type Choice::result_type(bool vector) const {
  Type scalar = compute_type(l_.b.getContext(), dtype_);
  return vector && l_.width > 1 ? l_.vector_of(scalar) : scalar;
}

} // namespace brigade::compiler::emit
