#include "error_case.h"

ERROR_CASE(
    tangent_of_another_shape,
    "jvp: the tangent of argument 0 is f32[4], expected f32[3]; tangent_of_another_shape.cpp:6") {
  bg::jvp([](bg::Array x) { return x * x; }, std::tuple(bg::ones({3})), std::tuple(bg::ones({4})));
}
