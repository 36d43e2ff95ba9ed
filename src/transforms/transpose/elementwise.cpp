#include "transforms/transpose.h"

namespace brigade::transforms {

using namespace stablehlo;

void add_elementwise_transpose(TransposeRules &rules) {
  using C = TransposeContext &;
  auto add = [&]<class Op>(void (*rule)(C)) {
    rules.add<Op>([rule](C c) {
      rule(c);
      return mlir::success();
    });
  };
  add.operator()<NegOp>([](C c) { c.add(0, -c.cotangent()); });
  add.operator()<AddOp>([](C c) {
    c.add(0, c.cotangent());
    c.add(1, c.cotangent());
  });
  add.operator()<SubtractOp>([](C c) {
    c.add(0, c.cotangent());
    if (c.is_linear(1))
      c.add(1, -c.cotangent());
  });
  // A product has one linear side.
  add.operator()<MulOp>([](C c) {
    unsigned side = c.is_linear(0) ? 0 : 1;
    c.add(side, c.cotangent() * c.operand(1 - side));
  });
  add.operator()<DivOp>([](C c) { c.add(0, c.cotangent() / c.operand(1)); });
  add.operator()<ConvertOp>([](C c) { c.add(0, c.cotangent().convert(c.operand(0).element())); });
  add.operator()<ReducePrecisionOp>(
      [](C c) { c.add(0, c.emit.rebuild1(c.op, c.cotangent().get(), c.cotangent().type())); });
  add.operator()<SelectOp>([](C c) {
    Value where = c.operand(0), ct = c.cotangent(), zero = ct.like(0);
    if (c.is_linear(1))
      c.add(1, select(where, ct, zero));
    if (c.is_linear(2))
      c.add(2, select(where, zero, ct));
  });
}

} // namespace brigade::transforms
