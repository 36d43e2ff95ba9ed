#include "error_case.h"

ERROR_CASE(
    grad_without_rule,
    "operation stablehlo.scatter: the updates of a scatter that multiplies have a derivative "
    "only where its indices are said to be unique; grad_without_rule.cpp:8") {
  auto loss = [](bg::Array x) {
    return bg::sum(bg::lax::scatter_mul(bg::ones({3}), bg::array({{0}}), x, {{}, {0}, {0}}));
  };
  bg::grad(loss)(bg::ones({1}));
}
