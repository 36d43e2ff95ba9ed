#pragma once

#include "ir/dialects.h"

#include "mlir/IR/Builders.h"

/// Operations made often, in one call.
namespace brigade::ir {

/// A constant with all elements `value`, which is converted to the element type as static_cast
/// does; bool is "not zero".
mlir::Value splat(mlir::OpBuilder &builder, mlir::Location location, mlir::RankedTensorType type,
                  double value);
/// A scalar constant of `element` type.
mlir::Value scalar(mlir::OpBuilder &builder, mlir::Location location, mlir::Type element,
                   double value);

/// Fills an empty region with one block of two scalars of `element` type that returns Op(first,
/// second). What the bodies of reduce, scatter, all_reduce and reduce_scatter are.
template <class Op>
void build_reducer(mlir::OpBuilder &builder, mlir::Location location, mlir::Region &region,
                   mlir::Type element) {
  mlir::OpBuilder::InsertionGuard guard(builder);
  mlir::Type scalar = mlir::RankedTensorType::get({}, element);
  mlir::Block *block =
      builder.createBlock(&region, region.end(), {scalar, scalar}, {location, location});
  mlir::Value result = builder.create<Op>(location, block->getArgument(0), block->getArgument(1));
  builder.create<stablehlo::ReturnOp>(location, result);
}

/// reduce(input, init) over `dims` by Op: AddOp, MulOp, MaxOp, MinOp, AndOp, OrOp, XorOp.
template <class Op>
stablehlo::ReduceOp build_reduce(mlir::OpBuilder &builder, mlir::Location location,
                                 mlir::Value input, mlir::Value init,
                                 llvm::ArrayRef<int64_t> dims) {
  auto reduce = builder.create<stablehlo::ReduceOp>(location, mlir::ValueRange{input},
                                                    mlir::ValueRange{init}, dims);
  auto type = mlir::cast<mlir::RankedTensorType>(input.getType());
  build_reducer<Op>(builder, location, reduce.getBody(), type.getElementType());
  return reduce;
}

/// Groups of devices, one row each, as collectives take them. All rows must be equally long.
mlir::DenseIntElementsAttr replica_groups(mlir::MLIRContext *context,
                                          llvm::ArrayRef<llvm::SmallVector<int64_t>> groups);

} // namespace brigade::ir
