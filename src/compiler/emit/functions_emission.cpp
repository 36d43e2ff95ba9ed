#include "compiler/emit/functions.h"

#include "compiler/emit/elemental.h"
#include "ir/dialects.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/TargetParser/Host.h"

#include <cmath>

/// Exponentials, logarithms, powers, roots, trigonometry.
///
/// f32 goes through MLIR's polynomials where they are good (at most 5 units in the last place,
/// special values right), written into the loop. The rest, and all of f64, is glibc's vector
/// library: its functions take a whole register.
namespace brigade::compiler::emit {

namespace LLVM = mlir::LLVM;
namespace math = mlir::math;
using mlir::Operation;
using Values = llvm::ArrayRef<Value>;

int vector_bits() {
  static const int bits = [] {
    llvm::StringMap<bool> features = llvm::sys::getHostCPUFeatures();
    return features.lookup("avx512f") && features.lookup("avx512bw") ? 512
           : features.lookup("avx2")                                 ? 256
                                                                     : 128;
  }();
  return bits;
}

namespace {

Value call(Lanes &l, const std::string &name, Type result, Values arguments) {
  auto module = l.b.getInsertionBlock()->getParentOp()->getParentOfType<mlir::ModuleOp>();
  if (!module.lookupSymbol(name)) {
    OpBuilder::InsertionGuard guard(l.b);
    l.b.setInsertionPointToStart(module.getBody());
    llvm::SmallVector<Type> types(arguments.size(), result);
    l.b.create<LLVM::LLVMFuncOp>(l.loc, name, LLVM::LLVMFunctionType::get(result, types));
  }
  return l.b.create<LLVM::CallOp>(l.loc, result, name, arguments).getResult();
}

std::string scalar_name(llvm::StringRef name, Type element) {
  return name.str() + (element.isF32() ? "f" : "");
}

Value lanes_from(Lanes &l, Value vector, int64_t first, int64_t count) {
  return l.b.create<mlir::vector::ExtractStridedSliceOp>(l.loc, vector, first, count, 1);
}

} // namespace

V library_call(llvm::StringRef name, llvm::ArrayRef<V> arguments) {
  Lanes &l = *arguments[0].l;
  llvm::SmallVector<Value> values(arguments.begin(), arguments.end());
  l.unify(values);
  Type element = arguments[0].element();
  std::string scalar = scalar_name(name, element);
  if (!Lanes::is_vector(values[0]))
    return {call(l, scalar, element, values), l};

  // Vector ABI names: _ZGV, the register's letter, N (no mask), the lanes, a v an argument.
  int64_t element_bits = element.getIntOrFloatBitWidth();
  int64_t lanes = std::min<int64_t>(l.width, vector_bits() / element_bits);
  char letter = lanes * element_bits == 512 ? 'e' : lanes * element_bits == 256 ? 'd' : 'b';
  std::string vector_name = std::string("_ZGV") + letter + "N" + std::to_string(lanes) +
                            std::string(arguments.size(), 'v') + "_" + scalar;
  if (lanes * element_bits < 128)
    return library_call_by_lane(name, arguments[0]);
  Type part = mlir::VectorType::get({lanes}, element);
  if (lanes == l.width)
    return {call(l, vector_name, part, values), l};
  Value whole = values[0];
  for (int64_t first = 0; first < l.width; first += lanes) {
    llvm::SmallVector<Value> parts;
    for (Value value : values)
      parts.push_back(lanes_from(l, value, first, lanes));
    Value result = call(l, vector_name, part, parts);
    whole = l.b.create<mlir::vector::InsertStridedSliceOp>(l.loc, result, whole, first, 1);
  }
  return {whole, l};
}

V library_call_by_lane(llvm::StringRef name, V x) {
  Lanes &l = *x.l;
  std::string scalar = scalar_name(name, x.element());
  if (!Lanes::is_vector(x))
    return {call(l, scalar, x.element(), {x.v}), l};
  Value result = x.v;
  for (int64_t i = 0; i < l.width; ++i) {
    Value lane = l.b.create<mlir::vector::ExtractOp>(l.loc, x.v, i);
    result =
        l.b.create<mlir::vector::InsertOp>(l.loc, call(l, scalar, x.element(), {lane}), result, i);
  }
  return {result, l};
}

namespace {

/// MLIR's operation, which the lowering replaces by a polynomial, for f32; the library for f64.
template <class Op> V polynomial_or_library(V x, const char *name) {
  if (x.element().isF32())
    return {x.l->b.create<Op>(x.l->loc, x.v), *x.l};
  return library_call(name, {x});
}

} // namespace

V exp(V x) { return polynomial_or_library<math::ExpOp>(x, "exp"); }
V expm1(V x) { return polynomial_or_library<math::ExpM1Op>(x, "expm1"); }
V log1p(V x) { return polynomial_or_library<math::Log1pOp>(x, "log1p"); }
V tanh(V x) { return polynomial_or_library<math::TanhOp>(x, "tanh"); }
V erf(V x) { return polynomial_or_library<math::ErfOp>(x, "erf"); }
V sqrt(V x) { return {x.l->b.create<math::SqrtOp>(x.l->loc, x.v), *x.l}; }
V float_power(V base, V exponent) { return library_call("pow", {base, exponent}); }

V log(V x) {
  if (!x.element().isF32())
    return library_call("log", {x});
  // The polynomial takes subnormal numbers for the smallest normal one, so those are scaled up
  // first.
  V small = (x < 0x1p-126) & (x > 0.0);
  V scaled = select(small, x * 0x1p23, x);
  V result(x.l->b.create<math::LogOp>(x.l->loc, scaled.v), *x.l);
  return result - select(small, x.constant(23 * M_LN2), 0);
}

namespace {

template <auto f> Value unary(Lanes &l, Operation *, Values x) { return f(V(x[0], l)); }

/// The library's function of that name.
template <size_t n> struct Name {
  char text[n];
  constexpr Name(const char (&s)[n]) { std::copy_n(s, n, text); }
};
template <Name name> Value library(Lanes &l, Operation *, Values x) {
  llvm::SmallVector<V> arguments;
  for (Value v : x)
    arguments.push_back({v, l});
  return library_call(name.text, arguments);
}

template <class Op> Value direct(Lanes &l, Operation *, Values x) {
  return l.b.create<Op>(l.loc, x[0]);
}

V logistic(V x) { return 1 / (1 + exp(-x)); }
V rsqrt(V x) { return 1 / sqrt(x); }

} // namespace

void add_functions_emission(EmitRules &rules) {
  rules.add<stablehlo::ExpOp>({.element = unary<exp>, .cost = 12});
  rules.add<stablehlo::Expm1Op>({.element = unary<expm1>, .cost = 20});
  rules.add<stablehlo::LogOp>({.element = unary<log>, .cost = 16});
  rules.add<stablehlo::Log1pOp>({.element = unary<log1p>, .cost = 20});
  rules.add<stablehlo::LogisticOp>({.element = unary<logistic>, .cost = 20});
  rules.add<stablehlo::TanhOp>({.element = unary<tanh>, .cost = 16});
  rules.add<stablehlo::SqrtOp>({.element = unary<sqrt>, .cost = 6});
  rules.add<stablehlo::RsqrtOp>({.element = unary<rsqrt>, .cost = 10});
  rules.add<stablehlo::CbrtOp>({.element = library<"cbrt">, .cost = 20});
  rules.add<stablehlo::SineOp>({.element = library<"sin">, .cost = 20});
  rules.add<stablehlo::CosineOp>({.element = library<"cos">, .cost = 20});
  rules.add<stablehlo::TanOp>({.element = library<"tan">, .cost = 30});
  rules.add<stablehlo::Atan2Op>({.element = library<"atan2">, .cost = 30});
  rules.add<stablehlo::FloorOp>({.element = direct<math::FloorOp>, .exact = true});
  rules.add<stablehlo::CeilOp>({.element = direct<math::CeilOp>, .exact = true});
  rules.add<stablehlo::RoundNearestEvenOp>({.element = direct<math::RoundEvenOp>, .exact = true});
  rules.add<stablehlo::RoundOp>({.element = direct<math::RoundOp>, .exact = true, .cost = 3});
}

} // namespace brigade::compiler::emit
