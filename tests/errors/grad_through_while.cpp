#include "error_case.h"

ERROR_CASE(grad_through_while, "operation stablehlo.while: a loop whose trip count is not constant "
                               "has a forward derivative (jvp) only; grad_through_while.cpp:6") {
  auto f = [](bg::Array x) {
    return bg::lax::while_loop([](bg::Array v) { return v < 100; },
                               [](bg::Array v) { return v * 2.0; }, x);
  };
  bg::grad(f)(1.0);
}
