#include "reference/special_functions.h"

#include <cmath>
#include <limits>
#include <numbers>

namespace brigade::reference {

double erf_inv(double x) {
  if (!(std::fabs(x) <= 1))
    return std::numeric_limits<double>::quiet_NaN();
  if (std::fabs(x) == 1)
    return std::copysign(std::numeric_limits<double>::infinity(), x);
  if (x == 0)
    return x;
  // Start: S. Winitzki, "A handy approximation for the error function and its inverse" (2008), good
  // to 2e-3.
  const double a = 0.147, magnitude = std::fabs(x);
  double log_tail = std::log1p(-magnitude * magnitude);
  double t = 2 / (std::numbers::pi * a) + log_tail / 2;
  double y = std::sqrt(std::sqrt(t * t - log_tail / a) - t);
  // Halley's steps on erf(y) - x, which near 1 is taken from erfc, where it keeps its digits.
  for (int step = 0; step < 4; ++step) {
    double excess = magnitude > 0.5 ? (1 - magnitude) - std::erfc(y) : std::erf(y) - magnitude;
    double newton = excess * std::sqrt(std::numbers::pi) / 2 * std::exp(y * y);
    y -= newton / (1 + y * newton);
  }
  return std::copysign(y, x);
}

double digamma(double x) {
  if (x <= 0) {
    if (x == std::floor(x)) // the poles and -infinity
      return std::numeric_limits<double>::quiet_NaN();
    // Reflection: psi(1 - x) - psi(x) = pi / tan(pi x); the tangent of the fraction alone keeps its
    // digits.
    return digamma(1 - x) - std::numbers::pi / std::tan(std::numbers::pi * (x - std::floor(x)));
  }
  double shift = 0;
  for (; x < 10; ++x) // psi(x + 1) = psi(x) + 1/x
    shift += 1 / x;
  // log x - 1/(2x) - the sum of B(2n) / (2n x^(2n)), good to 1e-17 from 10 on.
  double z = 1 / (x * x);
  double series =
      z * (1.0 / 12 -
           z * (1.0 / 120 -
                z * (1.0 / 252 -
                     z * (1.0 / 240 - z * (1.0 / 132 - z * (691.0 / 32760 - z * (1.0 / 12)))))));
  return std::log(x) - 0.5 / x - series - shift;
}

double log_gamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign); // lgamma itself writes a global
}

} // namespace brigade::reference
