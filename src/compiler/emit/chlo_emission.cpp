#include "compiler/emit/elemental.h"
#include "compiler/emit/functions.h"
#include "ir/dialects.h"

#include <cmath>

/// CHLO: inverse and hyperbolic functions, and the gamma function's family.
namespace brigade::compiler::emit {

using mlir::Operation;
using Values = llvm::ArrayRef<Value>;

namespace {

template <auto f> Value unary(Lanes &l, Operation *, Values x) { return f(V(x[0], l)); }

template <size_t n> struct Name {
  char text[n];
  constexpr Name(const char (&s)[n]) { std::copy_n(s, n, text); }
};
template <Name name> Value library(Lanes &l, Operation *, Values x) {
  return library_call(name.text, {V(x[0], l)});
}

/// M. Giles, "Approximating the erfinv function" (2011), single precision: two polynomials in w =
/// -log(1 - x^2).
V erf_inv_f32(V x) {
  V w = -log1p(-(x * x));
  V near_one = w >= 5.0;
  V t = select(near_one, sqrt(w) - 3.0, w - 2.5);
  static constexpr double middle[] = {1.50140941,     0.246640727,   -0.00417768164,
                                      -0.00125372503, 0.00021858087, -4.39150654e-6,
                                      -3.5233877e-6,  3.43273939e-7, 2.81022636e-8};
  static constexpr double outer[] = {2.83297682,    1.00167406,     0.00943887047,
                                     -0.0076224613, 0.00573950773,  -0.00367342844,
                                     0.00134934322, 0.000100950558, -0.000200214257};
  V result = x * select(near_one, polynomial(t, outer), polynomial(t, middle));
  // Infinite at the ends, nothing beyond them.
  V outside = select(abs(x) > 1.0, x.constant(NAN), x * x.constant(INFINITY));
  return select(abs(x) >= 1.0, outside, result);
}

/// Two of Halley's steps from the single precision value, on the tail 1 - |x|, which is exact.
V erf_inv(V x) {
  if (x.element().isF32())
    return erf_inv_f32(x);
  V size = abs(x), tail = 1 - size;
  V y = erf_inv_f32(size);
  for (int step = 0; step < 2; ++step) {
    V newton = (tail - library_call("erfc", {y})) * exp(y * y) * (std::sqrt(M_PI) / 2);
    y = y - newton / (1 + y * newton);
  }
  V outside = select(size > 1.0, size.constant(NAN), size.constant(INFINITY));
  V positive = select(size >= 1.0, outside, y);
  return select(x < 0.0, -positive, positive);
}

/// f on f64 lanes: for functions whose formula loses digits that f32 cannot spare.
template <auto f> V in_f64(V x) {
  if (!x.element().isF32())
    return f(x);
  return truncate(f(extend(x, x.l->b.getF64Type(), true)), x.l->b.getF32Type());
}

V lgamma_f64(V x) { return library_call_by_lane("lgamma", x); }

/// Upwards by psi(x) = psi(x + 1) - 1 / x to where the asymptotic series holds; below 0 by
/// reflection.
V digamma_f64(V x) {
  V reflect = x < 0.5;
  V z = select(reflect, 1 - x, x);
  V sum = x.constant(0);
  for (int i = 0; i < 8; ++i) {
    V low = z < 8.0;
    sum = sum - select(low, 1 / z, 0);
    z = select(low, z + 1.0, z);
  }
  V inverse = 1 / z, square = inverse * inverse;
  static constexpr double series[] = {1.0 / 12,  -1.0 / 120,     1.0 / 252, -1.0 / 240,
                                      1.0 / 132, -691.0 / 32760, 1.0 / 12};
  V result = sum + log(z) - 0.5 * inverse - square * polynomial(square, series);
  V fraction = x - V(library_call_by_lane("rint", x));
  V angle = fraction * M_PI;
  V reflected = result - M_PI / library_call("tan", {angle});
  V pole = reflect & compare(mlir::arith::CmpFPredicate::OEQ, fraction, x.constant(0));
  return select(pole, NAN, select(reflect, reflected, result));
}

V square(V x) { return x * x; }

} // namespace

void add_chlo_emission(EmitRules &rules) {
  rules.add<chlo::AcosOp>({.element = library<"acos">, .cost = 20});
  rules.add<chlo::AcoshOp>({.element = library<"acosh">, .cost = 25});
  rules.add<chlo::AsinOp>({.element = library<"asin">, .cost = 20});
  rules.add<chlo::AsinhOp>({.element = library<"asinh">, .cost = 25});
  rules.add<chlo::AtanOp>({.element = library<"atan">, .cost = 20});
  rules.add<chlo::AtanhOp>({.element = library<"atanh">, .cost = 25});
  rules.add<chlo::CoshOp>({.element = library<"cosh">, .cost = 25});
  rules.add<chlo::SinhOp>({.element = library<"sinh">, .cost = 25});
  rules.add<chlo::ErfOp>({.element = unary<erf>, .cost = 18});
  rules.add<chlo::ErfcOp>({.element = library<"erfc">, .cost = 25});
  rules.add<chlo::ErfInvOp>({.element = unary<erf_inv>, .cost = 40});
  rules.add<chlo::LgammaOp>({.element = unary<in_f64<lgamma_f64>>, .cost = 100});
  rules.add<chlo::DigammaOp>({.element = unary<in_f64<digamma_f64>>, .cost = 100});
  rules.add<chlo::SquareOp>({.element = unary<square>});
}

} // namespace brigade::compiler::emit
