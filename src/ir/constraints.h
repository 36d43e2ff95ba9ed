#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

namespace brigade::ir {

/// The classes of element types that operations ask for. Signless integers are signed, i1 is bool.
enum class Elements { Any, Bool, Int, Float, Bits, Signed, Number };

/// Whether `element` is in the class: Bits is Bool or Int, Number is Int or Float, Signed is a
/// signed Int or Float.
bool is_element_of(mlir::Type element, Elements elements);
/// Whether `type` is a ranked tensor of static shape whose elements are in the class.
bool is_tensor_of(mlir::Type type, Elements elements);
/// Whether `type` is a tensor of rank 0 with integer elements.
bool is_scalar_index(mlir::Type type);

/// Element i of each result depends on element i of each operand only; an operand of rank 0 counts
/// for every i.
template <class Op> class Elementwise : public mlir::OpTrait::TraitBase<Op, Elementwise> {};

/// f(a, b) equals f(b, a).
template <class Op> class Commutative : public mlir::OpTrait::TraitBase<Op, Commutative> {};

} // namespace brigade::ir
