#include "transforms/jvp/algebra.h"

#include <cmath>
#include <numbers>

/// Derivatives of the special functions. The formulas are those of Abramowitz and Stegun, chapters
/// 4, 6 and 7.
namespace brigade::transforms {

using namespace chlo;

namespace {

constexpr double pi = std::numbers::pi;
const double sqrt_pi = std::sqrt(pi);

Value sinh(Value x) { return x.emit().create1<SinhOp>(x.type(), x.get()); }
Value cosh(Value x) { return x.emit().create1<CoshOp>(x.type(), x.get()); }
Value digamma(Value x) { return x.emit().create1<DigammaOp>(x.type(), x.get()); }

/// The derivative of digamma: 1/x^2 + trigamma(x + 1) up to x >= 10, from there its asymptotic
/// series (6.4.12), whose next term is below 1e-15; for negative x by reflection (6.4.7). Written
/// in operations that have derivatives of their own.
Value trigamma(Value x) {
  Value negative = lt(x, 0.5), t = select(negative, 1 - x, x), sum = t.like(0);
  for (int k = 0; k < 10; ++k)
    sum = sum + 1 / ((t + k) * (t + k));
  Value r = 1 / (t + 10), r2 = r * r;
  // Bernoulli numbers B_2 .. B_14.
  const double bernoulli[] = {1.0 / 6,  -1.0 / 30,     1.0 / 42, -1.0 / 30,
                              5.0 / 66, -691.0 / 2730, 7.0 / 6};
  Value series = r.like(bernoulli[6]);
  for (int k = 5; k >= 0; --k)
    series = series * r2 + bernoulli[k];
  sum = sum + (r + 0.5 * r2 + r * r2 * series);
  Value s = sin(pi * x) / pi;
  return select(negative, 1 / select(negative, s * s, 1.0) - sum, sum);
}

} // namespace

void add_special_jvp(JvpRules &rules) {
  using V = Value;
  rules.add<AcosOp>(unary([](V x, V, V dx) { return dx * -rsqrt(1 - x * x); }));
  rules.add<AcoshOp>(unary([](V x, V, V dx) { return dx * rsqrt((x - 1) * (x + 1)); }));
  rules.add<AsinOp>(unary([](V x, V, V dx) { return dx * rsqrt(1 - x * x); }));
  rules.add<AsinhOp>(unary([](V x, V, V dx) { return dx * rsqrt(x * x + 1); }));
  rules.add<AtanOp>(unary([](V x, V, V dx) { return dx / (1 + x * x); }));
  rules.add<AtanhOp>(unary([](V x, V, V dx) { return dx / ((1 - x) * (1 + x)); }));
  rules.add<CoshOp>(unary([](V x, V, V dx) { return dx * sinh(x); }));
  rules.add<SinhOp>(unary([](V x, V, V dx) { return dx * cosh(x); }));
  rules.add<SquareOp>(unary([](V x, V, V dx) { return dx * (2 * x); }));
  rules.add<ErfOp>(unary([](V x, V, V dx) { return dx * (2 / sqrt_pi * exp(-(x * x))); }));
  rules.add<ErfcOp>(unary([](V x, V, V dx) { return dx * (-2 / sqrt_pi * exp(-(x * x))); }));
  rules.add<ErfInvOp>(unary([](V, V y, V dx) { return dx * (sqrt_pi / 2 * exp(y * y)); }));
  rules.add<LgammaOp>(unary([](V x, V, V dx) { return dx * digamma(x); }));
  rules.add<DigammaOp>(unary([](V x, V, V dx) { return dx * trigamma(x); }));
}

} // namespace brigade::transforms
