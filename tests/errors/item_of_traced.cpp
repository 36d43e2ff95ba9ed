#include "error_case.h"

ERROR_CASE(item_of_traced,
           "item() needs the value of f32[], which is traced by jit and has none; use where to "
           "choose by it, return it, or mark the argument static; item_of_traced.cpp:6") {
  bg::jit([](bg::Array x) { return x / x.item<float>(); })(bg::ones({}));
}
