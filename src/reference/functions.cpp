#include "reference/element.h"

#include "ir/dialects.h"

namespace brigade::reference {

namespace {

constexpr auto logistic = [](double x) { return 1 / (1 + std::exp(-x)); };
constexpr auto rsqrt = [](double x) { return 1 / std::sqrt(x); };
/// Ties to even: the rounding mode of a program that does not change it.
constexpr auto round_even = [](double x) { return std::nearbyint(x); };
/// Ties away from zero.
constexpr auto round_away = [](double x) { return std::round(x); };

} // namespace

void add_functions_evaluations(EvaluateRules &rules) {
  rules.add<stablehlo::CbrtOp>(on_reals([](double x) { return std::cbrt(x); }));
  rules.add<stablehlo::CeilOp>(on_reals([](double x) { return std::ceil(x); }));
  rules.add<stablehlo::CosineOp>(on_reals([](double x) { return std::cos(x); }));
  rules.add<stablehlo::ExpOp>(on_reals([](double x) { return std::exp(x); }));
  rules.add<stablehlo::Expm1Op>(on_reals([](double x) { return std::expm1(x); }));
  rules.add<stablehlo::FloorOp>(on_reals([](double x) { return std::floor(x); }));
  rules.add<stablehlo::Log1pOp>(on_reals([](double x) { return std::log1p(x); }));
  rules.add<stablehlo::LogOp>(on_reals([](double x) { return std::log(x); }));
  rules.add<stablehlo::LogisticOp>(on_reals(logistic));
  rules.add<stablehlo::RoundNearestEvenOp>(on_reals(round_even));
  rules.add<stablehlo::RoundOp>(on_reals(round_away));
  rules.add<stablehlo::RsqrtOp>(on_reals(rsqrt));
  rules.add<stablehlo::SineOp>(on_reals([](double x) { return std::sin(x); }));
  rules.add<stablehlo::SqrtOp>(on_reals([](double x) { return std::sqrt(x); }));
  rules.add<stablehlo::TanOp>(on_reals([](double x) { return std::tan(x); }));
  rules.add<stablehlo::TanhOp>(on_reals([](double x) { return std::tanh(x); }));
  rules.add<stablehlo::Atan2Op>(on_reals([](double y, double x) { return std::atan2(y, x); }));
  rules.add<stablehlo::IsFiniteOp>(on_reals_to_bool([](double x) { return std::isfinite(x); }));
}

} // namespace brigade::reference
