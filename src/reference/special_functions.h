#pragma once

namespace brigade::reference {

/// The inverse of erf: infinite at -1 and 1, NaN outside.
double erf_inv(double x);

/// The derivative of log gamma. NaN at 0 and the negative integers, where it has poles.
double digamma(double x);

/// log |gamma(x)|. Infinite at 0 and the negative integers.
double log_gamma(double x);

} // namespace brigade::reference
