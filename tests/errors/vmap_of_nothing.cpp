#include "error_case.h"

ERROR_CASE(
    vmap_of_nothing,
    "vmap: no argument is mapped; give at least one an axis in in_axes; vmap_of_nothing.cpp:6") {
  bg::vmap([](bg::Array x) { return x; }, {std::nullopt})(bg::ones({4}));
}
