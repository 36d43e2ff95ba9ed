#include "error_case.h"

ERROR_CASE(grad_without_rule, "operation stablehlo.scatter: only a scatter that adds or overwrites "
                              "has a derivative; grad_without_rule.cpp:6") {
  auto loss = [](bg::Array x) {
    return bg::sum(bg::lax::scatter_mul(x, bg::array({{0}}), bg::ones({1}), {{}, {0}, {0}}));
  };
  bg::grad(loss)(bg::ones({3}));
}
