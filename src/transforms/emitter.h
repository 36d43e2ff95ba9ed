#pragma once

#include "ir/dialects.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cstdint>
#include <optional>

/// Programs as algebra: what the rules of jvp, transposition and batching write with.
namespace brigade::transforms {

using mlir::RankedTensorType;
using Dims = llvm::SmallVector<int64_t, 6>;

/// first, first + 1, ... up to last, which is not in it.
inline Dims range(int64_t first, int64_t last) {
  auto numbers = llvm::seq(first, last);
  return Dims(numbers.begin(), numbers.end());
}

class Value;

/// The names of the reductions that have algebra of their own. `Overwrite` is a scatter's body that
/// returns the update.
enum class BodyKind { Add, Multiply, Maximum, Minimum, And, Or, Overwrite, Other };

/// Writes operations at one place, under one location: that of the operation which they derive
/// from.
class Emitter {
public:
  Emitter(mlir::OpBuilder builder, mlir::Location loc) : builder(builder), loc(loc) {}
  static Emitter before(mlir::Operation *op) { return {mlir::OpBuilder(op), op->getLoc()}; }
  static Emitter after(mlir::Operation *op) {
    mlir::OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    return {builder, op->getLoc()};
  }

  mlir::OpBuilder builder;
  mlir::Location loc;

  Value wrap(mlir::Value v);

  struct Attr {
    llvm::StringRef name;
    mlir::Attribute value;
  };
  template <class Op>
  Op create(mlir::TypeRange results, mlir::ValueRange operands, llvm::ArrayRef<Attr> attrs = {}) {
    return builder.create<Op>(loc, results, operands, named(attrs));
  }
  template <class Op>
  Value create1(mlir::Type result, mlir::ValueRange operands, llvm::ArrayRef<Attr> attrs = {});

  /// `op` again with other operands and result types; the attributes listed replace those of `op`,
  /// regions are copied.
  mlir::Operation *rebuild(mlir::Operation *op, mlir::ValueRange operands, mlir::TypeRange results,
                           llvm::ArrayRef<Attr> attrs = {});
  Value rebuild1(mlir::Operation *op, mlir::ValueRange operands, mlir::Type result,
                 llvm::ArrayRef<Attr> attrs = {});

  mlir::Attribute dims(llvm::ArrayRef<int64_t> d) { return builder.getDenseI64ArrayAttr(d); }
  mlir::Attribute i64(int64_t x) { return builder.getI64IntegerAttr(x); }

  /// A tensor of `type` all of whose elements are `x`, rounded to the element type.
  Value splat(RankedTensorType type, double x);
  Value zeros(mlir::Type type);
  Value iota(RankedTensorType type, int64_t dimension);
  Value concatenate(llvm::ArrayRef<Value> parts, int64_t dimension);

  /// A reduction of one operand over `dimensions` from the kind's neutral element.
  Value reduce(BodyKind kind, Value x, llvm::ArrayRef<int64_t> dimensions);

  /// Fills an empty region with `kind` over two scalars of `element`.
  void fill_body(mlir::Region &region, BodyKind kind, mlir::Type element);

  /// A scatter of one operand; see ScatterDimensionNumbersAttr for `numbers`.
  Value scatter(BodyKind kind, Value operand, Value indices, Value updates, mlir::Attribute numbers,
                bool unique, bool sorted = false);

private:
  llvm::SmallVector<mlir::NamedAttribute> named(llvm::ArrayRef<Attr> attrs);
};

/// An SSA value and the emitter that continues from it. Null stands for a symbolic zero where a
/// rule says so. Arithmetic is elementwise; a C++ number stands for a splat of the other side's
/// type.
class Value {
public:
  Value() = default;
  Value(mlir::Value v, Emitter *emit) : v_(v), emit_(emit) {}

  explicit operator bool() const { return static_cast<bool>(v_); }
  operator mlir::Value() const { return v_; }
  mlir::Value get() const { return v_; }
  Emitter &emit() const { return *emit_; }

  RankedTensorType type() const { return llvm::cast<RankedTensorType>(v_.getType()); }
  mlir::Type element() const { return type().getElementType(); }
  llvm::ArrayRef<int64_t> shape() const { return type().getShape(); }
  int64_t rank() const { return type().getRank(); }
  bool is_floating() const { return llvm::isa<mlir::FloatType>(element()); }

  /// The number that this is everywhere, where a constant says so.
  std::optional<double> splat_value() const;

  /// The splat of `x` with this value's type.
  Value like(double x) const { return emit_->splat(type(), x); }

  Value convert(mlir::Type element) const;
  Value reshape(llvm::ArrayRef<int64_t> shape) const;
  Value transpose(llvm::ArrayRef<int64_t> permutation) const;
  Value broadcast(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> dimensions) const;
  Value slice(llvm::ArrayRef<int64_t> start, llvm::ArrayRef<int64_t> limit,
              llvm::ArrayRef<int64_t> strides) const;
  /// Elements [start, limit) of one dimension.
  Value slice_dim(int64_t dimension, int64_t start, int64_t limit) const;
  Value pad(Value fill, llvm::ArrayRef<int64_t> low, llvm::ArrayRef<int64_t> high,
            llvm::ArrayRef<int64_t> interior) const;
  Value reverse(llvm::ArrayRef<int64_t> dimensions) const;
  Value reduce_sum(llvm::ArrayRef<int64_t> dimensions) const;
  /// Dimension `from` moved so that it becomes dimension `to`; the others keep their order.
  Value move_dim(int64_t from, int64_t to) const;
  /// This value repeated along a new dimension `dimension` of size `size`.
  Value insert_dim(int64_t dimension, int64_t size) const;

private:
  mlir::Value v_;
  Emitter *emit_ = nullptr;
};

inline Value Emitter::wrap(mlir::Value v) { return {v, this}; }

template <class Op>
Value Emitter::create1(mlir::Type result, mlir::ValueRange operands, llvm::ArrayRef<Attr> attrs) {
  return wrap(create<Op>(mlir::TypeRange(result), operands, attrs)->getResult(0));
}

Value operator+(Value a, Value b);
Value operator-(Value a, Value b);
Value operator*(Value a, Value b);
Value operator/(Value a, Value b);
Value operator-(Value a);
inline Value operator+(double a, Value b) { return b.like(a) + b; }
inline Value operator-(double a, Value b) { return b.like(a) - b; }
inline Value operator*(double a, Value b) { return b.like(a) * b; }
inline Value operator/(double a, Value b) { return b.like(a) / b; }
inline Value operator+(Value a, double b) { return a + a.like(b); }
inline Value operator-(Value a, double b) { return a - a.like(b); }
inline Value operator*(Value a, double b) { return a * a.like(b); }
inline Value operator/(Value a, double b) { return a / a.like(b); }

Value compare(Value a, Value b, stablehlo::ComparisonDirection direction);
inline Value eq(Value a, Value b) { return compare(a, b, stablehlo::ComparisonDirection::EQ); }
inline Value gt(Value a, Value b) { return compare(a, b, stablehlo::ComparisonDirection::GT); }
inline Value lt(Value a, Value b) { return compare(a, b, stablehlo::ComparisonDirection::LT); }
inline Value eq(Value a, double b) { return eq(a, a.like(b)); }
inline Value gt(Value a, double b) { return gt(a, a.like(b)); }
inline Value lt(Value a, double b) { return lt(a, a.like(b)); }

Value select(Value pred, Value on_true, Value on_false);
inline Value select(Value pred, Value on_true, double on_false) {
  return select(pred, on_true, on_true.like(on_false));
}
Value both(Value a, Value b);   ///< Logical and.
Value either(Value a, Value b); ///< Logical or.

Value exp(Value x);
Value log(Value x);
Value sin(Value x);
Value cos(Value x);
Value sqrt(Value x);
Value rsqrt(Value x);
Value abs(Value x);
Value sign(Value x);
Value floor(Value x);
Value pow(Value x, Value y);

/// The sum of two terms either of which may be a symbolic zero.
inline Value sum_terms(Value a, Value b) { return !a ? b : !b ? a : a + b; }

/// What a reduction's or scatter's body of two scalar arguments computes.
BodyKind body_kind(mlir::Region &body);

} // namespace brigade::transforms
