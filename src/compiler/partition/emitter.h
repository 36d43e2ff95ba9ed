#pragma once

#include "compiler/partition/reshard.h"

#include "mlir/IR/Builders.h"

/// Builds the operations that partitioning inserts.
namespace brigade::compiler {

/// Everything it builds has one location, and its collectives one reason.
class Emitter {
public:
  Emitter(const Grid &grid, mlir::OpBuilder &builder, mlir::Location location, std::string reason)
      : grid_(grid), builder_(builder), location_(location), reason_(std::move(reason)) {}

  mlir::Value all_reduce(mlir::Value, llvm::ArrayRef<uint8_t> axes, ir::Combiner);
  mlir::Value all_gather(mlir::Value, int64_t dim, llvm::ArrayRef<uint8_t> axes);
  mlir::Value all_to_all(mlir::Value, int64_t split_dim, int64_t concat_dim,
                         llvm::ArrayRef<uint8_t> axes);
  mlir::Value permute(mlir::Value, llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs);
  /// The part of `dim` that this device has along `axes`, padded with zeros where they do not
  /// divide it. The operation carries `brigade.split`, the groups in whose order the parts are
  /// numbered.
  mlir::Value split(mlir::Value, int64_t dim, llvm::ArrayRef<uint8_t> axes);
  mlir::Value apply(const ReshardPlan &, mlir::Value, const Layout &from,
                    llvm::ArrayRef<int64_t> global_shape);

  /// This device's index along `axes`, tensor<i32>.
  mlir::Value index(llvm::ArrayRef<uint8_t> axes);
  /// A constant tensor of one repeated value.
  mlir::Value splat(mlir::RankedTensorType, mlir::TypedAttr element);
  mlir::Value splat(mlir::RankedTensorType, int64_t value);
  mlir::Value combine(ir::Combiner, mlir::Value, mlir::Value);
  /// `value` with `filler` in the places where the global index along `dim`, split over `axes`, is
  /// `size` or more.
  mlir::Value mask(mlir::Value, int64_t dim, llvm::ArrayRef<uint8_t> axes, int64_t size,
                   mlir::TypedAttr filler);
  /// The index of each element along `dim` in the whole tensor: `shape` is local, elements are i32.
  mlir::Value positions(llvm::ArrayRef<int64_t> shape, int64_t dim, llvm::ArrayRef<uint8_t> axes);
  mlir::Value convert(mlir::Value, mlir::Type element);
  mlir::Value broadcast_scalar(mlir::Value, llvm::ArrayRef<int64_t> shape);
  mlir::Value slice(mlir::Value, int64_t dim, int64_t start, int64_t limit);

  mlir::OpBuilder &builder() { return builder_; }
  mlir::Location location() const { return location_; }

private:
  mlir::Operation *because(mlir::Operation *op);
  mlir::Attribute channel();
  mlir::DenseIntElementsAttr groups(llvm::ArrayRef<uint8_t> axes);

  const Grid &grid_;
  mlir::OpBuilder &builder_;
  mlir::Location location_;
  std::string reason_;
};

/// Replaces a region by the body of a reduction: two scalars in, their combination out.
void set_combiner_body(mlir::Region &, ir::Combiner, mlir::Type element, mlir::Location);

/// Rows of equal length as a dense tensor of i64.
mlir::DenseIntElementsAttr dense_rows(mlir::MLIRContext *,
                                      llvm::ArrayRef<llvm::SmallVector<int64_t>> rows);

} // namespace brigade::compiler
