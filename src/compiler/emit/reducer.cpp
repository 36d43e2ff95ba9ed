#include "compiler/emit/reducer.h"

#include "compiler/emit/elemental.h"

#include <limits>

namespace brigade::compiler::emit {

using namespace stablehlo;

Reducer classify(mlir::Region &region) {
  mlir::Block &body = region.front();
  auto operations = body.without_terminator();
  mlir::Operation *terminator = body.getTerminator();
  if (body.getNumArguments() == 2 && llvm::hasSingleElement(operations)) {
    mlir::Operation *op = &*operations.begin();
    bool both = op->getNumOperands() == 2 && op->getNumResults() == 1 &&
                op->getOperand(0) != op->getOperand(1) &&
                llvm::is_contained(body.getArguments(), op->getOperand(0)) &&
                llvm::is_contained(body.getArguments(), op->getOperand(1));
    if (both && terminator->getOperand(0) == op->getResult(0) &&
        mlir::isa<AddOp, MulOp, MaxOp, MinOp, AndOp, OrOp, XorOp>(op))
      return {ReducerKind::Monoid, op};
  }
  bool selects = !operations.empty() && llvm::all_of(operations, [](mlir::Operation &op) {
    return mlir::isa<CompareOp, SelectOp, AndOp, OrOp, NotOp, MaxOp, MinOp>(op);
  });
  return {selects ? ReducerKind::Selection : ReducerKind::Ordered, nullptr};
}

Value identity_of(Lanes &l, mlir::Operation *op) {
  DType dtype = dtype_of_value(op->getResult(0));
  Type type = compute_type(l.b.getContext(), dtype);
  if (is_floating(dtype)) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    return l.constant(type, mlir::isa<MulOp>(op)   ? 1.0
                            : mlir::isa<MaxOp>(op) ? -infinity
                            : mlir::isa<MinOp>(op) ? infinity
                                                   : -0.0);
  }
  unsigned width = type.getIntOrFloatBitWidth();
  int64_t lowest = is_signed_integer(dtype) ? INT64_MIN >> (64 - width) : 0;
  // All bits set is the highest unsigned number, and true.
  int64_t highest = is_signed_integer(dtype) ? INT64_MAX >> (64 - width) : -1;
  if (mlir::isa<MulOp>(op))
    return l.constant_int(type, 1);
  if (mlir::isa<MaxOp>(op))
    return l.constant_int(type, lowest);
  if (mlir::isa<MinOp>(op))
    return l.constant_int(type, highest);
  return l.constant_int(type, mlir::isa<AndOp>(op) ? -1 : 0);
}

} // namespace brigade::compiler::emit
