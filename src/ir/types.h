#pragma once

#include "base/literal.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <optional>

/// Between MLIR's types and attributes and Brigade's.
namespace brigade::ir {

/// The dtype of an element type, or of a tensor's elements; none where programs cannot hold it.
std::optional<DType> find_dtype(mlir::Type type);
/// The same for a type that is known to be one of ours: that of a value of a verified program.
DType dtype_of(mlir::Type type);

/// i1 for bool, signless for signed integers, ui8 and so on for unsigned ones.
mlir::Type element_type(mlir::MLIRContext *context, DType dtype);
mlir::RankedTensorType tensor_type(mlir::MLIRContext *context, DType dtype,
                                   llvm::ArrayRef<int64_t> shape);

/// The elements that `value` stands for, splats written out, bools one byte each. Its type must be
/// one of ours.
Literal literal_of(mlir::DenseElementsAttr value);
/// The same of a constant's value, which a verified program has dense.
Literal literal_of(mlir::ElementsAttr value);

/// A splat where all elements have the same bits.
mlir::DenseElementsAttr attribute_of(mlir::MLIRContext *context, const Literal &literal);

/// All elements `value`, converted as static_cast does; bool is "not zero".
mlir::DenseElementsAttr splat_attribute(mlir::RankedTensorType type, double value);

} // namespace brigade::ir
