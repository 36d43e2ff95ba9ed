#pragma once

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"

/// The constraints and helpers of algebra.td.
namespace brigade::compiler {

bool is_int(mlir::Value value); ///< Bools are none.
bool is_float(mlir::Value value);
bool is_rank_zero(mlir::Value value);

/// The one element that `value` consists of, seen through what only moves elements; null where it
/// is no such constant.
mlir::Attribute splat_element(mlir::Value value);

/// Whether all elements are `number`, which counts -0 and 0 of floats as different.
bool is_splat(mlir::Value value, double number);
bool is_all_ones(mlir::Value value); ///< Integers and bools.
bool is_lowest(mlir::Value value);   ///< The least element of the type: -infinity for floats.
bool is_highest(mlir::Value value);
/// Floats: a power of two, neither of it and its inverse denormal, so that x / c is x * (1 / c) to
/// the bit.
bool has_exact_inverse(mlir::Value value);

/// A constant of the type of `value` with all elements `number`; for vectors a repeated scalar.
mlir::Value splat_like(mlir::OpBuilder &builder, mlir::Location location, mlir::Value value,
                       double number);
/// 1 / value, for what has_exact_inverse.
mlir::Value inverse_of(mlir::OpBuilder &builder, mlir::Location location, mlir::Value value);

/// Whether each value of the elements of `from` is one of the elements of `to` as well.
bool holds_every_value(mlir::Value from, mlir::Value to);

bool is_identity(mlir::DenseI64ArrayAttr list);
bool is_all_zero(mlir::DenseI64ArrayAttr list);
/// i -> outer[inner[i]]
mlir::DenseI64ArrayAttr compose(mlir::Builder &builder, mlir::DenseI64ArrayAttr outer,
                                mlir::DenseI64ArrayAttr inner);
/// i -> the position at which `list` has values[i]
mlir::DenseI64ArrayAttr place_in(mlir::Builder &builder, mlir::DenseI64ArrayAttr values,
                                 mlir::DenseI64ArrayAttr list);

} // namespace brigade::compiler
