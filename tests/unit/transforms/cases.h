#pragma once

#include "differences.h"

/// The programs that derivatives and batching are tested with: every operation that has rules is in
/// some of them.
namespace brigade::test {

std::vector<GradientCase> elementwise_cases();
std::vector<GradientCase> structure_cases();
std::vector<GradientCase> control_cases();
std::vector<GradientCase> sharding_cases();
/// Without derivatives: integers and bits.
std::vector<GradientCase> integer_cases();

inline std::vector<GradientCase> joined(std::initializer_list<std::vector<GradientCase>> groups) {
  std::vector<GradientCase> all;
  for (const auto &group : groups)
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

inline std::vector<GradientCase> all_cases() {
  return joined({elementwise_cases(), structure_cases(), control_cases(), sharding_cases()});
}

} // namespace brigade::test
