#pragma once

#include "brigade/dtype.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseMap.h"

#include <map>
#include <vector>

/// Writing kernel code: values over lanes.
///
/// A value of a kernel is either a scalar, the same in every lane, or a vector with one element a
/// lane. An operation on a scalar and a vector spreads the scalar first; one on scalars stays
/// scalar, so what does not vary is computed once.
///
/// Element types while computing: bool is i1; bf16 and f16 are f32 values that were rounded to the
/// 16-bit type after each operation; integers are signless. In memory bool is a byte and the 16-bit
/// floats take 16 bits.
namespace brigade::compiler::emit {

using mlir::Location;
using mlir::OpBuilder;
using mlir::Type;
using mlir::Value;

Type compute_type(mlir::MLIRContext *context, DType dtype);
Type storage_type(mlir::MLIRContext *context, DType dtype);

/// Results of the current block and of the blocks around it, by what they compute.
using MemoKey = std::vector<uintptr_t>;

class Lanes {
public:
  Lanes(OpBuilder &builder, Location loc, int width) : b(builder), loc(loc), width(width) {
    scopes_.emplace_back();
  }

  OpBuilder &b;
  Location loc;
  int width; ///< Lanes of a vector; 1 makes every value a scalar.

  /// Constants go where `constants` points: the entry of the kernel, so that every block may use
  /// them.
  void set_constant_block(mlir::Block *block) { constants_ = block; }

  static bool is_vector(Value v) { return mlir::isa<mlir::VectorType>(v.getType()); }
  static Type element(Value v) { return mlir::getElementTypeOrSelf(v.getType()); }
  /// `scalar` or a vector of it, as `like` is.
  static Type like(Type scalar, Value like);
  Type vector_of(Type scalar) const { return mlir::VectorType::get({width}, scalar); }

  Value spread(Value scalar); ///< To a vector of `width`; a vector stays as it is.
  void unify(Value &a, Value &c);
  void unify(llvm::MutableArrayRef<Value> values);

  Value constant(Type scalar, double value);      ///< Float types.
  Value constant_int(Type scalar, int64_t value); ///< Integer types.
  Value i64(int64_t value) { return constant_int(b.getI64Type(), value); }
  Value lane_numbers(Type scalar); ///< 0, 1, 2, ... as a vector of an integer type.

  // Arithmetic on i64 scalars that number elements: folded where both are constants, computed once
  // in a scope.
  Value add(Value a, Value c);
  Value sub(Value a, Value c);
  Value mul(Value a, Value c);
  Value div(Value a, Value c); ///< Of what is not negative.
  Value rem(Value a, Value c);
  Value min(Value a, Value c);
  Value max(Value a, Value c);
  Value clamp(Value a, int64_t low, int64_t high) { return max(min(a, i64(high)), i64(low)); }

  /// Remembers values while a block is being written.
  class Scope {
  public:
    explicit Scope(Lanes &lanes) : lanes_(lanes) { lanes.scopes_.emplace_back(); }
    ~Scope() { lanes_.scopes_.pop_back(); }
    Scope(const Scope &) = delete;

  private:
    Lanes &lanes_;
  };
  /// What was remembered under `key` for vectors of this width.
  Value remembered(MemoKey key) const;
  void remember(MemoKey key, Value value);

private:
  template <class Op> Value index_op(Value a, Value c, int64_t (*fold)(int64_t, int64_t));
  Value make_constant(Type type, mlir::TypedAttr value);

  mlir::Block *constants_ = nullptr;
  llvm::DenseMap<mlir::Attribute, Value> constant_values_;
  std::vector<std::map<MemoKey, Value>> scopes_;
};

/// The constant that an i64 value is, where it is one.
std::optional<int64_t> constant_of(Value v);

/// A value with operators, to write formulas with. Scalars and vectors mix. Arithmetic follows the
/// element type; what depends on a sign is a named function.
struct V {
  Value v;
  Lanes *l = nullptr;

  V() = default;
  V(Value v, Lanes &l) : v(v), l(&l) {}
  operator Value() const { return v; }
  Type element() const { return Lanes::element(v); }
  bool is_float() const { return mlir::isa<mlir::FloatType>(element()); }
  /// A constant of the same element type.
  V constant(double value) const;
};

V operator+(V a, V c);
V operator-(V a, V c);
V operator*(V a, V c);
V operator/(V a, V c); ///< Floats.
V operator-(V a);
inline V operator+(V a, double c) { return a + a.constant(c); }
inline V operator-(V a, double c) { return a - a.constant(c); }
inline V operator*(V a, double c) { return a * a.constant(c); }
inline V operator/(V a, double c) { return a / a.constant(c); }
inline V operator+(double c, V a) { return a.constant(c) + a; }
inline V operator-(double c, V a) { return a.constant(c) - a; }
inline V operator*(double c, V a) { return a.constant(c) * a; }
inline V operator/(double c, V a) { return a.constant(c) / a; }
V operator&(V a, V c);
V operator|(V a, V c);
V operator^(V a, V c);
V shift_left(V a, V c);
V shift_right(V a, V c, bool is_signed);
V compare(mlir::arith::CmpFPredicate predicate, V a, V c);
V compare(mlir::arith::CmpIPredicate predicate, V a, V c);
V operator<(V a, V c); ///< Floats, ordered. So are the next three.
V operator>(V a, V c);
V operator<=(V a, V c);
V operator>=(V a, V c);
inline V operator<(V a, double c) { return a < a.constant(c); }
inline V operator>(V a, double c) { return a > a.constant(c); }
inline V operator<=(V a, double c) { return a <= a.constant(c); }
inline V operator>=(V a, double c) { return a >= a.constant(c); }
V is_nan(V a);
V select(V condition, V a, V c);
inline V select(V condition, double a, V c) { return select(condition, c.constant(a), c); }
inline V select(V condition, V a, double c) { return select(condition, a, a.constant(c)); }
V bits(V a);          ///< The float's bits as an integer.
V as_float(V a);      ///< An integer's bits as f32 or f64.
V abs(V a);           ///< Floats.
V fma(V a, V b, V c); ///< a * b + c, rounded once.
/// Horner's rule with fma: c[0] + x (c[1] + x (c[2] + ...)).
V polynomial(V x, llvm::ArrayRef<double> coefficients);
V truncate(V a, Type scalar); ///< To a narrower integer or float type.
V extend(V a, Type scalar, bool is_signed);
V to_signed_int(V a, Type scalar); ///< Float to integer, in range.
V to_float(V a, Type scalar, bool is_signed);

/// A float value rounded to what `dtype` can hold. Nothing for dtypes other than bf16 and f16.
Value round_to(Lanes &l, Value v, DType dtype);

} // namespace brigade::compiler::emit
