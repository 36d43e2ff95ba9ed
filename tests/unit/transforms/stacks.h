#pragma once

#include "base/literal.h"

#include <optional>

/// Arrays over examples: what vmap is compared with.
namespace brigade::test {

/// Element `index` of dimension `axis`, without that dimension.
Literal take(const Literal &x, int64_t axis, int64_t index);

/// Literals of one type along a new dimension `axis`.
Literal stack(const std::vector<Literal> &parts, int64_t axis);

} // namespace brigade::test
