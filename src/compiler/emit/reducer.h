#pragma once

#include "compiler/emit/lanes.h"
#include "ir/dialects.h"

namespace brigade::compiler::emit {

/// What is known of the region of a reduction.
enum class ReducerKind {
  Monoid,    ///< One operation with an identity, of both arguments: a sum, a maximum.
  Selection, ///< Compares and selects, like argmax: any order gives the same.
  Ordered,   ///< Anything else: elements are combined in their order.
};

struct Reducer {
  ReducerKind kind = ReducerKind::Ordered;
  mlir::Operation *op = nullptr; ///< Monoid: the operation.
};

Reducer classify(mlir::Region &body);

/// The monoid's identity among the values that one computes with.
Value identity_of(Lanes &l, mlir::Operation *op);

} // namespace brigade::compiler::emit
