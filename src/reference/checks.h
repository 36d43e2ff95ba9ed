#pragma once

#include "base/literal.h"

#include <optional>
#include <string>
#include <string_view>

/// The comparisons behind the check.* custom calls, as StableHLO defines them. Each gives nothing
/// where all elements pass, else one line that names the first that does not: "element (1, 0)
/// is 2.5, expected 2; 3 of 6 differ".
namespace brigade::reference {

/// Equal by value; NaN goes with NaN.
std::optional<std::string> check_equal(const Literal &actual, const Literal &expected);

/// Within `max_ulps` floating values of one another. Infinity goes with the same infinity, NaN with
/// NaN.
std::optional<std::string> check_close(const Literal &actual, const Literal &expected,
                                       uint64_t max_ulps = 3);

/// |actual - expected| <= tolerance. Infinity goes with the same infinity, NaN with NaN.
std::optional<std::string> check_almost_equal(const Literal &actual, const Literal &expected,
                                              double tolerance = 1e-3);

using Comparison = std::optional<std::string> (*)(const Literal &actual, const Literal &expected);

/// What the custom call of that name compares by: check.expect_eq, check.expect_close and
/// check.expect_almost_eq, the latter two with the defaults above. Null for other names.
Comparison find_check(std::string_view name);

} // namespace brigade::reference
