#pragma once

#include "transforms/jvp.h"

/// The shapes that derivative rules take, so that a table of them reads as algebra.
namespace brigade::transforms {

/// y = f(x): a function (x, y, dx) -> dy.
template <class F> JvpRule unary(F f) {
  return {[f](JvpContext &c) {
    c.set(0, f(c.operand(0), c.result(), c.tangent(0)));
    return mlir::success();
  }};
}

/// z = f(x, y): functions (x, y, z, dx) -> dz and (x, y, z, dy) -> dz, whose sum is the tangent.
template <class F, class G> JvpRule binary(F df_dx, G df_dy) {
  return {[df_dx, df_dy](JvpContext &c) {
    Value x = c.operand(0), y = c.operand(1), z = c.result(), from_x, from_y;
    if (Value dx = c.tangent(0))
      from_x = df_dx(x, y, z, dx);
    if (Value dy = c.tangent(1))
      from_y = df_dy(x, y, z, dy);
    c.set(0, sum_terms(from_x, from_y));
    return mlir::success();
  }};
}

/// No tangent, whatever the operands' tangents are.
inline JvpRule zero() { return {nullptr, true}; }

/// Linear in the operands listed, taken together: the operation itself, applied to their tangents.
/// Other operands stay.
JvpRule linear(llvm::SmallVector<unsigned> operands);
/// Linear in all operands together.
JvpRule linear_in_all();
/// Operand i becomes result i linearly, for each i alone: the operation on those tangents that
/// there are.
JvpRule linear_in_each();

} // namespace brigade::transforms
