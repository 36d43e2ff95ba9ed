#include "reference/element.h"
#include "reference/special_functions.h"

#include "ir/dialects.h"

namespace brigade::reference {

void add_chlo_evaluations(EvaluateRules &rules) {
  rules.add<chlo::AcosOp>(on_reals([](double x) { return std::acos(x); }));
  rules.add<chlo::AcoshOp>(on_reals([](double x) { return std::acosh(x); }));
  rules.add<chlo::AsinOp>(on_reals([](double x) { return std::asin(x); }));
  rules.add<chlo::AsinhOp>(on_reals([](double x) { return std::asinh(x); }));
  rules.add<chlo::AtanOp>(on_reals([](double x) { return std::atan(x); }));
  rules.add<chlo::AtanhOp>(on_reals([](double x) { return std::atanh(x); }));
  rules.add<chlo::CoshOp>(on_reals([](double x) { return std::cosh(x); }));
  rules.add<chlo::DigammaOp>(on_reals([](double x) { return digamma(x); }));
  rules.add<chlo::ErfInvOp>(on_reals([](double x) { return erf_inv(x); }));
  rules.add<chlo::ErfOp>(on_reals([](double x) { return std::erf(x); }));
  rules.add<chlo::ErfcOp>(on_reals([](double x) { return std::erfc(x); }));
  rules.add<chlo::LgammaOp>(on_reals([](double x) { return log_gamma(x); }));
  rules.add<chlo::SinhOp>(on_reals([](double x) { return std::sinh(x); }));
  rules.add<chlo::SquareOp>(on_numbers([](auto x) { return x * x; }));
}

} // namespace brigade::reference
