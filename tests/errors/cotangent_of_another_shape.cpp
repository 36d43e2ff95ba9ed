#include "error_case.h"

ERROR_CASE(
    cotangent_of_another_shape,
    "vjp: the cotangent of result 0 is f32[4], expected f32[3]; cotangent_of_another_shape.cpp:7") {
  auto [y, back] = bg::vjp([](bg::Array x) { return x * x; })(bg::ones({3}));
  back(bg::ones({4}));
}
